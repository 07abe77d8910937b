// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/workbench.h"

#include "core/base/text.h"
#include "core/console/profiles/profilestore.h"
#include "ui/presenters/editorof.h"
#include "ui/presenters/operationparts.h"
#include "ui/sidebar/model/sidebarrows.h"
#include "ui/text/formatting.h"
#include "ui/workbench/operationnotice.h"

#include <QTimer>

#include <algorithm>
#include <utility>

namespace dueline {

/// The jobs that form one action, while at least one of them runs.
struct Workbench::ActionUnderWay
{
    quint64 number = 0; ///< 0: a single job
    OperationNotice::Ended ended;
    QPointer<OperationParts> parts;
};

Workbench::Workbench(const Formatting& formatting, QObject* parent)
    : QObject(parent)
    , m_tasks(formatting)
    , m_taskFeed(m_tasks)
    , m_timelineMatches(m_taskFeed, m_timelineFeed)
    , m_words(m_tasks)
{
    connect(&m_worker, &EmbeddedWorker::stateChanged, this, &Workbench::currentChanged);
    connect(
        &m_worker, &EmbeddedWorker::stateChanged, this,
        [this] {
            if (!m_worker.isRunning() && !m_closeOnceIdle.isEmpty())
                close(std::exchange(m_closeOnceIdle, {}));
        },
        Qt::QueuedConnection);
    connect(this, &Workbench::currentChanged, this, &Workbench::updateFilters);
    connect(&m_filters, &SavedFilters::changed, this, &Workbench::updateFilters);
    connect(&m_taskFeed, &TaskFeed::searched, this, &Workbench::updateFilters);
    connect(&m_taskFeed, &TaskFeed::searched, this, [this](qint64 matches, qint64, bool finished) {
        if (m_brush && finished && matches == 0) // nothing is selected then
            m_tasks.clearTicks();
    });
    connect(&m_taskFeed, &TaskFeed::orderDropped, this, [this](qint64 matches) {
        Q_EMIT noticed(OperationNotice::orderDropped(matches, qint64(TaskFeed::keptMatches)));
    });
    connect(&m_timelineFeed, &TimelineFeed::wanted, &m_timelineLate, &TimelineLateFeed::want);
    connect(&m_adoptions, &Adoptions::noticed, this, &Workbench::noticed);
    connect(&m_adoptions, &Adoptions::undoRequested, this, [this](const QString& of, const OperationRecord& operation) {
        if (Connection* adopted = connection(of))
            m_undo.undo(*adopted, operation);
    });
    connect(&m_adoptions, &Adoptions::ended, this, &Workbench::workEnded);
    connect(&m_adoptions, &Adoptions::changed, this, &Workbench::refresh);
    connect(&m_undo, &UndoInView::noticed, this, &Workbench::noticed);
    connect(&m_undo, &UndoInView::started, this, &Workbench::undoStarted);
    connect(&m_undo, &UndoInView::changed, this, &Workbench::currentChanged);
    connect(&m_undo, &UndoInView::ended, this, [this] {
        Q_EMIT operationEnded(nullptr);
        refresh();
        Q_EMIT currentChanged();
    });
    connect(&m_adding, &TaskAdding::noticed, this, [this](const Notice& notice) {
        Q_EMIT noticed(notice);
        refresh();
    });
    connect(&m_adding, &TaskAdding::added, this, [this](const AddedTasks& tasks) {
        Q_EMIT noticed(OperationNotice::added(*this, tasks));
        refresh();
    });
    connect(&m_leases, &LeaseEdits::noticed, this, [this](const Notice& notice) {
        Q_EMIT noticed(notice);
        refresh();
    });
}

Workbench::~Workbench()
{
    for (const auto& connection : m_connections)
        connection->session().leave(); // in parallel, rather than one after the other
}

Connection* Workbench::connection(const QString& id) const
{
    for (const auto& connection : m_connections) {
        if (connection->id() == id)
            return connection.get();
    }
    return nullptr;
}

const QueueInfo* Workbench::queue() const
{
    return m_current && !m_place.queue.isEmpty() ? m_current->queue(m_place.queue) : nullptr;
}

TimePoint Workbench::now() const { return m_current ? m_current->session().serverNow() : SystemClock().now(); }

void Workbench::add(std::unique_ptr<Connection> connection)
{
    Connection* added = connection.get();
    nameApart(*added);
    m_connections.push_back(std::move(connection));
    connect(added, &Connection::stateChanged, this, [this, added] {
        updateSidebar();
        if (m_timelineOfAll)
            Q_EMIT timelineScopeChanged();
        if (added == m_current) {
            refresh();
            Q_EMIT currentChanged();
        }
    });
    connect(added, &Connection::queuesChanged, this, [this, added] {
        updateSidebar();
        if (m_hadTimeline != hasTimeline())
            showTimeline();
        if (m_timelineOfAll)
            Q_EMIT timelineScopeChanged(); // may be the connection's first update
        if (added != m_current)
            return m_timelineOfAll ? m_timelineFeed.follow() : void();
        if (m_awaitsQueues && m_place.queue.isEmpty())
            showFirstQueue(added);
        else if (std::exchange(m_knewQueue, queue() != nullptr) && !queue()) // the queue was lost or removed
            show({added->id(), {}, {}});
        // New counts mean new tasks, so the table need not wait for its period.
        m_taskFeed.follow();
        m_timelineFeed.follow();
        m_timelineMarks.noteQueues();
        Q_EMIT currentChanged();
    });
    connect(added, &Connection::passwordAccepted, this,
        [this, added](const Secret& password) { Q_EMIT passwordAccepted(added, password); });
    connect(added, &Connection::operationsChanged, this, &Workbench::currentChanged);
    connect(added, &Connection::serverChanged, this,
        [this, added](const ServerChange& change) { Q_EMIT serverChanged(added, change); });
    if (const auto own = added->profile().refreshEvery)
        m_ownPeriods.insert(added->id(), *own);
    added->setRefreshPeriod(periodOf(added));
    added->refresher().setVisible(m_live);
    added->setSeen(m_seen);
    updateSidebar();
    show({added->id(), {}, {}});
    if (m_timelineOfAll)
        showTimeline();
    Q_EMIT connectionsChanged();
}

void Workbench::close(const QString& id)
{
    const auto found
        = std::find_if(m_connections.begin(), m_connections.end(), [&id](const auto& c) { return c->id() == id; });
    if (found == m_connections.end())
        return;
    if (m_worker.connectionId() == id) {
        m_closeOnceIdle = id;
        m_worker.stop();
        return;
    }
    const bool shown = found->get() == m_current;
    if (shown) {
        m_taskFeed.show(nullptr, {{}, StateSet::all(), {}});
        m_timelineFeed.show(nullptr, {});
        m_timelineMarks.show(nullptr, {});
        m_timelineLate.show(nullptr, {});
        m_timelineMatches.setShown({}, {});
        m_current.clear();
    }
    m_connections.erase(found);
    m_ownPeriods.remove(id);
    updateSidebar();
    if (m_timelineOfAll)
        showTimeline();
    if (shown && !m_connections.empty() && !m_connections.front()->queues().empty()) {
        showFirstQueue(m_connections.front().get());
    } else if (shown) {
        show(m_connections.empty() ? SidebarPlace{} : SidebarPlace{m_connections.front()->id(), {}, {}});
    }
    Q_EMIT connectionsChanged();
}

bool Workbench::isSaved(const Connection& connection) const
{
    return !connection.isSandbox()
        && std::any_of(m_profiles.begin(), m_profiles.end(),
            [&connection](const Profile& profile) { return profile.name == connection.profile().name; });
}

/// Makes the names of open connections unique: titles, notices and dialogs identify them by name alone. A saved
/// connection keeps its name.
void Workbench::nameApart(Connection& connection)
{
    if (isSaved(connection))
        return;
    std::vector<Profile> taken = m_profiles;
    for (const auto& open : m_connections) {
        if (open.get() != &connection)
            taken.push_back(open->profile());
    }
    connection.session().rename(ProfileStore::freeName(connection.profile().name, taken));
}

void Workbench::updateSidebar() { m_sidebar.setConnections(sidebarConnections(m_connections, m_profiles)); }

void Workbench::noticeSilence()
{
    const QSet<QString> silent = silentConnections(m_connections);
    if (std::exchange(m_silent, silent) == silent)
        return;
    updateSidebar();
    Q_EMIT currentChanged();
}

void Workbench::setProfiles(std::vector<Profile> profiles)
{
    m_profiles = std::move(profiles);
    updateSidebar();
}

void Workbench::showFirstQueue(Connection* connection)
{
    // The most notable queue has the most failures, then the most open tasks.
    const QueueInfo* best = nullptr;
    const auto weight = [](const QueueInfo& q) {
        return q.unreadable.isEmpty()
            ? q.counts[TaskState::Failed] * 1000 + q.counts.pending() + q.counts[TaskState::Leased]
            : -1;
    };
    for (const QueueInfo& queue : connection->queues()) {
        if (!best || weight(queue) > weight(*best))
            best = &queue;
    }
    if (best)
        show({connection->id(), best->name, {}});
}

void Workbench::show(const SidebarPlace& place)
{
    Connection* shown = connection(place.connection);
    if (shown == m_current && place == m_place)
        return;
    if (shown != m_current || place.queue != m_place.queue)
        m_words.forget();
    const bool another = shown != m_current;
    m_brush.reset();
    m_current = shown;
    m_place = place;
    if (another)
        usePeriods();
    if (shown) // the queue in view is counted with every refresh
        shown->refresher().setFirst(place.queue.isEmpty() ? std::vector<QueueName>() : std::vector{place.queue});
    m_knewQueue = queue() != nullptr;
    m_awaitsQueues = shown && place.queue.isEmpty() && shown->queues().empty();
    showTasks();
    if (!m_timelineOfAll)
        showTimeline();
    Q_EMIT placeChanged();
    Q_EMIT currentChanged();
}

void Workbench::updateFilters()
{
    m_words.setCounts(queue() ? std::optional(queue()->counts) : std::nullopt, !m_filter.isEmpty());
    m_sidebar.setFilters(sidebarFilters(m_filters, queue(), m_taskFeed));
}

void Workbench::setLive(bool live)
{
    m_live = live;
    m_taskFeed.setLive(live && m_seen);
    m_timelineFeed.setLive(live && m_seen);
    m_timelineMarks.setLive(live && m_seen);
    m_timelineLate.setLive(live && m_seen);
    for (const auto& connection : m_connections)
        connection->refresher().setVisible(live);
    if (live)
        refresh();
    Q_EMIT currentChanged();
}

void Workbench::setSeen(bool seen)
{
    if (std::exchange(m_seen, seen) == seen)
        return;
    m_taskFeed.setLive(m_live && seen);
    m_timelineFeed.setLive(m_live && seen);
    m_timelineMarks.setLive(m_live && seen);
    m_timelineLate.setLive(m_live && seen);
    for (const auto& connection : m_connections)
        connection->setSeen(seen);
    if (seen && m_live)
        refresh();
}

Millis Workbench::periodOf(const Connection* connection) const
{
    return connection ? m_ownPeriods.value(connection->id(), m_period) : m_period;
}

void Workbench::setRefreshPeriod(Millis period)
{
    m_period = period;
    usePeriods();
}

void Workbench::setShownPeriod(Millis period)
{
    if (m_current && m_ownPeriods.contains(m_current->id()))
        m_ownPeriods.insert(m_current->id(), period);
    else
        m_period = period;
    usePeriods();
}

void Workbench::usePeriods()
{
    m_taskFeed.setPeriod(shownPeriod());
    m_timelineFeed.setPeriod(m_timelineOfAll ? m_period : shownPeriod());
    for (const auto& connection : m_connections)
        connection->setRefreshPeriod(periodOf(connection.get()));
}

void Workbench::refresh()
{
    if (m_current)
        m_current->refresher().refresh();
    m_taskFeed.refresh();
    m_timelineFeed.refresh();
    m_timelineMarks.refresh();
}

void Workbench::reword()
{
    m_filters.reword();
    for (const auto& connection : m_connections) {
        connection->reword();
        if (connection->isSandbox())
            nameApart(*connection);
    }
    updateSidebar();
    updateFilters();
    m_timelineMarks.tell();
}

void Workbench::addTasks(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks)
{
    m_adding.add(connection, queue, std::move(tasks));
}

void Workbench::setPaused(Connection& connection, const QueueName& queue, bool paused)
{
    connection.session().run(
        Session::Lane::Interactive, this,
        [queue, paused](Backend& backend) -> Result<> {
            const auto editor = editorOf(backend);
            return editor ? (*editor)->setPaused(queue, paused) : Result<>(editor.error());
        },
        [this, of = connection.id(), queue, paused](const Result<>& done) {
            Q_EMIT noticed(done ? OperationNotice::paused(*this, of, queue, paused)
                                : OperationNotice::failure(done.error()).about(of));
            refresh();
        });
}

ActionContext Workbench::context(int selected, int leased, StateSet states) const
{
    ActionContext context;
    context.open = m_current != nullptr;
    context.connected = m_current && m_current->session().isOnline();
    context.queue = queue() != nullptr;
    context.writable = m_current && m_current->mayWrite();
    context.selected = selected;
    context.leased = leased;
    context.states = states;
    context.undo = m_undo.isPossible();
    context.workerAllowed = m_current && m_current->mayWork();
    context.workerRunning = m_worker.isRunning();
    if (!m_current)
        return context;
    context.capabilities = m_current->session().capabilities(m_place.queue);
    // The embedded worker may claim from queues other than the one in view.
    context.capabilities.leases = m_current->session().capabilities().leases;
    context.asksQueue = !context.capabilities.add && m_place.queue.lastIndexOf('@') == 0
        && m_current->session().capabilities("queue" + m_place.queue).add;
    context.firstQueue = m_current->queues().empty() && m_current->refreshedAt() != TimePoint{}
        && context.capabilities.layout == "native";
    return context;
}

namespace {

OperationNotice::Subject subjectOf(const OperationJob& job, const OperationProgress& reached)
{
    OperationRecord record = job.record();
    record.done = reached.done;
    const std::vector<TaskRef>& refs = job.request().selection.refs;
    return {job.connection() ? job.connection()->id() : QString(), record, job.request().action.kind,
        refs.size() == 1 ? refs.front().id : TaskId()};
}

QString idOf(const Connection* connection) { return connection ? connection->id() : QString(); }

} // namespace

OperationJob* Workbench::makeJob(Connection& connection, OperationRequest request)
{
    return new OperationJob(connection, std::move(request), this);
}

OperationJob* Workbench::makeJob(OperationRequest request)
{
    Q_ASSERT(m_current);
    return makeJob(*m_current, std::move(request));
}

Workbench::OneAction::OneAction(Workbench& bench)
    : m_bench(&bench)
{
    bench.m_action = std::make_shared<ActionUnderWay>();
    bench.m_action->number = ++bench.m_lastAction;
}

Workbench::OneAction::~OneAction()
{
    if (m_bench)
        m_bench->m_action.reset();
}

void Workbench::run(OperationJob* job)
{
    const SharedAction action = m_action ? m_action : std::make_shared<ActionUnderWay>();
    if (!action->parts)
        action->parts = new OperationParts(this);
    action->parts->add(*job);
    follow(job, action);
    job->start();
}

void Workbench::resume(Connection& connection, const OperationRecord& record)
{
    if (record.kind == "undo")
        return follow(new UndoJob(connection, record, this));
    auto resumed = OperationRun::resume(record);
    if (resumed)
        run(new OperationJob(connection, std::move(*resumed), this));
    else
        Q_EMIT noticed(OperationNotice::failure(resumed.error()));
}

void Workbench::follow(OperationJob* job, const SharedAction& action)
{
    const QueueName seen = job->connection() == m_current ? m_place.queue : job->request().queue;
    connect(job, &OperationJob::finished, this,
        [this, job, action, seen](const OperationProgress& progress) { finished(job, progress, seen, *action); });
    connect(job, &OperationJob::failed, this, [this, job, action, seen] { failed(job, seen, *action); });
    const bool isSlow = PacedJobs::isSlow(*job);
    if (isSlow)
        m_undo.slowJobs().begin(*job, seen, action->number, m_undo.history().lastOrder());
    Q_EMIT operationStarted(job);
    if (isSlow)
        Q_EMIT currentChanged();
}

/// Reports the end once all parts of the action have ended; until then, their progress is shown.
void Workbench::tellEnd(const OperationJob& job, const OperationProgress& reached, const ActionUnderWay& action)
{
    if (!action.parts->hasEnded())
        return;
    const OperationNotice::Subject subject = subjectOf(job, reached);
    const std::optional<Error>& error = action.parts->error();
    Q_EMIT noticed(error ? OperationNotice::failed(*this, subject, action.ended, *error)
                         : OperationNotice::ended(*this, subject, action.ended));
}

void Workbench::finished(
    OperationJob* job, const OperationProgress& progress, const QueueName& seenFrom, ActionUnderWay& action)
{
    m_undo.slowJobs().end(*job);
    const std::optional<Millis> undoFor = offerUndo(*job, progress, seenFrom, action.number);
    action.ended.add(subjectOf(*job, progress).record, progress, job->skipped(), undoFor);
    job->deleteLater();
    tellEnd(*job, progress, action);
    Q_EMIT operationEnded(job);
    refresh();
    Q_EMIT currentChanged();
}

void Workbench::failed(OperationJob* job, const QueueName& seenFrom, ActionUnderWay& action)
{
    const OperationProgress reached = job->reached();
    m_undo.slowJobs().end(*job);
    const std::optional<Millis> undoFor = offerUndo(*job, reached, seenFrom, action.number);
    action.ended.add(subjectOf(*job, reached).record, reached, job->skipped(), undoFor);
    job->deleteLater();
    tellEnd(*job, reached, action);
    Q_EMIT operationEnded(nullptr);
    refresh();
    Q_EMIT currentChanged();
}

/// Makes the job's work the next thing to undo. Returns for how long it can be undone; nullopt: not at all.
std::optional<Millis> Workbench::offerUndo(
    const OperationJob& job, const OperationProgress& progress, const QueueName& seenFrom, quint64 action)
{
    Connection* connection = job.connection();
    if (job.request().action.kind == ActionKind::Delete || !job.request().keepsUndo || progress.done == 0 || !connection
        || !connection->session().capabilities(job.request().queue).undo)
        return {};
    OperationRecord operation = job.record();
    operation.done = progress.done;
    if (operation.at == TimePoint{})
        operation.at = connection->session().serverNow();
    m_undo.history().offer(*connection, operation, seenFrom, action);
    Q_EMIT currentChanged();
    const QueueInfo* acted = connection->queue(job.request().queue);
    return acted ? acted->settings.keepUndo : QueueSettings().keepUndo;
}

void Workbench::showOperation(const QString& connection, const OperationRecord& operation)
{
    if (m_current && m_current->id() != connection && this->connection(connection))
        show({connection, operation.queue, {}});
    Q_EMIT operationRequested(operation.id);
}

void Workbench::showTask(const SidebarPlace& place, const TaskId& id)
{
    if (!connection(place.connection))
        return;
    if (m_place.connection != place.connection || m_place.queue != place.queue || (place.state && m_place != place))
        show(place);
    if (m_brush) // the task may lie outside the brush
        Q_EMIT brushRefused();
    Q_EMIT taskRequested(id);
}

void Workbench::discardAdded(const AddedTasks& tasks)
{
    Connection* of = connection(tasks.connection);
    if (of && of != m_current)
        return show({tasks.connection, tasks.queue, {}}); // Only queues in view are acted on.
    if (of)
        Q_EMIT discardRequested(of, tasks.queue, tasks.tasks);
}

void Workbench::follow(UndoJob* job)
{
    connect(job, &UndoJob::finished, this, [this, job] {
        Q_EMIT noticed(OperationNotice::undone(job->undone()).about(idOf(job->connection())));
        job->deleteLater();
        Q_EMIT operationEnded(nullptr);
        refresh();
        Q_EMIT currentChanged();
    });
    connect(job, &UndoJob::failed, this, [this, job](const Error& error) {
        Q_EMIT noticed(OperationNotice::failure(error).about(idOf(job->connection())));
        job->deleteLater();
    });
    Q_EMIT undoStarted(job);
    job->start();
}

} // namespace dueline
