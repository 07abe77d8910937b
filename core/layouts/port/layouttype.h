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
struct KnownKeys;
struct PlacedQueue;

/// Sends a pipeline of reads.
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
    QByteArray session; ///< names the worker or operator; empty: the layout creates one
    Access access = Access::ReadOnly;
    /// Queue names that a discovery finds. If null, a layout whose queues no key lists searches for them itself.
    std::shared_ptr<const FoundQueues> found = {};
};

/// Returns the error of LayoutType::parse() for a text that names no layout of the type.
Error noSuchLayout(const QString& text);

/// Type of layout, with everything that other code needs to know about it. Each layout's folder defines at least one
/// type, and the catalogue lists them all. A layout that lacks a feature keeps the default implementation. Parameters
/// passed in are always those of the type itself.
class LayoutType
{
public:
    LayoutType() = default;
    virtual ~LayoutType() = default;
    LayoutType(const LayoutType&) = delete;
    LayoutType& operator=(const LayoutType&) = delete;

    /// Returns the name that starts its `--layout` text: `zset`.
    virtual QByteArray name() const = 0;

    /// Returns whether it can be opened. If not, its queues are only found and counted.
    virtual bool isReadable() const { return true; }
    /// Returns whether the user can choose it. If not, it exists for tests.
    virtual bool isOffered() const { return isReadable(); }
    /// Parses `rest`, the part of `text` after the name: `:KEY?…` or nothing. Errors: Usage, a sentence that names
    /// `text`; NotFound if `text` names no layout of this type.
    virtual Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const;
    /// Returns the text that parse() reads back.
    virtual QString text(const LayoutParameters* parameters) const;
    /// Opens a backend. Errors: as the layout's own open; those of RedisClient::open.
    virtual Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const;
    virtual LayoutFacts facts(const LayoutParameters*) const { return {}; }
    /// Returns the layouts it consists of; empty if it is a single one.
    virtual std::vector<LayoutSpec> parts(const LayoutParameters* parameters) const;
    /// Returns whether it also opens layouts that are isSought() when they are found on the server.
    virtual bool finds() const { return false; }
    /// Returns whether both parameters address the same tasks.
    virtual bool isSame(const LayoutParameters* a, const LayoutParameters* b) const { return text(a) == text(b); }
    /// Returns how it is written on a command line; empty if it is not offered there.
    virtual std::vector<LayoutUsage> usage() const { return {}; }
    /// Returns the forms in which dialogs offer it; empty if no dialog does.
    virtual std::vector<LayoutForm> forms() const { return {}; }
    /// Returns its Lua scripts, which identify logged commands.
    virtual std::vector<const ScriptLibrary*> scripts() const { return {}; }
    /// Returns the rights that a Redis user needs for its queues in a role. `prefix` is the prefix of Dueline's own
    /// keys. nullopt if there is no such role or its rights are unknown.
    virtual std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const;
    /// Returns the key patterns of one queue, if they can be recognised only by its name. rights() omits these
    /// patterns.
    virtual QByteArrayList queuePatterns(const LayoutParameters*, const QueueName&) const { return {}; }

    /// Returns the product that stores its queues: `BullMQ`. Empty if it is the same as name().
    virtual QByteArray product() const { return {}; }
    /// Returns whether a connection that opens what it finds (`auto`) searches for it, by the functions below.
    virtual bool isSought() const { return false; }
    /// Returns whether its queues may have any name. Names of other queues are checked by checkQueueName().
    virtual bool namesAnyQueue() const { return isSought(); }
    /// Returns the place to which a key's name belongs: the common beginning of the keys of one or more queues of this
    /// layout. Returns nullopt if there is none.
    virtual std::optional<QByteArray> placeOf(QByteArrayView key) const;
    /// Returns the Redis type of keys that are places whatever their names: `stream`. Empty if names point to the
    /// places.
    virtual QByteArray soughtType() const { return {}; }
    /// Returns whether any program may have very many keys that point to such a place. It is inspected in a later round
    /// if very many of them wait.
    virtual bool isGuess(QByteArrayView) const { return false; }
    /// Returns whether only samples of such guesses are inspected; see KeyFamilies.
    virtual bool isSampled(QByteArrayView) const { return false; }
    /// Returns places that may hold queues even if no key's name points to them.
    virtual std::vector<QByteArray> usualPlaces() const { return {}; }
    /// Inspects these places in few round trips. The result for a place without queues of this layout is nullopt.
    /// Errors: those of `ask`.
    virtual Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const;
    /// Returns commands that show whether a queue may exist: it may if any reply is a number above zero.
    virtual std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const;

    /// Returns the beginning of the keys of Dueline's records and trash next to a queue, after `dueline:overlay:`:
    /// `mail@sidekiq:`. Empty if it is unknown or nothing is stored there.
    virtual QByteArray besideOf(const LayoutParameters*, const QueueName&) const { return {}; }
    /// Returns the queue of a beginning that besideOf() has returned; nullopt if it is not of this type. The default
    /// reads `QUEUE@LAYOUT:`.
    virtual std::optional<PlacedQueue> queueBeside(const QByteArray& beginning) const;

    /// Finds its queues on a server with bounded reads. Errors: those of RedisClient, but never Permission.
    virtual Result<> detect(Detection&) const { return {}; }
    /// Suggests keys that may be its queues, among keys that no known system owns. Errors: as detect().
    virtual Result<> guess(KeyGuesses&) const { return {}; }
    /// Returns whether a key belongs to this layout, by its name and by the queues that were found.
    virtual bool owns(QByteArrayView, const KnownKeys&) const { return false; }
    /// Returns whether some items of a list show that it belongs to this layout.
    virtual bool ownsItems(const std::vector<QByteArray>&) const { return false; }
};

} // namespace dueline
