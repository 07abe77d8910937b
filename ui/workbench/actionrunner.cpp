// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workbench/actionrunner.h"

#include "core/base/text.h"
#include "core/queue/backend.h"
#include "ui/presenters/operationparts.h"
#include "ui/workbench/operationnotice.h"

namespace dueline {

/// Action with at least one running job.
struct ActionRunner::ActionUnderWay
{
    quint64 number = 0; ///< number of the action; 0 for a single job
    OperationNotice::Ended ended;
    QPointer<OperationParts> parts;
};

ActionRunner::ActionRunner(ViewedPlace& view, WindowEvents& events, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_events(events)
{
    connect(this, &ActionRunner::changed, &view, &ViewedPlace::currentChanged);
    connect(&m_adoptions, &Adoptions::noticed, &events, &WindowEvents::tell);
    connect(&m_adoptions, &Adoptions::undoRequested, this, [this](const QString& of, const OperationRecord& operation) {
        if (Connection* adopted = m_view.connections().find(of))
            m_undo.undo(*adopted, operation);
    });
    connect(&m_adoptions, &Adoptions::ended, &events, &WindowEvents::tellEnd);
    connect(&m_adoptions, &Adoptions::changed, &view, &ViewedPlace::refresh);
    connect(&m_undo, &UndoInView::noticed, &events, &WindowEvents::tell);
    connect(&m_undo, &UndoInView::started, &events, &WindowEvents::undoStarted);
    connect(&m_undo, &UndoInView::changed, this, &ActionRunner::changed);
    connect(&m_undo, &UndoInView::ended, this, [this] { end(nullptr); });
    const auto tell = [this](const Notice& notice) {
        m_events.tell(notice);
        m_view.refresh();
    };
    connect(&m_adding, &TaskAdding::noticed, this, tell);
    connect(&m_adding, &TaskAdding::added, this,
        [this, tell](const AddedTasks& tasks) { tell(OperationNotice::added(m_events, tasks)); });
    connect(&m_leases, &LeaseEdits::noticed, this, tell);
}

void ActionRunner::addTasks(Connection& connection, const QueueName& queue, std::vector<NewTask> tasks)
{
    m_adding.add(connection, queue, std::move(tasks));
}

void ActionRunner::endEdit(Connection& connection, const std::vector<OperationRecord>& records, const Notice& notice)
{
    const quint64 action = records.size() > 1 ? ++m_lastAction : 0;
    for (const OperationRecord& record : records) {
        if (record.undoable)
            m_undo.offer(connection, record, action);
    }
    m_events.tell(notice);
    m_events.tellEnded(nullptr);
    m_view.refresh();
}

void ActionRunner::setPaused(Connection& connection, const QueueName& queue, bool paused)
{
    connection.session().run(
        Session::Lane::Interactive, this,
        [queue, paused](Backend& backend) -> Result<> {
            const auto editor = backend.requireEditor();
            return editor ? (*editor)->setPaused(queue, paused) : Result<>(editor.error());
        },
        [this, of = connection.id(), queue, paused](const Result<>& done) {
            m_events.tell(done ? OperationNotice::paused(*this, of, queue, paused)
                               : OperationNotice::failure(done.error()).about(of));
            m_view.refresh();
        });
}

ActionContext ActionRunner::context(int selected, int leased, StateSet states) const
{
    ActionContext context;
    context.open = m_view.current() != nullptr;
    context.connected = m_view.current() && m_view.current()->session().isOnline();
    context.queue = m_view.queue() != nullptr;
    context.writable = m_view.current() && m_view.current()->mayWrite();
    context.selected = selected;
    context.leased = leased;
    context.states = states;
    context.undo = m_undo.isPossible();
    context.workerAllowed = m_view.current() && m_view.current()->mayWork();
    context.workerRunning = m_view.connections().worker().isRunning();
    if (!m_view.current())
        return context;
    context.capabilities = m_view.current()->session().capabilities(m_view.place().queue);
    // Use the connection's capabilities: the embedded worker may claim tasks from queues that aren't displayed.
    context.capabilities.leases = m_view.current()->session().capabilities().leases;
    context.asksQueue = !context.capabilities.add && m_view.place().queue.lastIndexOf('@') == 0
        && m_view.current()->session().capabilities("queue" + m_view.place().queue).add;
    context.firstQueue = m_view.current()->queues().empty() && m_view.current()->refreshedAt() != TimePoint{}
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

OperationJob* ActionRunner::makeJob(Connection& connection, OperationRequest request)
{
    return new OperationJob(connection, std::move(request), this);
}

OperationJob* ActionRunner::makeJob(OperationRequest request)
{
    Q_ASSERT(m_view.current());
    return makeJob(*m_view.current(), std::move(request));
}

ActionRunner::OneAction::OneAction(ActionRunner& runner)
    : m_runner(&runner)
{
    runner.m_action = std::make_shared<ActionUnderWay>();
    runner.m_action->number = ++runner.m_lastAction;
}

ActionRunner::OneAction::~OneAction()
{
    if (m_runner)
        m_runner->m_action.reset();
}

void ActionRunner::run(OperationJob* job)
{
    const SharedAction action = m_action ? m_action : std::make_shared<ActionUnderWay>();
    if (!action->parts)
        action->parts = new OperationParts(this);
    action->parts->add(*job);
    follow(job, action);
    job->start();
}

void ActionRunner::resume(Connection& connection, const OperationRecord& record)
{
    if (record.kind == "undo")
        return follow(new UndoJob(connection, record, this));
    auto resumed = OperationRun::resume(record);
    if (resumed)
        run(new OperationJob(connection, std::move(*resumed), this));
    else
        m_events.tell(OperationNotice::failure(resumed.error()));
}

void ActionRunner::follow(OperationJob* job, const SharedAction& action)
{
    const QueueName seen = job->connection() == m_view.current() ? m_view.place().queue : job->request().queue;
    connect(job, &OperationJob::finished, this,
        [this, job, action, seen](const OperationProgress& progress) { finished(job, progress, seen, *action); });
    connect(job, &OperationJob::failed, this, [this, job, action, seen] { failed(job, seen, *action); });
    const bool isSlow = PacedJobs::isSlow(*job);
    if (isSlow)
        m_undo.slowJobs().begin(*job, seen, action->number, m_undo.history().lastOrder());
    m_events.tellStarted(job);
    if (isSlow)
        Q_EMIT changed();
}

/// Reports an operation's end and shows its changes. `job`: see WindowEvents::operationEnded().
void ActionRunner::end(const OperationJob* job)
{
    m_events.tellEnded(job);
    m_view.refresh();
    Q_EMIT changed();
}

/// Reports an action's end once all its parts have ended. Until then, shows the progress.
void ActionRunner::tellEnd(const OperationJob& job, const OperationProgress& reached, const ActionUnderWay& action)
{
    if (!action.parts->hasEnded())
        return;
    const OperationNotice::Subject subject = subjectOf(job, reached);
    const std::optional<Error>& error = action.parts->error();
    m_events.tell(error ? OperationNotice::failed(*this, subject, action.ended, *error)
                        : OperationNotice::ended(*this, subject, action.ended));
}

void ActionRunner::finished(
    OperationJob* job, const OperationProgress& progress, const QueueName& seenFrom, ActionUnderWay& action)
{
    m_undo.slowJobs().end(*job);
    const std::optional<Millis> undoFor = offerUndo(*job, progress, seenFrom, action.number);
    action.ended.add(subjectOf(*job, progress).record, progress, job->skipped(), undoFor);
    job->deleteLater();
    tellEnd(*job, progress, action);
    end(job);
}

void ActionRunner::failed(OperationJob* job, const QueueName& seenFrom, ActionUnderWay& action)
{
    const OperationProgress reached = job->reached();
    m_undo.slowJobs().end(*job);
    const std::optional<Millis> undoFor = offerUndo(*job, reached, seenFrom, action.number);
    action.ended.add(subjectOf(*job, reached).record, reached, job->skipped(), undoFor);
    job->deleteLater();
    tellEnd(*job, reached, action);
    end(nullptr);
}

/// Makes the job's operation the next one to undo. Returns how long it can be undone; nullopt if it can't be undone.
std::optional<Millis> ActionRunner::offerUndo(
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
    Q_EMIT changed();
    const QueueInfo* acted = connection->queue(job.request().queue);
    return acted ? acted->settings.keepUndo : QueueSettings().keepUndo;
}

void ActionRunner::follow(UndoJob* job)
{
    connect(job, &UndoJob::finished, this, [this, job] {
        m_events.tell(
            OperationNotice::undone(job->undone(), printable(job->record().queue, 40)).about(idOf(job->connection())));
        job->deleteLater();
        end(nullptr);
    });
    connect(job, &UndoJob::failed, this, [this, job](const Error& error) {
        m_events.tell(OperationNotice::failure(error).about(idOf(job->connection())));
        job->deleteLater();
    });
    m_events.tellUndo(job);
    job->start();
}

} // namespace dueline
