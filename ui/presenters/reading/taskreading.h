// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <map>
#include <optional>

namespace dueline {

/// What the table shows: a queue, some states of it, a filter.
struct TaskScope
{
    QueueName queue;
    StateSet states; ///< never empty
    TaskFilter filter;

    bool operator==(const TaskScope&) const = default;
};

/// Whether the newest stand first: where only tasks are listed that ended in one way, Failed, Done or Trash. Several
/// states are merged by their instants, the earliest first.
bool listsNewestFirst(StateSet states);

/// What one look at the server brings: the size of the scope and some pages of the table's model.
struct TaskPages
{
    qint64 total = 0;
    std::map<int, std::vector<Task>> pages;
};

/// How far a search has come. Tasks go on while it walks from state to state: what ended after it began is not its
/// business, and a task that it meets again, in another state or further behind in the same, was counted already.
struct FilterWalk
{
    QByteArray cursor; ///< empty: at its beginning, or over
    std::optional<TimePoint> startedAt; ///< the server's clock; nullopt: it did not begin
    QSet<size_t> met; ///< of the matches so far, 64 bits of each id: two of a million alike are not to be expected

    bool isOver() const { return startedAt && cursor.isEmpty(); }
};

/// What some steps of a search bring.
struct TaskHits
{
    std::vector<Task> matches; ///< none that came before
    qint64 examined = 0;
    FilterWalk walk;
};

/// Pages by rank. Neighbouring ones are read together: finding the place costs as much as reading it. On a lane, as all
/// of these.
Result<TaskPages> loadPages(Backend& backend, const TaskScope& scope, std::vector<int> wanted);

/// Where a task stands among those of a scope without a filter, and the page of the table's model it stands in.
struct TaskRank
{
    qint64 total = 0; ///< of the scope
    int row = -1; ///< -1: it is not in the scope
    int page = 0;
    std::vector<Task> tasks; ///< of the page
};

/// Finds it by its instant: some twenty reads of one task each, in a queue of a million.
Result<TaskRank> rankOf(Backend& backend, const TaskScope& scope, const TaskId& id);

/// References to the first tasks by rank, a thousand a step.
struct RefsReading
{
    TaskScope scope;
    std::size_t most = 0; ///< at least so many, where there are as many
    std::vector<TaskRef> refs = {};

    /// True: all were read.
    Result<bool> step(Backend& backend);
};

/// Goes on with a search for a turn. A queue that is not there has no tasks. `brief`: as SearchRequest::errorsAlone.
Result<TaskHits> searchSteps(Backend& backend, const TaskScope& scope, FilterWalk walk, bool brief = false);

} // namespace dueline
