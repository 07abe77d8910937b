// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"
#include "core/queue/bulkeditor.h"

#include <QSet>

namespace dueline {

/// Selection of an operation's tasks, in bounded steps. Tasks that the action cannot change are omitted. The sets
/// change during the scan. Four rules keep a selection finite and free of duplicates:
/// - tasks that failed, ended or were discarded after the start are ignored;
/// - a scan of a waiting set ends at the initial position of its last task, no matter how fast workers add tasks behind
///   it;
/// - the ids of tasks that can appear twice (because they become due, run and return, or their lease is extended) are
///   stored;
/// - no scan is much longer than the initial set.
class TaskSelector
{
public:
    TaskSelector(const OperationRequest& request, OperationId operation);

    /// Adds the tasks of one step to `refs` and `preview`. Returns true when finished. After an error, the selector is
    /// unchanged. Errors: those of QueueInspector, NotFound (the queue), NotSupported.
    Result<bool> step(Backend& backend, RefStore& refs, OperationPreview& preview);
    /// Returns whether the selection is stored in the queue as the operation's list, so that `refs` is empty. This is
    /// the case if entire states are selected, the layout supports lists, and the server has room for one.
    bool isListed() const { return m_bulk != nullptr; }
    /// Returns the number of tasks examined so far.
    qint64 examined() const { return m_examined; }

private:
    struct StateScan
    {
        StateSet states;
        qint64 examineAtMost = 0;
        std::optional<TimePoint> from = {}; ///< first instant of the scan; only for a list
        std::optional<TimePoint> until = {}; ///< last instant in the initial set
        qint64 examined = 0;
        qint64 there = 0; ///< initial number of tasks; only for a list
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
    /// Adds a task to the selection, unless the layout marks it as already retried.
    void take(const Task& task, RefStore& refs, OperationPreview& preview);
    void skip(const TaskRef& ref, SkipReason reason, OperationPreview& preview);
    void nameSkipped(QueueInspector& inspector, OperationPreview& preview);
    bool leavesRetriedOut() const;
    void take(const TaskRef& ref, std::optional<TimePoint> dueAt, RefStore& refs, OperationPreview& preview);

    const OperationRequest& m_request;
    const OperationId m_operation;
    BulkEditor* m_bulk = nullptr; ///< editor that stores the list; null: the selection is kept in memory
    bool m_noRoom = false; ///< true if the queue has no room for a list
    std::vector<TaskRef> m_toPut; ///< tasks that have been found but not yet added to the list
    /// First skipped tasks whose ids may be shared by other tasks: the index in SkippedTasks::named(), and the exact
    /// name.
    std::vector<std::pair<std::size_t, TaskId>> m_unclear;
    Capabilities m_can; ///< capabilities of the queue
    StateSet m_applicable;
    bool m_began = false;
    TimePoint m_startedAt{}; ///< start time on the server's clock
    std::vector<TaskId> m_ids;
    std::size_t m_next = 0;
    std::vector<StateScan> m_walks;
    std::size_t m_walk = 0;
    QSet<QByteArray> m_seen;
    QSet<quint64> m_met; ///< hashes of tasks that can appear again only because of another client's actions
    qint64 m_examined = 0;
};

} // namespace dueline
