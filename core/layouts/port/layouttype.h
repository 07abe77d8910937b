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

/// Function that sends a pipeline of reads.
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
    std::shared_ptr<RedisLane> lane; ///< may not be connected yet; null if the layout needs no server
    QByteArray prefix; ///< prefix of Dueline's own keys; never empty
    QByteArray session; ///< name of the worker or operator; empty: the layout generates one
    Access access = Access::ReadOnly;
    /// Queue names found by discovery. If null, a layout whose queues are not listed in a key searches for them itself.
    std::shared_ptr<const FoundQueues> found = {};
    /// Layouts of known frameworks, whose keys a described layout never writes; null if there are none.
    const std::vector<const LayoutType*>* frameworks = nullptr;
};

/// Returns the error of LayoutType::parse() for a text that does not name a layout of that type.
Error noSuchLayout(const QString& text);

/// Type of a layout, with everything that other code needs to know about it. The folder of each layout defines at least
/// one type, and the catalogue lists them all. A layout without a feature uses the default implementation. Parameters
/// that are passed in always belong to this type.
class LayoutType
{
public:
    LayoutType() = default;
    virtual ~LayoutType() = default;
    LayoutType(const LayoutType&) = delete;
    LayoutType& operator=(const LayoutType&) = delete;

    /// Returns the name that starts its `--layout` text: `zset`.
    virtual QByteArray name() const = 0;

    /// Returns whether the layout can be opened. If not, its queues are only found and counted.
    virtual bool isReadable() const { return true; }
    /// Returns whether the user can choose the layout. If not, it exists only for tests.
    virtual bool isOffered() const { return isReadable(); }
    /// Parses `rest`, the part of `text` after the name: `:KEY?…` or nothing. Errors: Usage, a sentence that names
    /// `text`; NotFound if `text` names no layout of this type.
    virtual Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const;
    /// Returns the text that parse() accepts.
    virtual QString text(const LayoutParameters* parameters) const;
    /// Opens a backend. Errors: those of the layout, and of RedisClient::open.
    virtual Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const;
    virtual LayoutFacts facts(const LayoutParameters*) const { return {}; }
    /// Returns the layouts that make up a composite; empty for a single layout.
    virtual std::vector<LayoutSpec> parts(const LayoutParameters* parameters) const;
    /// Returns whether the layout also opens layouts for which isSought() is true, when they are found on the server.
    virtual bool finds() const { return false; }
    /// Returns whether both parameters refer to the same tasks.
    virtual bool isSame(const LayoutParameters* a, const LayoutParameters* b) const { return text(a) == text(b); }
    /// Returns the forms for a command line; empty if the layout is not offered there.
    virtual std::vector<LayoutUsage> usage() const { return {}; }
    /// Returns the forms that dialogs offer; empty if no dialog offers the layout.
    virtual std::vector<LayoutForm> forms() const { return {}; }
    /// Returns the layout's Lua scripts, by which logged commands can be identified.
    virtual std::vector<const ScriptLibrary*> scripts() const { return {}; }
    /// Returns the rights that a Redis user needs for the layout's queues in a role. `prefix`: prefix of Dueline's own
    /// keys. Returns nullopt if there is no such role or its rights are unknown.
    virtual std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const;
    /// Returns the key patterns for one queue, if they depend on the queue's name. rights() omits these patterns.
    virtual QByteArrayList queuePatterns(const LayoutParameters*, const QueueName&) const { return {}; }

    /// Returns the product that stores the queues, such as `BullMQ`. Empty if its name is the same as the layout's.
    virtual QByteArray product() const { return {}; }
    /// Returns whether a connection that discovers layouts (`auto`) searches for this one, using the functions below.
    virtual bool isSought() const { return false; }
    /// Returns whether its queues may have any name. If not, checkQueueName() checks the names.
    virtual bool namesAnyQueue() const { return isSought(); }
    /// Returns the place indicated by the name of a key: the common prefix of the keys of one or more queues in this
    /// layout. Returns nullopt if there is none.
    virtual std::optional<QByteArray> placeOf(QByteArrayView key) const;
    /// Returns the Redis type of keys that are places regardless of their names: `stream`. Empty if places are found by
    /// the names of keys.
    virtual QByteArray soughtType() const { return {}; }
    /// Returns whether any program may have a large number of keys that indicate a place of this layout. If too many of
    /// them are waiting, the place is inspected in a later round.
    virtual bool isGuess(QByteArrayView) const { return false; }
    /// Returns whether only a sample of such guesses is inspected; see KeyFamilies.
    virtual bool isSampled(QByteArrayView) const { return false; }
    /// Returns places that may contain queues even if no key's name indicates them.
    virtual std::vector<QByteArray> usualPlaces() const { return {}; }
    /// Inspects these places in a few round trips. Returns nullopt for a place without queues of this layout. Errors:
    /// those of `ask`.
    virtual Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const;
    /// Returns commands that show whether a queue may exist: it may exist if any reply is a number greater than zero.
    virtual std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const;

    /// Returns the prefix of the keys of Dueline's records and trash next to a queue, after `dueline:overlay:`:
    /// `mail@sidekiq:`. Empty if it is unknown or nothing is stored there.
    virtual QByteArray besideOf(const LayoutParameters*, const QueueName&) const { return {}; }
    /// Returns the queue for a prefix returned by besideOf(); nullopt if the queue is not of this type. The default
    /// implementation reads `QUEUE@LAYOUT:`.
    virtual std::optional<PlacedQueue> queueBeside(const QByteArray& beginning) const;

    /// Finds the queues of this layout on a server with bounded reads. Errors: those of RedisClient, but never
    /// Permission.
    virtual Result<> detect(Detection&) const { return {}; }
    /// Suggests keys that may be queues of this layout, among the keys that belong to no known system. Errors: as
    /// detect().
    virtual Result<> guess(KeyGuesses&) const { return {}; }
    /// Returns whether the name of a key shows that queues of this layout exist. Only for layouts for which connections
    /// do not search.
    virtual bool isShownBy(QByteArrayView) const { return false; }
    /// Returns whether a key belongs to this layout, according to its name and the queues that were found.
    virtual bool owns(QByteArrayView, const KnownKeys&) const { return false; }
    /// Returns whether any item shows that its list belongs to this layout.
    virtual bool ownsItems(const std::vector<QByteArray>&) const { return false; }
};

} // namespace dueline
