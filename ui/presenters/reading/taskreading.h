// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <map>
#include <optional>

namespace dueline {

/// Set of tasks listed in the table: the tasks of a queue that have certain states and match a
/// filter.
struct TaskScope
{
    QueueName queue;
    StateSet states; ///< states of the listed tasks; never empty
    TaskFilter filter;

    bool operator==(const TaskScope&) const = default;
};

/// Returns whether the newest tasks come first. This is true only for a single final state (Failed, Done or Trash).
/// Multiple states are merged by instant, earliest first.
bool listsNewestFirst(StateSet states);

/// Result of one read: the number of tasks in the scope, and pages for the table's model.
struct TaskPages
{
    qint64 total = 0;
    std::map<int, std::vector<Task>> pages;
};

/// Progress of a search. Because tasks may change their states while the search proceeds from state to state, tasks
/// that ended after the search began are ignored, and a task found twice is counted once.
struct FilterWalk
{
    QByteArray cursor; ///< position of the search; empty at the beginning and at the end
    std::optional<TimePoint> startedAt; ///< server time when the search began; nullopt before that
    QSet<size_t> met; ///< 64-bit hashes of the ids of all matches; collisions among a million ids are negligible

    bool isOver() const { return startedAt && cursor.isEmpty(); }
};

/// Result of one or more steps of a search.
struct TaskHits
{
    std::vector<Task> matches; ///< matches that were not found in earlier steps
    qint64 examined = 0;
    FilterWalk walk;
};

/// Loads pages by rank. Adjacent pages are read together, because seeking to a position costs as much as reading a
/// page. Must be called on a lane, like all functions below.
Result<TaskPages> loadPages(Backend& backend, const TaskScope& scope, std::vector<int> wanted);

/// Rank of a task in a scope without a filter, and the page that contains the task.
struct TaskRank
{
    qint64 total = 0; ///< number of tasks in the scope
    int row = -1; ///< index of the task; -1 if it is not in the scope
    int page = 0;
    std::vector<Task> tasks; ///< tasks on the page
};

/// Finds a task by its instant. In a queue of a million tasks, this requires about twenty reads of single tasks.
Result<TaskRank> rankOf(Backend& backend, const TaskScope& scope, const TaskId& id);

/// Step-by-step reader of references to the first tasks by rank, a thousand per step.
struct RefsReading
{
    TaskScope scope;
    std::size_t most = 0; ///< maximum number of references
    std::vector<TaskRef> refs = {};

    /// Performs one step. Returns true once all references have been read.
    Result<bool> step(Backend& backend);
};

/// Continues a search for one time slice. A missing queue is treated as empty. `brief`: see SearchRequest::errorsAlone.
Result<TaskHits> searchSteps(Backend& backend, const TaskScope& scope, FilterWalk walk, bool brief = false);

} // namespace dueline
