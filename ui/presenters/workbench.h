// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/models/sidebarmodel.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/operationjob.h"
#include "ui/presenters/taskfeed.h"
#include "ui/presenters/timelinefeed.h"
#include "ui/widgets/messagebar.h"

namespace dueline {

/// What the window works on: the open connections, the place that is looked at, its feeds, and the operations under
/// way. No widget; the window shows it and tells it what was pressed.
class Workbench : public QObject
{
    Q_OBJECT

public:
    explicit Workbench(const Formatting& formatting, QObject* parent = nullptr);
    ~Workbench() override;

    const std::vector<std::unique_ptr<Connection>>& connections() const { return m_connections; }
    Connection* connection(const QString& id) const;
    Connection* current() const { return m_current; }
    const SidebarPlace& place() const { return m_place; }
    /// Of the place; null while it is not known, or no queue is chosen.
    const QueueInfo* queue() const;
    SidebarModel& sidebar() { return m_sidebar; }
    TaskTableModel& tasks() { return m_tasks; }
    TaskFeed& taskFeed() { return m_taskFeed; }
    TimelineFeed& timelineFeed() { return m_timelineFeed; }
    /// The current server's clock, or this machine's.
    TimePoint now() const;
    bool isLive() const { return m_live; }

    /// Takes a connection over and shows it once it has queues.
    void add(std::unique_ptr<Connection> connection);
    void close(const QString& id);
    void show(const SidebarPlace& place);
    void setFilter(const TaskFilter& filter);
    void setLive(bool live);
    void refresh();

    /// Runs an action on tasks: reversible ones at once, with a notice that offers Undo.
    OperationJob* start(OperationRequest request);
    void addTasks(const QueueName& queue, std::vector<NewTask> tasks);
    void undoLast();
    bool canUndo() const;
    void undo(Connection& connection, const QueueName& queue, const OperationId& operation);
    void setPaused(const QueueName& queue, bool paused);
    void cancelRuns(const std::vector<TaskRef>& refs);
    void releaseLeases(const std::vector<TaskRef>& refs);
    void extendLeases(const std::vector<TaskRef>& refs, Millis leaseFor);

    ActionContext context(int selected, int leased) const;

Q_SIGNALS:
    void placeChanged();
    void connectionsChanged();
    /// Something about the current connection or queue changed: counts, state, access.
    void currentChanged();
    void noticed(const dueline::Notice& notice);
    void operationStarted(dueline::OperationJob* job);
    void operationEnded();

private:
    struct Undoable
    {
        QPointer<Connection> connection;
        QueueName queue;
        OperationId operation;
    };

    void updateSidebar();
    void showFirstQueue(Connection* connection);
    void finished(OperationJob* job, const OperationProgress& progress, const QString& skipped);
    template <typename Act>
    void editEach(const std::vector<TaskRef>& refs, Act act, const QString& icon, const QString& done);

    std::vector<std::unique_ptr<Connection>> m_connections;
    QPointer<Connection> m_current;
    SidebarPlace m_place;
    TaskFilter m_filter;
    bool m_live = true;
    SidebarModel m_sidebar;
    TaskTableModel m_tasks;
    TaskFeed m_taskFeed;
    TimelineFeed m_timelineFeed;
    std::vector<Undoable> m_undo;
};

/// `3 tasks retried`, in the past tense and the right number.
QString doneWords(ActionKind kind, qint64 count);

} // namespace dueline
