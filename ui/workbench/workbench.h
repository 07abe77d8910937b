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
    /// Whether there is a profile of it.
    bool isSaved(const Connection& connection) const;
    const SidebarPlace& place() const { return m_place; }
    /// Of the place; null while it is not known, or no queue is chosen.
    const QueueInfo* queue() const;
    SidebarModel& sidebar() { return m_sidebar; }
    TaskTableModel& tasks() { return m_tasks; }
    TaskFeed& taskFeed() { return m_taskFeed; }
    TimelineFeed& timelineFeed() { return m_timelineFeed; }
    /// What the timeline shows: its counts, and what of them the table lists.
    TimelineMatches& timelineMatches() { return m_timelineMatches; }
    TimelineMarkFeed& timelineMarks() { return m_timelineMarks; }
    TimelineLateFeed& timelineLateness() { return m_timelineLate; }
    EmbeddedWorker& worker() { return m_worker; }
    SavedFilters& filters() { return m_filters; }
    FilterWords& words() { return m_words; }
    Adoptions& adoptions() { return m_adoptions; }
    LeaseEdits& leases() { return m_leases; }
    UndoInView& undo() { return m_undo; }
    /// The current server's clock, or this machine's.
    TimePoint now() const;
    bool isLive() const { return m_live; }

    /// Takes a connection over and shows it once it has queues.
    void add(std::unique_ptr<Connection> connection);
    /// The saved connections; those that are not open stand in the sidebar, too.
    void setProfiles(std::vector<Profile> profiles);
    /// Where the embedded worker runs on it: once that has given its leases back.
    void close(const QString& id);
    /// Without a queue: all of the connection, or the queue with most to tell where none is known yet.
    void show(const SidebarPlace& place);
    void setFilter(const TaskFilter& filter);
    /// A stretch of the timeline whose tasks the table lists, all of them selected.
    struct Brush
    {
        TimeRange range;
        StateSet hidden = {}; ///< states without a band there: not meant
        QString terms; ///< the range as a filter
        QString words; ///< the range for people
        bool operator==(const Brush&) const = default;
    };
    /// Lists the tasks of it that the filter finds, and selects all of them; nullopt: lists again what it listed
    /// before. No brush is taken while the timeline shows something else than the table's queue.
    void setBrush(const std::optional<Brush>& brush);
    const std::optional<Brush>& brush() const { return m_brush; }
    /// The timeline shows all queues of all open connections, whatever the place is.
    void setTimelineOfAll(bool all);
    bool isTimelineOfAll() const { return m_timelineOfAll; }
    /// Of more queues the timeline is not counted: that is hundreds of commands a queue.
    static constexpr std::size_t mostTimelineQueues = 100;
    /// Whether what is shown has a timeline: one queue, or not too many.
    bool hasTimeline() const;
    void setLive(bool live);
    /// Whether the window can be seen: minimised or hidden, the servers are asked ten times less often.
    void setSeen(bool seen);
    /// While live: a change is on screen at most this much later, and sooner while things change. For all connections
    /// whose profile names no period of its own.
    void setRefreshPeriod(Millis period);
    Millis refreshPeriod() const { return m_period; }
    /// The same for what is shown: a connection with a period of its own has another one until it is closed.
    void setShownPeriod(Millis period);
    Millis shownPeriod() const { return periodOf(m_current); }
    void refresh();
    /// The language has changed: what keeps words takes them anew.
    void reword();
    /// Looks which connections answer nothing; once a second.
    void noticeSilence();

    /// Makes an action on tasks of this connection, which nobody hears of before run(). Until then whoever asked for it
    /// may preview it, or delete it.
    OperationJob* makeJob(Connection& connection, OperationRequest request);
    /// The same of the current connection, which there has to be.
    OperationJob* makeJob(OperationRequest request);
    /// Takes the job over, carries it out, and tells how it ended, with Undo where that can be.
    void run(OperationJob* job);
    /// What is run while one of these lives is one action of an operator, on one connection: it is undone together.
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
    /// Goes on with an operation, or an undo, whose program is gone; says so where that cannot be.
    void resume(Connection& connection, const OperationRecord& record);
    void addTasks(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks);
    /// Leads to a task. Without a state in `place`, whichever state of its queue is in view stays so.
    void showTask(const SidebarPlace& place, const TaskId& id);
    /// Asks for what was just added to be discarded, as far as it is as it was.
    void discardAdded(const AddedTasks& tasks);
    /// What is recorded of an operation, where it was carried out.
    void showOperation(const QString& connection, const OperationRecord& operation);
    void setPaused(Connection& connection, const QueueName& queue, bool paused);

    /// `states`: that occur among the selected tasks.
    ActionContext context(int selected, int leased, StateSet states = StateSet::all()) const;

Q_SIGNALS:
    void placeChanged();
    /// A password that was given for a saved connection, which the server has accepted, is to be kept.
    void passwordAccepted(const dueline::Connection* connection, const dueline::Secret& password);
    /// Other readers were chosen for payloads of a connection; where it is saved they are to be kept.
    void readersChosen(const dueline::Connection* connection);
    /// Somebody wants to see more than the brush: it has to be taken away.
    void brushRefused();
    /// Another queue or all connections, or, with all of them, one that was lost or came back.
    void timelineScopeChanged();
    void connectionsChanged();
    /// Something about the current connection or queue changed: counts, state, access.
    void currentChanged();
    void noticed(const dueline::Notice& notice);
    /// A connection is answered by another process than before.
    void serverChanged(const dueline::Connection* connection, const dueline::ServerChange& change);
    void operationStarted(dueline::OperationJob* job);
    /// Work on many tasks that is no job of ours has ended: an export, an import, a move, an adoption, and what undid
    /// one.
    void workEnded(const dueline::SidebarPlace& place, const QString& words);
    /// `job`: it finished; null: it stopped in the middle, was an undo, or was no job.
    void operationEnded(const dueline::OperationJob* job);
    void undoStarted(dueline::UndoJob* job);
    /// Somebody wants to list what this filter finds.
    void filterRequested(const QString& filter);
    /// Somebody wants this done with all tasks that a filter finds.
    void filterActionRequested(const dueline::FilterAction& action);
    /// Somebody wants the page of a kind of failure, by its ErrorKind; of the worst that is new in `queue`, or where
    /// that is empty of all: nullopt.
    void incidentRequested(const dueline::QueueName& queue, const std::optional<QByteArray>& kind);
    /// Somebody wants to see this task of the queue in view.
    void taskRequested(const dueline::TaskId& id);
    /// Somebody wants these tasks discarded.
    void discardRequested(
        dueline::Connection* connection, const dueline::QueueName& queue, const std::vector<dueline::TaskRef>& tasks);
    /// Somebody wants this action of the table carried out on these tasks, whichever queue is in view.
    void actionRequested(const QByteArray& action, dueline::Connection* connection, const dueline::QueueName& queue,
        const std::vector<dueline::TaskRef>& tasks);
    /// Somebody wants to see what is recorded of it.
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
    EmbeddedWorker m_worker; // after the connections: it ends before them
    QPointer<Connection> m_current;
    SidebarPlace m_place;
    bool m_knewQueue = false; ///< the queue of the place was there
    bool m_awaitsQueues = false; ///< nobody has chosen yet: the queue with most to tell is shown once they are known
    QString m_closeOnceIdle; ///< the connection that waits for the worker to end
    TaskFilter m_filter;
    std::optional<Brush> m_brush;
    bool m_live = true;
    bool m_seen = true;
    bool m_timelineOfAll = false;
    bool m_hadTimeline = true; ///< when it was last shown
    Millis m_period = TaskFeed::refreshEvery;
    QHash<QString, Millis> m_ownPeriods; ///< of connections that do not follow `m_period`
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
    SharedAction m_action; ///< that jobs which are run belong to; null: each is its own
    quint64 m_lastAction = 0; ///< its number, or that of the last one
    QSet<QString> m_silent; ///< connections that answered nothing when last looked at
};

} // namespace dueline
