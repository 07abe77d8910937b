// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/presenters/connection.h"
#include "ui/presenters/embeddedworker.h"
#include "ui/presenters/filteraction.h"
#include "ui/presenters/filterwords.h"
#include "ui/presenters/leaseedits.h"
#include "ui/presenters/settings/savedfilters.h"
#include "ui/presenters/taskadding.h"
#include "ui/presenters/taskfeed.h"
#include "ui/sidebar/model/sidebarmodel.h"
#include "ui/text/notice.h"
#include "ui/text/operationwords.h"
#include "ui/timeline/feed/timelinefeed.h"
#include "ui/timeline/feed/timelinelatefeed.h"
#include "ui/timeline/feed/timelinemarkfeed.h"
#include "ui/timeline/feed/timelinematches.h"
#include "ui/workbench/adoptions.h"
#include "ui/workbench/undoinview.h"

#include <functional>
#include <memory>

namespace dueline {

/// The state behind the main window: open connections, the place in view, its feeds, and the running operations. Has no
/// widgets; the window displays it and forwards user input to it.
class Workbench : public QObject
{
    Q_OBJECT

public:
    explicit Workbench(const Formatting& formatting, QObject* parent = nullptr);
    ~Workbench() override;

    const std::vector<std::unique_ptr<Connection>>& connections() const { return m_connections; }
    Connection* connection(const QString& id) const;
    Connection* current() const { return m_current; }
    /// Returns whether the connection has a saved profile.
    bool isSaved(const Connection& connection) const;
    const SidebarPlace& place() const { return m_place; }
    /// Returns the queue in view; null if it is unknown or no queue is chosen.
    const QueueInfo* queue() const;
    SidebarModel& sidebar() { return m_sidebar; }
    TaskTableModel& tasks() { return m_tasks; }
    TaskFeed& taskFeed() { return m_taskFeed; }
    TimelineFeed& timelineFeed() { return m_timelineFeed; }
    /// Returns the timeline's counts, and which of them match the table's filter.
    TimelineMatches& timelineMatches() { return m_timelineMatches; }
    TimelineMarkFeed& timelineMarks() { return m_timelineMarks; }
    TimelineLateFeed& timelineLateness() { return m_timelineLate; }
    EmbeddedWorker& worker() { return m_worker; }
    SavedFilters& filters() { return m_filters; }
    FilterWords& words() { return m_words; }
    Adoptions& adoptions() { return m_adoptions; }
    LeaseEdits& leases() { return m_leases; }
    UndoInView& undo() { return m_undo; }
    /// Returns the time by the current server's clock, or by this machine's clock if there is no server.
    TimePoint now() const;
    bool isLive() const { return m_live; }

    /// Takes ownership of a connection and shows it once it has queues.
    void add(std::unique_ptr<Connection> connection);
    /// Sets the saved connections. The sidebar also lists the ones that are not open.
    void setProfiles(std::vector<Profile> profiles);
    /// Closes a connection. If the embedded worker runs on it, waits until the worker has returned its leases.
    void close(const QString& id);
    /// Shows a place. Without a queue, shows the whole connection, or its most notable queue if no queues are known
    /// yet.
    void show(const SidebarPlace& place);
    void setFilter(const TaskFilter& filter);
    /// A range of the timeline whose tasks the table lists and selects.
    struct Brush
    {
        TimeRange range;
        StateSet hidden = {}; ///< states without a band in the timeline; excluded from the selection
        QString terms; ///< the range as filter terms
        QString words; ///< the range in readable words
        bool operator==(const Brush&) const = default;
    };
    /// Lists and selects the tasks in the brush that match the filter; nullopt restores the previous list. Ignores the
    /// brush while the timeline shows anything other than the table's queue.
    void setBrush(const std::optional<Brush>& brush);
    const std::optional<Brush>& brush() const { return m_brush; }
    /// Makes the timeline show all queues of all open connections, whatever the place in view.
    void setTimelineOfAll(bool all);
    bool isTimelineOfAll() const { return m_timelineOfAll; }
    /// Largest number of queues that the timeline counts, since each queue takes hundreds of commands.
    static constexpr std::size_t mostTimelineQueues = 100;
    /// Returns whether the place in view has a timeline: it is one queue, or at most mostTimelineQueues.
    bool hasTimeline() const;
    void setLive(bool live);
    /// Sets whether the window is visible. While it is minimised or hidden, the servers are polled ten times less
    /// often.
    void setSeen(bool seen);
    /// Sets the longest delay before a change appears on screen while live; it is shorter while things change. Applies
    /// to all connections whose profile sets no period.
    void setRefreshPeriod(Millis period);
    Millis refreshPeriod() const { return m_period; }
    /// Sets the refresh period of the connection in view. If its profile sets a period, the new value lasts until it is
    /// closed.
    void setShownPeriod(Millis period);
    Millis shownPeriod() const { return periodOf(m_current); }
    void refresh();
    /// Updates all stored texts after a change of language.
    void reword();
    /// Checks which connections do not respond. Called once a second.
    void noticeSilence();

    /// Creates a job that acts on tasks of this connection. No signal is emitted before run(); until then the caller
    /// may preview or delete the job.
    OperationJob* makeJob(Connection& connection, OperationRequest request);
    /// Creates a job on the current connection, which must exist.
    OperationJob* makeJob(OperationRequest request);
    /// Takes ownership of the job, runs it, and reports how it ended, with Undo if possible.
    void run(OperationJob* job);
    /// A scope that groups the jobs run during its lifetime into one action of one connection, which is undone as a
    /// whole.
    class OneAction
    {
    public:
        explicit OneAction(Workbench& bench);
        ~OneAction();
        OneAction(const OneAction&) = delete;
        OneAction& operator=(const OneAction&) = delete;

    private:
        QPointer<Workbench> m_bench;
    };
    /// Resumes an operation or undo whose program has ended; reports if that is not possible.
    void resume(Connection& connection, const OperationRecord& record);
    void addTasks(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks);
    /// Shows a task. If `place` has no state, keeps the state in view within the same queue.
    void showTask(const SidebarPlace& place, const TaskId& id);
    /// Requests to discard tasks that were just added, unless they have changed since.
    void discardAdded(const AddedTasks& tasks);
    /// Shows the record of an operation in its queue.
    void showOperation(const QString& connection, const OperationRecord& operation);
    void setPaused(Connection& connection, const QueueName& queue, bool paused);

    /// Returns what decides which actions are available. `states`: states that occur among the selected tasks.
    ActionContext context(int selected, int leased, StateSet states = StateSet::all()) const;

Q_SIGNALS:
    void placeChanged();
    /// Emitted when the server has accepted a password for a saved connection; the password is to be stored.
    void passwordAccepted(const dueline::Connection* connection, const dueline::Secret& password);
    /// Emitted when other payload readers were chosen for a connection; a saved connection stores them.
    void readersChosen(const dueline::Connection* connection);
    /// Emitted when the brush must be removed to show a task that may lie outside it.
    void brushRefused();
    /// Emitted when the timeline switches to another queue or to all connections. While it shows all connections, also
    /// when one of them is lost or restored.
    void timelineScopeChanged();
    void connectionsChanged();
    /// Emitted when the counts, state or access of the current connection or queue change.
    void currentChanged();
    void noticed(const dueline::Notice& notice);
    /// Emitted when a different server process answers a connection.
    void serverChanged(const dueline::Connection* connection, const dueline::ServerChange& change);
    void operationStarted(dueline::OperationJob* job);
    /// Emitted when work on many tasks that is not a job has ended: an export, import, move or adoption, or the undo of
    /// a move or adoption.
    void workEnded(const dueline::SidebarPlace& place, const QString& words);
    /// Emitted when an operation has ended. `job`: the job, if it finished; null: it stopped early, was an undo, or had
    /// no job.
    void operationEnded(const dueline::OperationJob* job);
    void undoStarted(dueline::UndoJob* job);
    /// Emitted to request that the table lists the matches of this filter.
    void filterRequested(const QString& filter);
    /// Emitted to request an action on all tasks that match a filter.
    void filterActionRequested(const dueline::FilterAction& action);
    /// Emitted to request the page of a failure group; nullopt: the worst new group in `queue`, or in all queues if
    /// `queue` is empty.
    void incidentRequested(const dueline::QueueName& queue, const std::optional<QByteArray>& kind);
    /// Emitted to request that a task of the queue in view is shown.
    void taskRequested(const dueline::TaskId& id);
    /// Emitted to request that these tasks are discarded.
    void discardRequested(
        dueline::Connection* connection, const dueline::QueueName& queue, const std::vector<dueline::TaskRef>& tasks);
    /// Emitted to request an action of the action table on these tasks, whichever queue is in view.
    void actionRequested(const QByteArray& action, dueline::Connection* connection, const dueline::QueueName& queue,
        const std::vector<dueline::TaskRef>& tasks);
    /// Emitted to request that the record of this operation is shown.
    void operationRequested(const dueline::OperationId& operation);

private:
    Millis periodOf(const Connection* connection) const;
    void usePeriods();

    void nameApart(Connection& connection);
    void updateSidebar();
    void showTimeline();
    void showTasks();
    void updateFilters();
    void showFirstQueue(Connection* connection);
    struct ActionUnderWay;
    using SharedAction = std::shared_ptr<ActionUnderWay>;

    void follow(OperationJob* job, const SharedAction& action);
    void follow(UndoJob* job);
    void finished(
        OperationJob* job, const OperationProgress& progress, const QueueName& seenFrom, ActionUnderWay& action);
    void failed(OperationJob* job, const QueueName& seenFrom, ActionUnderWay& action);
    void tellEnd(const OperationJob& job, const OperationProgress& reached, const ActionUnderWay& action);
    std::optional<Millis> offerUndo(
        const OperationJob& job, const OperationProgress& progress, const QueueName& seenFrom, quint64 action);

    std::vector<Profile> m_profiles;
    std::vector<std::unique_ptr<Connection>> m_connections;
    EmbeddedWorker m_worker; // Declared after the connections, so that it ends before them.
    QPointer<Connection> m_current;
    SidebarPlace m_place;
    bool m_knewQueue = false; ///< the queue in view existed at the last update
    bool m_awaitsQueues = false; ///< no place was chosen yet: shows the most notable queue once the queues are known
    QString m_closeOnceIdle; ///< id of the connection to close once the worker has ended
    TaskFilter m_filter;
    std::optional<Brush> m_brush;
    bool m_live = true;
    bool m_seen = true;
    bool m_timelineOfAll = false;
    bool m_hadTimeline = true; ///< when the timeline was last shown
    Millis m_period = TaskFeed::refreshEvery;
    QHash<QString, Millis> m_ownPeriods; ///< periods of connections that do not follow `m_period`
    SidebarModel m_sidebar;
    TaskTableModel m_tasks;
    TaskFeed m_taskFeed;
    TimelineFeed m_timelineFeed;
    TimelineMatches m_timelineMatches;
    TimelineMarkFeed m_timelineMarks;
    TimelineLateFeed m_timelineLate;
    FilterWords m_words;
    SavedFilters m_filters;
    LeaseEdits m_leases;
    TaskAdding m_adding;
    Adoptions m_adoptions;
    UndoInView m_undo{*this};
    SharedAction m_action; ///< the action that jobs join when run; null: each job is its own action
    quint64 m_lastAction = 0; ///< number of the current or last action
    QSet<QString> m_silent; ///< connections that did not respond at the last check
};

} // namespace dueline
