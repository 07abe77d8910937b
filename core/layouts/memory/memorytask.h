// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// Where a task stands: exactly one of the six sets of the native layout. Scheduled and Due share Pending.
enum class MemoryColumn : quint8 {
    Pending, ///< never leased
    Retry, ///< comes back: was leased before, or was retried by an operator
    Leased,
    Failed,
    Done,
    Trash,
};

inline constexpr std::array allColumns{MemoryColumn::Pending, MemoryColumn::Retry, MemoryColumn::Leased,
    MemoryColumn::Failed, MemoryColumn::Done, MemoryColumn::Trash};

/// What an edit may change.
struct MemoryContent
{
    TaskOptions options;
    QByteArray payload;
    std::optional<TimePoint> startBefore = {};
};

/// What an operator action found, and how it can be told that nothing happened since.
struct MemoryBefore
{
    OperationId operation;
    TimePoint when{}; ///< of the action; forgotten some time after
    MemoryColumn column
        = MemoryColumn::Pending; ///< a leased task counts as one that came back when its lease was taken
    TimePoint at{};
    int attempts = 0;
    int expiries = 0;
    MemoryColumn columnAfter = MemoryColumn::Pending;
    qint64 fenceAfter = 0;
    std::optional<MemoryContent> held = {}; ///< of an edit: what the task held
};

/// Everything that is known of one task.
struct MemoryTask
{
    TaskId id;
    QByteArray payload;
    TaskOptions options;
    std::optional<TimePoint> addedAt;

    MemoryColumn column = MemoryColumn::Pending;
    TimePoint at{}; ///< due, lease expiry, or when it got there
    std::optional<TimePoint> firstDue; ///< the due time of its first lease
    std::optional<TimePoint> startBefore; ///< options.expiresAt until it ended, or was failed for it

    int attempts = 0; ///< finished ones
    qint64 fence = 0; ///< leases ever given, never reset
    int expiries = 0; ///< leases that ran out
    std::vector<Attempt> history; ///< the last 20 that went wrong
    std::optional<QByteArray> result;
    std::optional<MemoryBefore> before;

    // While leased:
    QByteArray token;
    QByteArray session;
    TimePoint leasedAt{};
    bool cancelRequested = false;

    bool envelopeDamaged = false; ///< tests damage it: load() must say so
};

} // namespace dueline
