// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline {

/// One of the six sets of tasks, as in the native layout. Scheduled and Due tasks are both in Pending.
enum class MemoryColumn : quint8 {
    Pending, ///< never leased
    Retry, ///< leased before, or moved here by an operator's retry
    Leased,
    Failed,
    Done,
    Trash,
};

inline constexpr std::array allColumns{MemoryColumn::Pending, MemoryColumn::Retry, MemoryColumn::Leased,
    MemoryColumn::Failed, MemoryColumn::Done, MemoryColumn::Trash};

/// Parts of a task that an edit may change.
struct MemoryContent
{
    TaskOptions options;
    QByteArray payload;
    std::optional<TimePoint> startBefore = {};
};

/// A task's place and content before an edit, and its content afterwards. If a later operation on the task is undone,
/// the edit can still be undone.
struct MemoryEdit
{
    TaskId id;
    MemoryContent held;
    QByteArray revisionAfter;
    MemoryColumn column = MemoryColumn::Pending;
    TimePoint at{};
    qint64 fence = 0;
};

/// A task's state before an operator action, and data that shows whether the task has changed since then.
struct MemoryBefore
{
    OperationId operation;
    TimePoint when{}; ///< time of the action; also determines when this record expires
    /// Set that contained the task. Retry for a leased task, because the action revoked its lease.
    MemoryColumn column = MemoryColumn::Pending;
    TimePoint at{};
    int attempts = 0;
    int expiries = 0;
    MemoryColumn columnAfter = MemoryColumn::Pending;
    qint64 fenceAfter = 0;
    std::optional<MemoryContent> held = {}; ///< for an edit: the previous content
};

/// Task with all of its data.
struct MemoryTask
{
    TaskId id;
    QByteArray payload;
    TaskOptions options;
    std::optional<TimePoint> addedAt;

    MemoryColumn column = MemoryColumn::Pending;
    TimePoint at{}; ///< due time, lease expiry, or the time when the task entered its set
    std::optional<TimePoint> firstDue; ///< due time of the task when it was first leased
    /// start deadline; cleared when the task ends or misses the deadline
    std::optional<TimePoint> startBefore;

    int attempts = 0; ///< number of finished attempts
    qint64 fence = 0; ///< number of leases granted; never reset
    int expiries = 0; ///< number of expired leases
    std::vector<Attempt> history; ///< last 20 failed attempts
    std::optional<QByteArray> result;
    std::optional<MemoryBefore> before;

    // Used only while the task is leased:
    QByteArray token;
    QByteArray session;
    TimePoint leasedAt{};
    bool cancelRequested = false;

    bool envelopeDamaged = false; ///< for tests: makes load() report damaged task data
};

} // namespace dueline
