// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Framework that owns the keys with a common prefix. Bull and BullMQ use the same names for most keys, and a BullMQ
/// dashboard that merely opens a Bull queue writes BullMQ's version into its keys.
enum class QueueOwner : quint8 {
    Nobody, ///< no key shows that there is a queue
    Bull,
    Bullmq,
    Both, ///< Both frameworks have opened the queue. The user must choose the owner before any change.
    // Some jobs are missing or were not written by Bull, but there are no BullMQ keys. The user must choose the owner.
    Unproven,
};

/// Signs in the keys of a queue that show which framework owns it.
struct OwnerSigns
{
    bool counter = false; ///< true if the counter `id` exists, which is incremented whenever a job is added
    bool stamped = false; ///< true if `meta` contains BullMQ's version or its limit for events
    bool events = false; ///< true if the `events` stream exists, which only BullMQ creates
    bool marker = false; ///< true if the `marker` set exists, which only BullMQ creates
    bool bullmqSets = false; ///< true if `prioritized` or `waiting-children` exists, sets that only BullMQ creates
    bool priorityCounter = false; ///< true if `pc` exists, which only BullMQ creates
    bool metaPaused = false; ///< true if Bull's own key for a paused queue exists
    bool priorities = false; ///< true if Bull's set `priority` exists
    bool bullJob = false; ///< true if a job has fields that only Bull writes
    bool bareJob = false; ///< true if a job has the three options that Bull always writes and BullMQ rarely does
    bool otherJob = false; ///< true if a job lacks one of these options
    bool timedJob = false; ///< true if a job has options and a timestamp, which both frameworks write
    bool unreadJob = false; ///< true if a job has no readable options
    bool lostJob = false; ///< true if an id has no job: keys were lost, so that a missing sign proves nothing
    bool oldMarker = false; ///< true if `wait` contains a marker, which only BullMQ 3 and 4 add

    /// Returns whether the queue certainly exists. A counter alone is not sufficient, since any program may have a key
    /// that ends in `:id`.
    bool areEvident() const { return stamped || events || metaPaused || priorities || bullJob || bareJob || timedJob; }
    /// Returns whether there are keys that only BullMQ's scripts create. These do not include `meta`, which a dashboard
    /// creates, and `marker`, which Dueline creates.
    bool proveBullmq() const { return events || bullmqSets || (priorityCounter && otherJob); }
    bool operator==(const OwnerSigns&) const = default;
};

QueueOwner ownerOf(const OwnerSigns& signs);

/// Keys that hold a queue's jobs. They show that a queue exists even if its counter or `meta` is missing.
struct JobHolders
{
    /// Returns the common prefix of a queue's keys, given a key that holds its jobs: `bull:mail:`. nullopt if the key's
    /// name has a different form.
    static std::optional<QByteArray> baseOf(QByteArrayView key);
    /// Returns a command that counts these keys.
    static Command count(const QByteArray& base);
};

/// Reads the signs of each queue's owner, including those in at most eighteen jobs per queue, in three round trips for
/// all queues. `ask`: sends a pipeline. `ours`: prefix of Dueline's own keys; if it is empty, jobs in the trash are
/// ignored. A key that cannot be read (wrong type, no permission) provides no sign. Errors: those of `ask`.
/// lua/include/queueowner.lua applies the same rules.
Result<std::vector<OwnerSigns>> readOwnerSigns(
    const AskServer& ask, const std::vector<QByteArray>& bases, const QByteArray& ours = {});

/// Returns whether the user must choose the owner before any change.
constexpr bool isDisputed(QueueOwner owner) { return owner == QueueOwner::Both || owner == QueueOwner::Unproven; }

/// Returns a sentence stating that both frameworks have opened a queue, and how the user can choose its owner.
QByteArray bothOpened(QByteArrayView prefix);
/// Returns a sentence stating that no key shows the owner of a queue, and how the user can choose it.
QByteArray unprovenOwner(QByteArrayView prefix);
/// Returns the sentence for a disputed queue; empty for any other.
QByteArray ownerNote(QueueOwner owner, QByteArrayView prefix);

} // namespace dueline
