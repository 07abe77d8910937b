// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/windowevents.h"

namespace dueline {

WindowEvents::WindowEvents(ViewedPlace& view, QObject* parent)
    : QObject(parent)
    , m_view(view)
{ }

void WindowEvents::act(
    const QByteArray& action, Connection* connection, const QueueName& queue, const std::vector<TaskRef>& tasks)
{
    Q_EMIT actionRequested(action, connection, queue, tasks);
}

void WindowEvents::discardAdded(const AddedTasks& tasks)
{
    Connection* of = m_view.connections().find(tasks.connection);
    if (of && of != m_view.current())
        // Tasks are discarded only on the displayed connection. Otherwise, just show their queue.
        return m_view.show({tasks.connection, tasks.queue, {}});
    if (of)
        Q_EMIT discardRequested(of, tasks.queue, tasks.tasks);
}

void WindowEvents::showFailureGroup(const QueueName& queue, const std::optional<QByteArray>& kind)
{
    Q_EMIT failureGroupRequested(queue, kind);
}

void WindowEvents::showTask(const SidebarPlace& place, const TaskId& id)
{
    if (!m_view.connections().find(place.connection))
        return;
    const SidebarPlace& shown = m_view.place();
    if (shown.connection != place.connection || shown.queue != place.queue || (place.state && shown != place))
        m_view.show(place);
    Q_EMIT taskRequested(id);
}

void WindowEvents::showOperation(const QString& connection, const OperationRecord& operation)
{
    if (m_view.current() && m_view.current()->id() != connection && m_view.connections().find(connection))
        m_view.show({connection, operation.queue, {}});
    Q_EMIT operationRequested(operation.id);
}

} // namespace dueline
