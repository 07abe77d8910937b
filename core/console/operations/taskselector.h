// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationprogress.h"
#include "core/console/operations/operationrequest.h"
#include "core/console/operations/refstore.h"
#include "core/queue/backend.h"
#include "core/queue/bulkeditor.h"

#include <QSet>

namespace dueline {

/// Finds the tasks of an operation, in bounded steps, and sorts out those the action cannot touch.
///
/// The sets change while they are walked, so four rules keep a selection finite and free of repetitions: what failed,
/// ended or was discarded after the walk began is not its business; a waiting set ends where its last task stood when
/// the walk began, however fast workers put back behind it; tasks that can come by twice (they fall due, run
/// and come back, or have their lease extended while we walk) are remembered by id; and no set is walked much further
/// than it was long when the walk began.
class TaskSelector
{
public:
    TaskSelector(const OperationRequest& request, OperationId operation);

    /// Adds what one step found to `refs` and `preview`. True: there is no more. An error leaves the selector as it
    /// was. Errors: those of QueueInspector, NotFound (the queue), NotSupported.
    Result<bool> step(Backend& backend, RefStore& refs, OperationPreview& preview);
    /// What was found stands on the operation's list in the queue, and `refs` is empty: of whole states, where the
    /// layout has such lists and room for one.
    bool isListed() const { return m_bulk != nullptr; }
    /// Tasks looked at so far.
    qint64 examined() const { return m_examined; }

private:
    struct Walk
    {
        StateSet states;
        qint64 examineAtMost = 0;
        std::optional<TimePoint> from = {}; ///< on a list only
        std::optional<TimePoint> until = {}; ///< the last instant of a set at the beginning
        qint64 examined = 0;
        qint64 there = 0; ///< on a list only: at the beginning
        QByteArray cursor;
    };

    Result<> begin(Backend& backend, OperationPreview& preview);
    void planWalks(const QueueInfo& info, OperationPreview& preview);
    Result<> planLists(Backend& backend, OperationPreview& preview);
    Result<bool> walkToList(QueueInspector& inspector, OperationPreview& preview);
    Result<> countThoseThatCame(const Walk& walk, TaskState state, OperationPreview& preview);
    Result<SearchStep> look(QueueInspector& inspector, const Walk& walk) const;
    Result<> putEach(QueueInspector& inspector, Walk& walk, OperationPreview& preview);
    Result<> findEnds(QueueInspector& inspector);
    Result<bool> lookUpIds(QueueInspector& inspector, RefStore& refs, OperationPreview& preview);
    bool takeRefs(RefStore& refs, OperationPreview& preview);
    Result<bool> walk(QueueInspector& inspector, RefStore& refs, OperationPreview& preview);
    bool comesAgain(const Task& task);
    static Error tooFast(const QueueName& queue);
    /// Appends a task that was found, unless the layout knows it as retried before.
    void take(const Task& task, RefStore& refs, OperationPreview& preview);
    bool leavesRetriedOut() const;
    void take(const TaskRef& ref, std::optional<TimePoint> dueAt, RefStore& refs, OperationPreview& preview);

    const OperationRequest& m_request;
    const OperationId m_operation;
    BulkEditor* m_bulk = nullptr; ///< null: what is found is kept here
    bool m_noRoom = false; ///< for a list
    std::vector<TaskRef> m_toPut; ///< found, and not on the list yet
    Capabilities m_can; ///< of the queue
    StateSet m_applicable;
    bool m_began = false;
    TimePoint m_startedAt{}; ///< the server's clock
    std::vector<TaskId> m_ids;
    std::size_t m_next = 0;
    std::vector<Walk> m_walks;
    std::size_t m_walk = 0;
    QSet<QByteArray> m_seen;
    QSet<quint64> m_met; ///< hashes of those that only somebody else's action can bring before us again
    qint64 m_examined = 0;
};

} // namespace dueline
