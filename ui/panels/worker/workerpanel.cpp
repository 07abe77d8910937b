// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerpanel.h"

#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/panels/worker/workerhandlertable.h"
#include "ui/panels/worker/workerlogpane.h"
#include "ui/panels/worker/workerstartdialog.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/workbench/operationnotice.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace dueline {

WorkerPanel::WorkerPanel(Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events,
    Actions& actions, WorkerSettingsStore store, QWidget* parent)
    : Pane(theme, Ground::Surface, {}, parent)
    , m_view(view)
    , m_events(events)
    , m_worker(view.connections().worker())
    , m_theme(theme)
    , m_store(std::move(store))
    , m_head(new WorkerHeader(theme, actions))
    , m_table(new WorkerHandlerTable(theme, m_handlers))
    , m_problem(new PlainLabel)
    , m_log(new WorkerLogPane(theme, view.connections().worker(), formatting))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    auto* split = new QSplitter(Qt::Horizontal);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    auto* left = new Pane(theme, Ground::Surface);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_table, 1);
    m_problem->setWordWrap(true);
    m_problem->setFont(theme.font(-1));
    m_problem->setContentsMargins(16, 4, 8, 4);
    m_problem->hide();
    column->addWidget(m_problem);
    split->addWidget(left);
    split->addWidget(m_log);
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    split->setSizes({400, 600});
    row->addWidget(split);
    setEntry(m_table);

    actions.handle("worker.start", this, [this] { start(); });
    actions.handle("worker.drain", this, [this] { m_worker.drain(); });
    actions.handle("worker.stop", this, [this] { m_worker.stop(); });
    connect(&view, &ViewedPlace::placeChanged, this, &WorkerPanel::showPlace);
    connect(&view, &ViewedPlace::currentChanged, this, &WorkerPanel::showFacts);
    connect(&m_worker, &EmbeddedWorker::stateChanged, this, &WorkerPanel::showPlace);
    connect(&m_worker, &EmbeddedWorker::ticked, this, &WorkerPanel::showFacts);
    connect(&m_worker, &EmbeddedWorker::failed, this, [this](const Error& error) {
        m_failure = error.message;
        showProblem();
        Q_EMIT attentionRequested();
    });
    connect(m_head, &WorkerHeader::edited, this, &WorkerPanel::edited);
    connect(m_head, &WorkerHeader::unlockRequested, this, &WorkerPanel::unlock);
    connect(&m_handlers, &WorkerHandlerModel::edited, this, &WorkerPanel::edited);
    connect(m_log, &WorkerLogPane::failed, this, [this](const Error& error) {
        m_events.tell(
            {Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}, {}, {}, m_worker.connectionId()});
    });
    connect(&theme, &Theme::changed, this, [this] {
        showFacts();
        showProblem();
    });
    showPlace();
    onLanguageChange(this, [this] {
        setAccessibleName(tr("Local worker"));
        m_handlers.reword();
        showFacts();
        showProblem();
    });
}

QString WorkerPanel::problem() const { return m_problem->isHidden() ? QString() : m_problem->fullText(); }

/// Returns the worker's connection, or the current connection if the worker isn't running.
Connection* WorkerPanel::shownConnection() const
{
    return m_worker.isRunning() ? m_view.connections().find(m_worker.connectionId()) : m_view.current();
}

WorkerHeader::Facts::Lock WorkerPanel::lock() const
{
    using Lock = WorkerHeader::Facts::Lock;
    const Connection* current = m_view.current();
    if (!current)
        return Lock::NoPlace;
    if (current->profile().readOnly)
        return Lock::ReadOnly;
    // If the worker runs tasks from all queues, check the connection's capabilities, not the displayed queue's.
    const QueueName queue = m_settings.everyQueue ? QueueName() : m_view.place().queue;
    const bool leases
        = queue.isEmpty() ? current->session().capabilities().leases : current->session().capabilities(queue).leases;
    if (current->session().isOnline() && !leases && current->mayWork())
        return Lock::NoLeases;
    if (!current->mayWrite())
        return Lock::WritesLocked;
    if (!current->mayWork())
        return Lock::WorkerLocked;
    if (!m_view.place().queue.isEmpty())
        return Lock::Open;
    return current->session().isOnline() ? Lock::NoPlace : Lock::NotConnected;
}

std::vector<QueueName> WorkerPanel::wantedQueues() const
{
    const Connection* current = m_view.current();
    std::vector<QueueName> queues = current ? current->workableQueues() : std::vector<QueueName>();
    if (!m_settings.everyQueue)
        std::erase_if(queues, [this](const QueueName& queue) { return queue != m_view.place().queue; });
    return queues;
}

QString WorkerPanel::place() const
{
    const Connection* shown = shownConnection();
    if (!shown)
        return {};
    const QString name = printable(shown->profile().name.toUtf8(), 40);
    return m_worker.isRunning() ? QStringLiteral("%1 / %2").arg(name, workedQueues()) : name;
}

QString WorkerPanel::workedQueues() const
{
    return m_worker.queues().size() == 1 ? printable(m_worker.queues().front(), 40)
                                         : tr("%Ln queue(s)", nullptr, int(m_worker.queues().size()));
}

/// Shows the current run's settings or, if there is no run, the displayed connection's. Updates the available actions.
void WorkerPanel::showPlace()
{
    const bool running = m_worker.isRunning();
    const Connection* current = m_view.current();
    const SidebarPlace& looked = m_view.place();
    if (running) {
        m_settings = m_worker.settings();
        m_failure.clear();
    } else if (!current) {
        m_settings = {};
    } else if (m_shownRunning || looked.connection != m_settingsOf.connection) {
        const auto unsaved = m_unsaved.find(current->id());
        m_settings = !current->isSandbox() ? m_store.load(current->profile().name)
            : unsaved != m_unsaved.end()   ? unsaved->second
                                           : WorkerSettings::demo();
        if (!m_shownRunning)
            m_failure.clear();
    }
    m_shownRunning = running;
    m_settingsOf = looked;
    m_handlers.setEditable(!running && current);
    m_handlers.setHandlers(m_settings.handlers);
    m_head->setSettings(m_settings, printable(looked.queue, 40));
    showFacts();
    showProblem();
}

void WorkerPanel::showFacts()
{
    WorkerHeader::Facts facts;
    facts.state = m_worker.state();
    facts.lock = lock();
    const Connection* current = m_view.current();
    facts.canLock = current && current->profile().environment == Environment::Production && current->mayWork();
    if (const Connection* shown = shownConnection())
        facts.connected = shown->session().isOnline();
    facts.slotCount = m_worker.settings().slotCount;
    facts.busySlots = std::min(m_worker.busySlots(), facts.slotCount);
    facts.place = place();
    facts.queues = m_worker.isRunning() ? workedQueues() : QString();
    facts.figures = m_worker.figures();
    m_head->show(facts);
    const bool works = facts.state != EmbeddedWorker::State::Idle && facts.state != EmbeddedWorker::State::Starting;
    Q_EMIT statusChanged(works ? QStringLiteral("%1/%2").arg(facts.busySlots).arg(facts.slotCount) : QString());
}

void WorkerPanel::edited()
{
    const Connection* current = m_view.current();
    if (!current || m_worker.isRunning())
        return;
    WorkerSettings now = m_head->settings(m_settings);
    now.handlers = m_handlers.handlers();
    m_failure.clear();
    if (now != m_settings) {
        m_settings = now;
        if (current->isSandbox())
            m_unsaved[current->id()] = now;
        else if (const auto saved = m_store.save(current->profile().name, now); !saved)
            m_failure = saved.error().message;
    }
    showProblem();
}

void WorkerPanel::showProblem()
{
    QString problem = m_failure;
    if (problem.isEmpty() && !m_worker.isRunning())
        problem = m_handlers.firstProblem().isEmpty() ? m_head->problem() : m_handlers.firstProblem();
    QPalette colour = palette();
    colour.setColor(QPalette::WindowText, m_theme.tokens().of(TaskState::Failed).text);
    m_problem->setPalette(colour);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void WorkerPanel::start()
{
    const QPointer<Connection> current = m_view.current();
    if (!current || m_worker.isRunning())
        return;
    // Use the queues that the dialog showed, even if a different queue has been displayed since.
    const std::vector<QueueName> worked = wantedQueues();
    const WorkerSettings settings = m_settings;
    m_failure = m_handlers.firstProblem().isEmpty() ? m_head->problem() : m_handlers.firstProblem();
    if (m_failure.isEmpty() && current->profile().environment == Environment::Production && current->mayWork()
        && !settings.handlers.empty()) {
        const QString queues = settings.everyQueue ? tr("all %Ln queue(s)", nullptr, int(worked.size()))
                                                   : printable(m_view.place().queue, 60);
        WorkerStartDialog dialog(m_theme, current->profile(), queues, settings, window());
        if (dialog.exec() != QDialog::Accepted || m_worker.isRunning())
            return;
        if (!current)
            return m_events.tell(OperationNotice::connectionClosed());
    }
    if (m_failure.isEmpty()) {
        const auto started = m_worker.start(*current, worked, settings);
        if (started)
            return;
        m_failure = started.error().message;
    }
    showProblem();
    Q_EMIT attentionRequested();
}

/// Unlocks the worker on a production server. This is a separate step: permission to retry tasks doesn't imply
/// permission to run them on this machine.
void WorkerPanel::unlock(bool unlocked)
{
    Connection* current = m_view.current();
    if (!current)
        return;
    const auto done = current->session().unlock(current->mayWrite(), unlocked);
    m_failure = done ? QString() : done.error().message;
    showFacts();
    showProblem();
}

} // namespace dueline
