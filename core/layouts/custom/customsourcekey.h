// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

namespace dueline {

/// Task counts for a custom design's own key.
struct HomeCounts
{
    bool exists = false;
    qint64 scheduled = 0;
    qint64 due = 0;
    qint64 leased = 0; ///< number of tasks held by the design's own workers; 0 if the key doesn't show this
    qint64 damaged = 0; ///< number of entries that aren't tasks of the design
    std::optional<TimePoint> oldestDue; ///< see QueueInfo::oldestDue
    bool oldestUnknown = false; ///< see QueueInfo::oldestUnknown
    std::optional<TimePoint> nextDue;
};

/// Reader for a design's own key, which contains the tasks that no Dueline worker has claimed. They are Scheduled or
/// Due, or Leased while one of the design's own workers holds them. `now` is always the server's time. Never writes.
/// Any call can fail with WrongType, naming the design's key, or with any of QueueInspector's errors.
class CustomSourceKey
{
public:
    virtual ~CustomSourceKey() = default;

    virtual Result<HomeCounts> counts(TimePoint now) = 0;
    /// Returns the tasks in `states` at ranks [offset, offset + limit), soonest first, and the total task count.
    virtual Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) = 0;
    /// Implements QueueInspector::search() for this key's tasks. Cursors are valid only for this key.
    virtual Result<SearchStep> search(const SearchRequest& request, TimePoint now) = 0;
    /// Returns the task with this id; nullopt if it isn't in this key.
    virtual Result<std::optional<Task>> find(const TaskId& id, TimePoint now) = 0;
    virtual Result<std::optional<QByteArray>> payload(const TaskId& id) = 0;
    /// Sets whether find() and payload() may return tasks from recent search results. Exports enable this: they read
    /// each task right after a search has found it, and finding it again might take a scan.
    virtual void useFound(bool) { }
    /// Adds this key's tasks to the bins, whose bounds must already be set.
    virtual Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) = 0;
    virtual Result<std::optional<TimePoint>> lastDue(TimePoint now) = 0;
};

} // namespace dueline
