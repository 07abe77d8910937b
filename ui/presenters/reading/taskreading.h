// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <map>
#include <optional>

namespace dueline {

/// Set of tasks listed in the table: the tasks in a queue that are in certain states and match a filter.
struct TaskScope
{
    QueueName queue;
    StateSet states; ///< states of the listed tasks; never empty
    TaskFilter filter;

    bool operator==(const TaskScope&) const = default;
};

/// Returns whether the newest tasks come first, which is only true for a single final state (Failed, Done or Trash).
/// Multiple states are merged by instant, earliest first.
bool listsNewestFirst(StateSet states);

/// Result of one read: the number of tasks in the scope, and pages for the table's model.
struct TaskPages
{
    qint64 total = 0;
    std::map<int, std::vector<Task>> pages;
};

/// Progress of a search. Tasks may change state while the search goes through the states, so tasks that ended after the
/// search began are ignored, and a task found twice is counted once.
struct FilterWalk
{
    QByteArray cursor; ///< position of the search; empty at the beginning and the end
    std::optional<TimePoint> startedAt; ///< server time when the search began; nullopt before that
    QSet<size_t> met; ///< 64-bit hashes of all matches' ids; collisions among a million ids are negligible

    bool isOver() const { return startedAt && cursor.isEmpty(); }
};

/// Result of one or more steps of a search.
struct TaskHits
{
    std::vector<Task> matches; ///< matches that earlier steps didn't find
    qint64 examined = 0;
    FilterWalk walk;
};

/// Loads pages by rank. Adjacent pages are read together, because seeking costs as much as reading a page. Like all
/// functions below, this must be called on a lane.
Result<TaskPages> loadPages(Backend& backend, const TaskScope& scope, std::vector<int> wanted);

/// Rank of a task in a scope without a filter, and the page that contains the task.
struct TaskRank
{
    qint64 total = 0; ///< number of tasks in the scope
    int row = -1; ///< task's index; -1 if it isn't in the scope
    int page = 0;
    std::vector<Task> tasks; ///< tasks on the page
};

/// Finds a task by its instant. In a queue of a million tasks, this reads about twenty single tasks.
Result<TaskRank> rankOf(Backend& backend, const TaskScope& scope, const TaskId& id);

/// Step-by-step reader of references to the first tasks by rank, a thousand per step.
struct RefsReading
{
    TaskScope scope;
    std::size_t most = 0; ///< maximum number of references
    std::vector<TaskRef> refs = {};

    /// Runs one step. Returns true when all references have been read.
    Result<bool> step(Backend& backend);
};

/// Continues a search for one time slice. A missing queue is treated as empty. `brief`: see SearchRequest::errorsAlone.
Result<TaskHits> searchSteps(Backend& backend, const TaskScope& scope, FilterWalk walk, bool brief = false);

} // namespace dueline
