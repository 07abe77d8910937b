// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/presenters/filteraction.h"
#include "ui/presenters/operationjob.h"
#include "ui/presenters/taskadding.h"
#include "ui/presenters/undojob.h"
#include "ui/text/notice.h"
#include "ui/workbench/viewedplace.h"

namespace dueline {

/// Hub for notices from all parts of the window, and for requests to show or change something in another part.
class WindowEvents : public QObject
{
    Q_OBJECT

public:
    explicit WindowEvents(ViewedPlace& view, QObject* parent = nullptr);

    void tell(const Notice& notice) { Q_EMIT noticed(notice); }
    /// Reports the end of work that affected tasks but wasn't a job.
    void tellEnd(const SidebarPlace& place, const QString& words) { Q_EMIT workEnded(place, words); }
    void tellStarted(OperationJob* job) { Q_EMIT operationStarted(job); }
    /// Reports the end of an operation. `job`: see operationEnded().
    void tellEnded(const OperationJob* job) { Q_EMIT operationEnded(job); }
    void tellUndo(UndoJob* job) { Q_EMIT undoStarted(job); }
    /// Lists this filter's matches in the table.
    void list(const QString& filter) { Q_EMIT filterRequested(filter); }
    /// Requests an action on all tasks that match a filter.
    void act(const FilterAction& action) { Q_EMIT filterActionRequested(action); }
    /// Runs an action from the action table on these tasks, even if another queue is in view.
    void act(
        const QByteArray& action, Connection* connection, const QueueName& queue, const std::vector<TaskRef>& tasks);
    /// Discards tasks that have just been added. Skips any that have changed since then.
    void discardAdded(const AddedTasks& tasks);
    /// Shows a failure group's page; nullopt shows the largest new group in `queue`, or in all queues if `queue` is
    /// empty.
    void showFailureGroup(const QueueName& queue, const std::optional<QByteArray>& kind);
    /// Shows a report about the changes since an event at this time, in the displayed queue or connection.
    void showChanges(TimePoint at) { Q_EMIT changesRequested(at); }
    /// Shows a task. If `place` has no state and its queue is displayed, the displayed state doesn't change.
    void showTask(const SidebarPlace& place, const TaskId& id);
    /// Shows an operation's record in its queue.
    void showOperation(const QString& connection, const OperationRecord& operation);

    /// Copies a link to one of the current connection's failure groups.
    void copyLink(const std::optional<QByteArray>& failure) { Q_EMIT linkRequested(failure); }

Q_SIGNALS:
    void noticed(const dueline::Notice& notice);
    void operationStarted(dueline::OperationJob* job);
    /// Emitted when an operation has ended. `job`: the finished job; null if the operation stopped early, was an undo,
    /// or didn't run as a job.
    void operationEnded(const dueline::OperationJob* job);
    void undoStarted(dueline::UndoJob* job);
    /// Emitted when an export, import, move or adoption has ended, or when a move or an adoption has been undone.
    void workEnded(const dueline::SidebarPlace& place, const QString& words);
    void filterRequested(const QString& filter);
    void filterActionRequested(const dueline::FilterAction& action);
    void actionRequested(const QByteArray& action, dueline::Connection* connection, const dueline::QueueName& queue,
        const std::vector<dueline::TaskRef>& tasks);
    void discardRequested(
        dueline::Connection* connection, const dueline::QueueName& queue, const std::vector<dueline::TaskRef>& tasks);
    void failureGroupRequested(const dueline::QueueName& queue, const std::optional<QByteArray>& kind);
    void changesRequested(dueline::TimePoint at);
    /// Requests that a task in the displayed queue be shown.
    void taskRequested(const dueline::TaskId& id);
    void operationRequested(const dueline::OperationId& operation);
    void linkRequested(const std::optional<QByteArray>& failure);

private:
    ViewedPlace& m_view;
};

} // namespace dueline
