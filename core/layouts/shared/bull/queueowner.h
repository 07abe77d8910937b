// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Framework that owns the keys with a given prefix. Bull and BullMQ use the same names for most keys, and a BullMQ
/// dashboard writes BullMQ's version into the keys of a Bull queue when it opens the queue.
enum class QueueOwner : quint8 {
    Nobody, ///< no key indicates that the queue exists
    Bull,
    Bullmq,
    Both, ///< Both frameworks have opened the queue. The user must choose the owner before any change.
    // Some jobs are missing or were not written by Bull, but no BullMQ keys exist. The user must choose the owner.
    Unproven,
};

/// Evidence in the keys of a queue that shows which framework owns the queue.
struct OwnerSigns
{
    bool counter = false; ///< true if the counter `id` exists, which is incremented for every added job
    bool stamped = false; ///< true if `meta` contains BullMQ's version or its event limit
    bool events = false; ///< true if the `events` stream exists, which only BullMQ creates
    bool marker = false; ///< true if the `marker` set exists, which only BullMQ creates
    bool bullmqSets = false; ///< true if `prioritized` or `waiting-children` exists; only BullMQ creates these sets
    bool priorityCounter = false; ///< true if `pc` exists, which only BullMQ creates
    bool metaPaused = false; ///< true if `meta-paused` exists, which Bull sets while a queue is paused
    bool priorities = false; ///< true if Bull's `priority` set exists
    bool bullJob = false; ///< true if a job has fields that only Bull writes
    bool bareJob = false; ///< true if a job has the three options that Bull always writes and BullMQ rarely writes
    bool otherJob = false; ///< true if a job lacks one of the three options that Bull always writes
    bool timedJob = false; ///< true if a job has options and a timestamp, which both frameworks write
    bool unreadJob = false; ///< true if a job has no readable options
    /// True if an id has no job. Keys were lost in this case, so missing evidence proves nothing.
    bool lostJob = false;
    bool oldMarker = false; ///< true if `wait` contains a marker, which only BullMQ 3 and 4 add

    /// Returns whether the queue definitely exists. A counter alone is not sufficient, since any program may have a key
    /// that ends in `:id`.
    bool areEvident() const { return stamped || events || metaPaused || priorities || bullJob || bareJob || timedJob; }
    /// Returns whether there are keys that only BullMQ's scripts create. `meta` and `marker` are not among them: a
    /// dashboard may create `meta`, and Dueline may create `marker`.
    bool proveBullmq() const { return events || bullmqSets || (priorityCounter && otherJob); }
    bool operator==(const OwnerSigns&) const = default;
};

QueueOwner ownerOf(const OwnerSigns& signs);

/// Keys that contain a queue's jobs. They show that a queue exists even if its counter or `meta` is missing.
struct JobHolders
{
    /// Returns the prefix of a queue's keys, such as `bull:mail:`, given a key that contains jobs of the queue; nullopt
    /// if the key's name has a different form.
    static std::optional<QByteArray> baseOf(QByteArrayView key);
    /// Returns a command that counts the existing keys that contain jobs of a queue.
    static Command count(const QByteArray& base);
};

/// Reads the evidence for the owner of each queue, including evidence in up to 18 jobs per queue, in three round trips
/// for all queues together. `ask`: sends a pipeline. `ours`: prefix of Dueline's own keys; if empty, jobs in the trash
/// are ignored. A key that cannot be read (wrong type, no permission) provides no evidence. Errors: those of `ask`.
/// lua/include/queueowner.lua applies the same rules.
Result<std::vector<OwnerSigns>> readOwnerSigns(
    const AskServer& ask, const std::vector<QByteArray>& bases, const QByteArray& ours = {});

/// Returns whether the user must choose the owner before any change.
constexpr bool isDisputed(QueueOwner owner) { return owner == QueueOwner::Both || owner == QueueOwner::Unproven; }

/// Returns a sentence stating that both frameworks have opened a queue, and explaining how to specify its owner.
QByteArray bothOpened(QByteArrayView prefix);
/// Returns a sentence stating that no key shows the owner of a queue, and explaining how to specify the owner.
QByteArray unprovenOwner(QByteArrayView prefix);
/// Returns the sentence for a queue whose owner is disputed; empty for other queues.
QByteArray ownerNote(QueueOwner owner, QByteArrayView prefix);

} // namespace dueline
