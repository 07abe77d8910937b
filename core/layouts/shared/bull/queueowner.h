// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Framework that owns the keys with a given prefix. Bull and BullMQ share most key names, and a BullMQ dashboard that
/// opens a Bull queue writes BullMQ's version into the queue's keys.
enum class QueueOwner : quint8 {
    Nobody, ///< no key suggests that the queue exists
    Bull,
    Bullmq,
    Both, ///< Both frameworks have opened the queue. The user must choose the owner before making changes.
    // Some jobs are missing or were not written by Bull, but there are no BullMQ keys. The user must choose the owner.
    Unproven,
};

/// Evidence for a queue's owner, found in the queue's keys.
struct OwnerSigns
{
    bool counter = false; ///< true if there is an `id` key, which counts the jobs added
    bool stamped = false; ///< true if `meta` contains BullMQ's version or its event limit
    bool events = false; ///< true if there is an `events` stream, which only BullMQ creates
    bool marker = false; ///< true if there is a `marker` set, which only BullMQ creates
    bool bullmqSets = false; ///< true if there is a `prioritized` or `waiting-children` set, which only BullMQ creates
    bool priorityCounter = false; ///< true if there is a `pc` key, which only BullMQ creates
    bool metaPaused = false; ///< true if there is a `meta-paused` key, which Bull sets while a queue is paused
    bool priorities = false; ///< true if there is a `priority` set, which only Bull creates
    bool bullJob = false; ///< true if a job has fields that only Bull writes
    bool bareJob = false; ///< true if a job has the three options that Bull always writes and BullMQ rarely writes
    bool otherJob = false; ///< true if a job lacks any of the three options that Bull always writes
    bool timedJob = false; ///< true if a job has options and a timestamp, which both frameworks write
    bool unreadJob = false; ///< true if a job has no readable options
    /// True if an id has no job. Keys have been lost, so missing evidence proves nothing.
    bool lostJob = false;
    bool oldMarker = false; ///< true if `wait` contains a marker, which only BullMQ 3 and 4 add

    /// Returns whether the queue definitely exists. A counter alone isn't enough: any program may have a key that ends
    /// in `:id`.
    bool areEvident() const { return stamped || events || metaPaused || priorities || bullJob || bareJob || timedJob; }
    /// Returns whether there are keys that only BullMQ's scripts create. `meta` and `marker` don't count: a dashboard
    /// may create `meta`, and Dueline may create `marker`.
    bool proveBullmq() const { return events || bullmqSets || (priorityCounter && otherJob); }
    bool operator==(const OwnerSigns&) const = default;
};

QueueOwner ownerOf(const OwnerSigns& signs);

/// Keys that hold a queue's jobs. They prove that a queue exists even if its counter or `meta` is missing.
struct JobHolders
{
    /// Returns the key prefix of a queue, such as `bull:mail:`, given a key that holds jobs; nullopt if the key's name
    /// doesn't have this form.
    static std::optional<QByteArray> baseOf(QByteArrayView key);
    /// Returns a command that counts how many of the keys that can hold a queue's jobs exist.
    static Command count(const QByteArray& base);
};

/// Gathers evidence for each queue's owner, from up to 18 jobs per queue, in three round trips overall. `ask`: sends a
/// pipeline. `ours`: prefix of Dueline's own keys; if empty, jobs in the trash are ignored. An unreadable key (wrong
/// type, no permission) provides no evidence. Errors: same as `ask`. lua/include/queueowner.lua applies the same rules.
Result<std::vector<OwnerSigns>> readOwnerSigns(
    const AskServer& ask, const std::vector<QByteArray>& bases, const QByteArray& ours = {});

/// Returns whether the user must choose the owner before making changes.
constexpr bool isDisputed(QueueOwner owner) { return owner == QueueOwner::Both || owner == QueueOwner::Unproven; }

/// Returns a message saying that both frameworks have opened a queue and how to specify its owner.
QByteArray bothOpened(QByteArrayView prefix);
/// Returns a message saying that no key reveals a queue's owner and how to specify the owner.
QByteArray unprovenOwner(QByteArrayView prefix);
/// Returns the message for a queue whose owner is disputed; empty for other queues.
QByteArray ownerNote(QueueOwner owner, QByteArrayView prefix);

} // namespace dueline
