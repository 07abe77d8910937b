// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/aclrights.h"
#include "core/layouts/port/layoutfacts.h"
#include "core/layouts/port/redislane.h"

#include <functional>

namespace dueline {

class Detection;
class FoundQueues;
class KeyGuesses;
class LayoutSpec;
class LayoutType;
struct KnownKeys;
struct PlacedQueue;

/// Sends a pipeline of read commands.
using AskServer = std::function<Result<std::vector<Reply>>(const std::vector<Command>&)>;

/// Parsed parameters that follow a layout's name in `--layout`. Immutable.
class LayoutParameters
{
public:
    virtual ~LayoutParameters() = default;
};

using LayoutParametersPtr = std::shared_ptr<const LayoutParameters>;

/// Arguments for opening a backend.
struct LayoutOpening
{
    /// Connection, which may not be open yet; null if the layout needs no server.
    std::shared_ptr<RedisLane> lane;
    QByteArray prefix; ///< prefix of Dueline's own keys; never empty
    QByteArray session; ///< name of the worker or operator; if empty, the layout generates one
    Access access = Access::ReadOnly;
    /// Queues found by the discovery. If null, a layout without a key that lists its queues searches for them itself.
    std::shared_ptr<const FoundQueues> found = {};
    /// Layouts of known frameworks, whose keys a described layout never writes; may be null.
    const std::vector<const LayoutType*>* frameworks = nullptr;
};

/// Returns the error that LayoutType::parse() reports for a text that doesn't specify a layout of this type.
Error noSuchLayout(const QString& text);

/// Interface to a type of layout. Each layout's folder defines at least one type, and the catalogue lists all types.
/// The default implementations suit layouts that lack the feature in question. Parameters passed to a function always
/// belong to this type.
class LayoutType
{
public:
    LayoutType() = default;
    virtual ~LayoutType() = default;
    LayoutType(const LayoutType&) = delete;
    LayoutType& operator=(const LayoutType&) = delete;

    /// Returns the name that the `--layout` text starts with, such as `zset`.
    virtual QByteArray name() const = 0;

    /// Returns whether the layout can be opened. If not, its queues can only be found and counted.
    virtual bool isReadable() const { return true; }
    /// Parses `rest`, the part of `text` after the name: `:KEY?…` or an empty string. Errors: Usage, with a sentence
    /// that contains `text`; NotFound if `text` doesn't specify a layout of this type.
    virtual Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const;
    /// Returns the text for these parameters; the inverse of parse().
    virtual QString text(const LayoutParameters* parameters) const;
    /// Opens a backend. Errors: same as RedisClient::open(), plus the layout's own.
    virtual Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const;
    virtual LayoutFacts facts(const LayoutParameters*) const { return {}; }
    /// Returns the layouts that make up a composite; empty for a single layout.
    virtual std::vector<LayoutSpec> parts(const LayoutParameters* parameters) const;
    /// Returns whether the layout also opens other layouts that are found on the server and whose isSought() is true.
    virtual bool finds() const { return false; }
    /// Returns whether both sets of parameters refer to the same tasks.
    virtual bool isSame(const LayoutParameters* a, const LayoutParameters* b) const { return text(a) == text(b); }
    /// Returns the rows for `duectl help layouts`; empty if the layout isn't listed there.
    virtual std::vector<LayoutUsage> usage() const { return {}; }
    /// Returns the forms that dialogs offer; empty if no dialog offers the layout.
    virtual std::vector<LayoutForm> forms() const { return {}; }
    /// Returns the layout's Lua scripts, used to identify logged commands.
    virtual std::vector<const ScriptLibrary*> scripts() const { return {}; }
    /// Returns the permissions that a Redis user with this role needs for the layout's queues. `prefix`: prefix of
    /// Dueline's own keys. Returns nullopt if the role doesn't exist or its permissions are unknown.
    virtual std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const;
    /// Returns the key patterns for one queue that depend on its name. rights() doesn't include them.
    virtual QByteArrayList queuePatterns(const LayoutParameters*, const QueueName&) const { return {}; }

    /// Returns the product that stores the queues, such as `BullMQ`; empty if the product has the layout's name.
    virtual QByteArray product() const { return {}; }
    /// Returns whether a connection that discovers layouts (`auto`) searches for this layout, using the functions
    /// below.
    virtual bool isSought() const { return false; }
    /// Returns whether queues may have any name; if false, checkQueueName() restricts their names.
    virtual bool namesAnyQueue() const { return isSought(); }
    /// Returns the candidate that a key's name points to: a key or key prefix that may hold this layout's queues.
    /// Returns nullopt if there is none.
    virtual std::optional<QByteArray> placeOf(QByteArrayView key) const;
    /// Returns the Redis type of keys that are candidates regardless of their names, such as `stream`; empty if
    /// candidates are found by name.
    virtual QByteArray soughtType() const { return {}; }
    /// Returns whether a candidate is only a guess, because other programs may have large numbers of keys with such
    /// names. If too many guesses are already waiting, the candidate is inspected in a later round.
    virtual bool isGuess(QByteArrayView) const { return false; }
    /// Returns whether to inspect only a sample of the keys with similar names (see KeyFamilies).
    virtual bool isSampled(QByteArrayView) const { return false; }
    /// Returns candidates to inspect even if no key name points to them.
    virtual std::vector<QByteArray> usualPlaces() const { return {}; }
    /// Inspects these candidates in only a few round trips. The result is nullopt for a candidate without queues of
    /// this layout. Errors: same as `ask`.
    virtual Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const;
    /// Returns commands that check whether a queue may exist: it may if any reply is a number greater than zero.
    virtual std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const;

    /// Returns the part that identifies a queue in the names of Dueline's keys for its records and trash, such as
    /// `mail@sidekiq:` in `dueline:overlay:mail@sidekiq:ops`. Empty if unknown or if there are no such keys.
    virtual QByteArray besideOf(const LayoutParameters*, const QueueName&) const { return {}; }
    /// Returns the queue identified by a string from besideOf(); nullopt if the queue belongs to a different layout.
    /// The default implementation parses `QUEUE@LAYOUT:`.
    virtual std::optional<PlacedQueue> queueBeside(const QByteArray& beginning) const;

    /// Finds this layout's queues on a server, using a limited number of reads. Errors: same as RedisClient, except
    /// Permission.
    virtual Result<> detect(Detection&) const { return {}; }
    /// Examines the keys that belong to no known system, and suggests the ones that may be this layout's queues.
    /// Errors: same as detect().
    virtual Result<> guess(KeyGuesses&) const { return {}; }
    /// Returns whether a key's name shows that queues of this layout exist. Used only for layouts that connections
    /// can't discover.
    virtual bool isShownBy(QByteArrayView) const { return false; }
    /// Returns whether a key belongs to this layout, judging by its name and the queues found.
    virtual bool owns(QByteArrayView, const KnownKeys&) const { return false; }
    /// Returns whether any of the items shows that its list belongs to this layout.
    virtual bool ownsItems(const std::vector<QByteArray>&) const { return false; }
};

} // namespace dueline
