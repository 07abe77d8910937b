// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <map>

namespace dueline {

/// What the table shows: a queue, some states of it, a filter.
struct TaskScope
{
    QueueName queue;
    StateSet states; ///< never empty
    TaskFilter filter;

    bool operator==(const TaskScope&) const = default;
};

/// What one look at the server brings: the size of the scope and some pages of the table's model.
struct TaskPages
{
    qint64 total = 0;
    std::map<int, std::vector<Task>> pages;
};

/// What some steps of a search bring.
struct TaskHits
{
    std::vector<Task> matches;
    qint64 examined = 0;
    QByteArray cursor; ///< empty: it is over
};

/// Pages by rank. Neighbouring ones are read together: finding the place costs as much as reading it. On a lane, as all
/// of these.
Result<TaskPages> loadPages(Backend& backend, const TaskScope& scope, std::vector<int> wanted);
/// The first ones by rank, at least `most` where there are as many.
Result<std::vector<TaskRef>> loadRefs(Backend& backend, const TaskScope& scope, std::size_t most);
/// Goes on where `cursor` is, for 30 ms or a step.
Result<TaskHits> searchSteps(Backend& backend, const TaskScope& scope, QByteArray cursor);

} // namespace dueline
