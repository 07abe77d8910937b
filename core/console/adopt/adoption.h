// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/layouts/custom/adoptstore.h"

#include <functional>

namespace dueline {

/// Maximum number of entries that a step moves, in either direction.
inline constexpr int adoptedPerStep = 100;

/// Request to move a custom layout's tasks into a native queue.
struct AdoptRequest
{
    ConnectionSpec from; ///< source connection, with a custom layout
    /// native queue on the same server, under from.prefix; if empty, its name is derived from the layout's key
    QueueName to;
    Access access = Access::Operate; ///< access of the user's session
    QByteArray by; ///< requesting user, as `user@host`
    QByteArray reason;
};

/// Number of entries that weren't adopted, by reason.
struct AdoptLeft
{
    qint64 gone = 0; ///< entries that another program removed first
    qint64 locked = 0; ///< entries locked by a worker that is running them
    qint64 timeless = 0; ///< entries whose score is not a valid time: infinite, or after the year 9999
    qint64 unreadable = 0; ///< entries that aren't messages of the layout, or whose type isn't a valid type name

    qint64 total() const { return gone + locked + timeless + unreadable; }
    /// Returns the numbers with their reasons, such as `2 locked by a worker, 1 unreadable`; empty if all are zero.
    QString summary() const;
    bool operator==(const AdoptLeft&) const = default;
};

struct AdoptPreview
{
    QueueName to;
    qint64 entries = 0; ///< number of entries in the layout's key
    // Earliest due time; nullopt for lists, whose entries have no times and are due immediately.
    std::optional<TimePoint> firstDue;
    std::optional<TimePoint> lastDue;
    /// Entries that aren't adopted because Dueline has moved them to its own store next to the key, such as discarded
    /// ones.
    StateCounts staying;
    qint64 interrupted = 0; ///< number of interrupted adoptions into this queue, which the run completes first
    std::optional<QueueInfo> target; ///< target queue; nullopt if it doesn't exist yet
    TimePoint serverNow{};

    bool operator==(const AdoptPreview&) const = default;
};

struct AdoptProgress
{
    qint64 total = 0; ///< number of entries at the start
    qint64 done = 0; ///< number of tasks added to the native queue, including those of interrupted adoptions
    AdoptLeft left;
    bool finished = false;
    bool cancelled = false;

    bool operator==(const AdoptProgress&) const = default;
};

/// Returns the task for an entry. If the entry can't be adopted, returns nullopt and counts the reason in `left`.
/// `operation`: unique part of the adoption's id. `listedAt`: due time of a list's first item; each further item is due
/// one millisecond later. The task's id depends only on the entry and the operation, so adding the task twice has no
/// effect.
std::optional<NewTask> adoptedTask(const AdoptStore& store, const QByteArray& operation, qint64 ordinal,
    const HomeEntry& entry, TimePoint listedAt, AdoptLeft* left = nullptr);

/// Returns the connection to an adoption's target: the same server, with the native layout and without masking.
ConnectionSpec nativeSide(ConnectionSpec from);
/// Checks whether a connection's tasks can be adopted. Errors: Usage (the layout is not custom, or its type is not a
/// valid name), Refused (in a cluster, the layout's keys are in several slots).
Result<> checkAdoptable(const ConnectionSpec& from);
/// Returns the target queue, without `@native`. If the request names none, derives its name from the layout. Errors:
/// Usage if no name can be derived, or if the name ends in another layout's suffix.
Result<QueueName> adoptTarget(const AdoptRequest& request);

} // namespace dueline
