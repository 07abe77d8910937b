// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"
#include "core/queue/bulkeditor.h"

#include <QSet>

namespace dueline {

/// Selects an operation's tasks in bounded steps. Omits tasks that the action can't change. The sets change during the
/// scan; four rules keep the selection finite and free of duplicates:
/// - tasks that failed, ended, or were discarded after the start are ignored;
/// - a scan of a waiting set ends at the initial position of its last task, no matter how fast workers add tasks behind
///   it;
/// - the ids of tasks that can appear twice (because they become due, run and return, or their lease is extended) are
///   stored;
/// - no scan is much longer than the initial set.
class TaskSelector
{
public:
    TaskSelector(const OperationRequest& request, OperationId operation);

    /// Adds more tasks to `refs` and `preview`. Returns true once all tasks have been selected. Can be called again
    /// after an error. Errors: NotFound (the queue), NotSupported; otherwise same as QueueInspector.
    Result<bool> step(Backend& backend, RefStore& refs, OperationPreview& preview);
    /// Returns whether the selected tasks are in a list in the queue, in which case `refs` is empty. This requires that
    /// entire states are selected, the layout supports lists, and the server has memory for the list.
    bool isListed() const { return m_bulk != nullptr; }
    /// Returns how many tasks have been examined.
    qint64 examined() const { return m_examined; }
    /// Returns the number of selected tasks whose worker crashed; nullopt if the tasks weren't read one by one.
    std::optional<qint64> crashes() const
    {
        return m_bulk || m_request.selection.kind == TaskSelection::Kind::Refs ? std::nullopt
                                                                               : std::optional(m_crashes);
    }

private:
    struct StateScan
    {
        StateSet states;
        qint64 examineAtMost = 0;
        std::optional<TimePoint> from = {}; ///< first instant to scan; only used if the selection is a list
        std::optional<TimePoint> until = {}; ///< last instant to scan: the last task's time when the scan started
        qint64 examined = 0;
        qint64 there = 0; ///< number of tasks when the scan started; only used if the selection is a list
        QByteArray cursor;
    };

    Result<> begin(Backend& backend, OperationPreview& preview);
    void planWalks(const QueueInfo& info, OperationPreview& preview);
    Result<> planLists(Backend& backend, OperationPreview& preview);
    Result<bool> walkToList(QueueInspector& inspector, OperationPreview& preview);
    Result<> countThoseThatCame(const StateScan& walk, TaskState state, OperationPreview& preview);
    Result<SearchStep> look(QueueInspector& inspector, const StateScan& walk) const;
    Result<> putEach(QueueInspector& inspector, StateScan& walk, OperationPreview& preview);
    Result<> findEnds(QueueInspector& inspector);
    Result<bool> lookUpIds(QueueInspector& inspector, RefStore& refs, OperationPreview& preview);
    bool takeRefs(RefStore& refs, OperationPreview& preview);
    Result<bool> walk(QueueInspector& inspector, RefStore& refs, OperationPreview& preview);
    bool comesAgain(const Task& task);
    static Error tooFast(const QueueName& queue);
    /// Selects a task, or skips it if the layout says that it has already been retried.
    void take(const Task& task, RefStore& refs, OperationPreview& preview);
    void skip(const TaskRef& ref, SkipReason reason, OperationPreview& preview);
    void nameSkipped(QueueInspector& inspector, OperationPreview& preview);
    bool leavesRetriedOut() const;
    void take(const TaskRef& ref, std::optional<TimePoint> dueAt, RefStore& refs, OperationPreview& preview);

    const OperationRequest& m_request;
    const OperationId m_operation;
    BulkEditor* m_bulk = nullptr; ///< editor that stores the list; null if the selected tasks are kept in memory
    bool m_noRoom = false; ///< true if the server had no memory for a list
    std::vector<TaskRef> m_toPut; ///< selected tasks not added to the list yet
    /// Skipped tasks whose id may be shared by another task: index in SkippedTasks::named(), and exact name.
    std::vector<std::pair<std::size_t, TaskId>> m_unclear;
    Capabilities m_can;
    StateSet m_applicable;
    bool m_began = false;
    TimePoint m_startedAt{}; ///< server time when the selection began
    std::vector<TaskId> m_ids;
    std::size_t m_next = 0;
    std::vector<StateScan> m_walks;
    std::size_t m_walk = 0;
    QSet<QByteArray> m_seen;
    QSet<quint64> m_met; ///< hashes of tasks that can only reappear if another client moves them
    qint64 m_examined = 0;
    qint64 m_crashes = 0;
};

} // namespace dueline
