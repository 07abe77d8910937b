// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <map>
#include <optional>

namespace dueline {

/// Tasks shown by the table: a queue, states and a filter.
struct TaskScope
{
    QueueName queue;
    StateSet states; ///< never empty
    TaskFilter filter;

    bool operator==(const TaskScope&) const = default;
};

/// Returns whether the newest tasks come first: only for a single final state (Failed, Done or Trash). Several states
/// are merged by instant, earliest first.
bool listsNewestFirst(StateSet states);

/// Result of one read: the number of tasks in the scope, and pages of the table's model.
struct TaskPages
{
    qint64 total = 0;
    std::map<int, std::vector<Task>> pages;
};

/// Progress of a search. Tasks may change state while the search proceeds from state to state. Tasks that ended after
/// the search began are ignored, and a task that is found twice is counted once.
struct FilterWalk
{
    QByteArray cursor; ///< empty at the beginning and at the end
    std::optional<TimePoint> startedAt; ///< server time at the start; nullopt before the start
    QSet<size_t> met; ///< matches so far, as 64-bit hashes of their ids; collisions among a million ids are negligible

    bool isOver() const { return startedAt && cursor.isEmpty(); }
};

/// Result of one or more steps of a search.
struct TaskHits
{
    std::vector<Task> matches; ///< new matches only
    qint64 examined = 0;
    FilterWalk walk;
};

/// Loads pages by rank. Adjacent pages are read together, because finding a position costs as much as reading a page.
/// Runs on a lane, like all functions below.
Result<TaskPages> loadPages(Backend& backend, const TaskScope& scope, std::vector<int> wanted);

/// Rank of a task in a scope without a filter, and the page of the table's model that contains it.
struct TaskRank
{
    qint64 total = 0; ///< number of tasks in the scope
    int row = -1; ///< -1 if the task is not in the scope
    int page = 0;
    std::vector<Task> tasks; ///< tasks of the page
};

/// Finds a task by its instant. In a queue of a million tasks, this takes about twenty reads of one task each.
Result<TaskRank> rankOf(Backend& backend, const TaskScope& scope, const TaskId& id);

/// Reader of references to the first tasks by rank, a thousand per step.
struct RefsReading
{
    TaskScope scope;
    std::size_t most = 0; ///< maximum number of references
    std::vector<TaskRef> refs = {};

    /// Performs one step. Returns true once all references have been read.
    Result<bool> step(Backend& backend);
};

/// Continues a search for one time slice. A missing queue is treated as empty. `brief`: as SearchRequest::errorsAlone.
Result<TaskHits> searchSteps(Backend& backend, const TaskScope& scope, FilterWalk walk, bool brief = false);

} // namespace dueline
