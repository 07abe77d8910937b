// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"
#include "core/layouts/custom/adoptstore.h"

#include <functional>

namespace dueline {

/// Maximum number of entries that one step adopts or returns to their key.
inline constexpr int adoptedPerStep = 100;

/// Request to move tasks into a native queue.
struct AdoptRequest
{
    ConnectionSpec from; ///< source connection, with a custom layout
    QueueName to; ///< native queue on the same server, under from.prefix; empty: named after the key
    Access access = Access::Operate; ///< permissions of the user's session
    QByteArray by; ///< user who requested the adoption: `user@host`
    QByteArray reason;
};

/// Numbers of entries that were not adopted, by reason.
struct AdoptLeft
{
    qint64 gone = 0; ///< entries that another client had already removed
    qint64 locked = 0; ///< entries that a worker has locked
    qint64 timeless = 0; ///< entries whose score is not a valid time: infinite, or after the year 9999
    qint64 unreadable = 0; ///< entries that are not messages of the layout, or whose type is not a valid name

    qint64 total() const { return gone + locked + timeless + unreadable; }
    /// Returns a summary such as `2 locked by a worker, 1 not readable`; empty if there are none.
    QString summary() const;
    bool operator==(const AdoptLeft&) const = default;
};

struct AdoptPreview
{
    QueueName to;
    qint64 entries = 0; ///< current number of entries in the layout's key
    // unset for lists: they have no times, and all of their entries are due immediately
    std::optional<TimePoint> firstDue;
    std::optional<TimePoint> lastDue;
    /// readable entries in Dueline's store next to the key; they are not adopted
    StateCounts staying;
    qint64 interrupted = 0; ///< unfinished adoptions into this queue; they will be completed first
    std::optional<QueueInfo> target; ///< target queue, if it exists
    TimePoint serverNow{};

    bool operator==(const AdoptPreview&) const = default;
};

struct AdoptProgress
{
    qint64 total = 0; ///< number of entries at the start
    qint64 done = 0; ///< tasks added to the native queue, including those of an interrupted adoption
    AdoptLeft left;
    bool finished = false;
    bool cancelled = false;

    bool operator==(const AdoptProgress&) const = default;
};

/// Returns the task for an entry; nullopt if the entry cannot be adopted (the reason is counted in `left`).
/// `operation`: the unique part of the adoption's id. `listedAt`: due time of the first item of a list; each further
/// item is due one millisecond later. The task's id depends only on the entry and the operation, so a repeated call
/// finds the existing task.
std::optional<NewTask> adoptedTask(const AdoptStore& store, const QByteArray& operation, qint64 ordinal,
    const HomeEntry& entry, TimePoint listedAt, AdoptLeft* left = nullptr);

/// Returns the parameters for connecting to the native queue of an adoption.
ConnectionSpec nativeSide(ConnectionSpec from);
/// Checks whether a connection's tasks can be adopted. Errors: Usage (not a custom layout, or an invalid type), Refused
/// (in a cluster, the locks or the separate keys are in different slots).
Result<> checkAdoptable(const ConnectionSpec& from);
/// Returns the target queue without `@native`, derived from the layout of `from` if the request names none. Errors:
/// Usage if no name can be derived, or if the name has the suffix of another layout.
Result<QueueName> adoptTarget(const AdoptRequest& request);

} // namespace dueline
