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

/// What stands behind a layout's name in `--layout`, as its type has read it. It never changes.
class LayoutParameters
{
public:
    virtual ~LayoutParameters() = default;
};

using LayoutParametersPtr = std::shared_ptr<const LayoutParameters>;

/// For whom a backend is opened, and by which connection.
struct LayoutOpening
{
    std::shared_ptr<RedisLane> lane; ///< may not be connected yet; null where the layout needs no server
    QByteArray prefix; ///< of our own keys; never empty
    QByteArray session; ///< names the worker or operator; empty: made by the layout
    Access access = Access::ReadOnly;
    /// Names of queues that another one finds; null: a layout whose queues no key lists looks for them itself.
    std::shared_ptr<const FoundQueues> found = {};
};

/// The error of LayoutType::parse() for a text that names no layout of the type.
Error noSuchLayout(const QString& text);

/// A kind of layout: everything about it that others need to know. Each folder of a layout ends in one or a few of
/// these, and the catalogue lists them. What is not overridden says that the layout does not have it;
/// parameters are always those of the type itself.
class LayoutType
{
public:
    LayoutType() = default;
    virtual ~LayoutType() = default;
    LayoutType(const LayoutType&) = delete;
    LayoutType& operator=(const LayoutType&) = delete;

    /// How `--layout` begins: `zset`.
    virtual QByteArray name() const = 0;

    /// Whether people can open it: else it is only found and counted.
    virtual bool isReadable() const { return true; }
    /// Whether it is offered to people; else it is there for tests.
    virtual bool isOffered() const { return isReadable(); }
    /// Reads `rest`, the part of `text` behind the name: `:KEY?…` or nothing. Errors: Usage, a sentence that names
    /// `text`; NotFound if `text` names no layout of this type.
    virtual Result<LayoutParametersPtr> parse(const QString& text, QByteArrayView rest) const;
    /// How it is written: parse() reads it back.
    virtual QString text(const LayoutParameters* parameters) const;
    /// Errors: as the layout's own open; those of RedisClient::open.
    virtual Result<std::unique_ptr<Backend>> open(
        const LayoutParametersPtr& parameters, const LayoutOpening& opening) const;
    virtual LayoutFacts facts(const LayoutParameters*) const { return {}; }
    /// The layouts it is made of; empty: it is one.
    virtual std::vector<LayoutSpec> parts(const LayoutParameters* parameters) const;
    /// Whether it opens, besides its parts, what it finds on the server: layouts that are isSought().
    virtual bool finds() const { return false; }
    /// Whether the two mean the same tasks.
    virtual bool isSame(const LayoutParameters* a, const LayoutParameters* b) const { return text(a) == text(b); }
    /// How it is written on a command line; empty: it is not offered there.
    virtual std::vector<LayoutUsage> usage() const { return {}; }
    /// How people choose it; empty: not from a dialog.
    virtual std::vector<LayoutForm> forms() const { return {}; }
    /// Its own Lua, for telling what a command was.
    virtual std::vector<const ScriptLibrary*> scripts() const { return {}; }
    /// What a Redis user needs for its queues in a role; `prefix`: of our own keys. nullopt: there is no such role, or
    /// that is not known.
    virtual std::optional<AclRights> rights(
        AclRole role, const LayoutParameters* parameters, const QByteArray& prefix) const;
    /// Where nothing but its name tells which keys are those of a queue: their patterns, which rights() are without.
    virtual QByteArrayList queuePatterns(const LayoutParameters*, const QueueName&) const { return {}; }

    /// How people call what keeps its queues: `BullMQ`; empty: as name().
    virtual QByteArray product() const { return {}; }
    /// Whether a connection that opens what is there (`auto`) looks for it, by the functions below.
    virtual bool isSought() const { return false; }
    /// The place of queues of its own that a key's name speaks of, which is what all their keys begin with; nullopt: it
    /// speaks of none.
    virtual std::optional<QByteArray> placeOf(QByteArrayView key) const;
    /// Places where queues may be although no key's name speaks of them.
    virtual std::vector<QByteArray> usualPlaces() const { return {}; }
    /// What is at these places, in few round trips; nullopt: nothing of its own. Errors: those of `ask`.
    virtual Result<std::vector<std::optional<PlacedQueue>>> lookAt(
        const AskServer& ask, const std::vector<QByteArray>& places) const;
    /// Commands of whose replies a number above zero says that there may be such a queue.
    virtual std::vector<Command> signsOf(const LayoutParameters* parameters, const QueueName& queue) const;

    /// Returns the beginning of our records' and trash's keys beside a queue, behind `dueline:overlay:`:
    /// `mail@sidekiq:`. Empty if it is unknown or nothing is kept there.
    virtual QByteArray besideOf(const LayoutParameters*, const QueueName&) const { return {}; }
    /// The reverse: the queue that such a beginning belongs to; nullopt: none of this type. By itself it reads
    /// `QUEUE@LAYOUT:` as besideOf() writes it.
    virtual std::optional<PlacedQueue> queueBeside(const QByteArray& beginning) const;

    /// Finds its queues on a server, by bounded reads. Errors: those of RedisClient, but never Permission.
    virtual Result<> detect(Detection&) const { return {}; }
    /// Looks for keys that may be its queues, among keys that belong to nobody known. Errors: as detect().
    virtual Result<> guess(KeyGuesses&) const { return {}; }
    /// Whether a key is one of its own, by its name and by what was found.
    virtual bool owns(QByteArrayView, const KnownKeys&) const { return false; }
};

} // namespace dueline
