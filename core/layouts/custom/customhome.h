// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinspector.h"

namespace dueline {

/// What an overview tells of the tasks in another design's own key.
struct HomeCounts
{
    bool exists = false; ///< the key is there
    qint64 scheduled = 0;
    qint64 due = 0;
    qint64 leased = 0; ///< held by workers of that design, where that can be told
    qint64 damaged = 0; ///< what is no task of that design
    std::optional<TimePoint> oldestDue; ///< as in QueueInfo
    bool oldestUnknown = false; ///< likewise
    std::optional<TimePoint> nextDue;
};

/// The tasks of a queue that no worker of ours has taken yet: they are where their design keeps them, in states
/// Scheduled and Due, and Leased while a worker of theirs has them. `now` is always the server's. Nothing here writes.
/// Errors of all: those of QueueInspector; WrongType names their key.
class CustomHome
{
public:
    virtual ~CustomHome() = default;

    virtual Result<HomeCounts> counts(TimePoint now) = 0;
    /// Those in `states` at ranks [offset, offset + limit), soonest first, and how many there are.
    virtual Result<TaskPage> page(StateSet states, TimePoint now, qint64 offset, int limit) = 0;
    /// As QueueInspector::search, for what is here; the cursor is this home's.
    virtual Result<SearchStep> search(const SearchRequest& request, TimePoint now) = 0;
    /// nullopt: it is not here.
    virtual Result<std::optional<Task>> find(const TaskId& id, TimePoint now) = 0;
    virtual Result<std::optional<QByteArray>> payload(const TaskId& id) = 0;
    /// Adds what is here to the bins; their bounds are given.
    virtual Result<> addTo(std::vector<TimelineBin>& bins, TimePoint now) = 0;
    virtual Result<std::optional<TimePoint>> lastDue(TimePoint now) = 0;
};

} // namespace dueline
