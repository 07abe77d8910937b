// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/mainwindow.h"

#include "core/base/text.h"
#include "core/console/discover/filestoallow.h"
#include "ui/actions/panecycle.h"
#include "ui/board/boardpane.h"
#include "ui/board/figurestrip.h"
#include "ui/commands/adoptcommands.h"
#include "ui/commands/boardcommands.h"
#include "ui/commands/connectioncommands.h"
#include "ui/commands/contextmenus.h"
#include "ui/commands/filtercommands.h"
#include "ui/commands/queuecommands.h"
#include "ui/commands/transfercommands.h"
#include "ui/commands/undocommands.h"
#include "ui/commands/windowcommands.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/inspectorsections.h"
#include "ui/panels/dock.h"
#include "ui/panels/panels.h"
#include "ui/sidebar/sidebar.h"
#include "ui/text/formatting.h"
#include "ui/text/taskname.h"
#include "ui/theme/theme.h"
#include "ui/timeline/colourcommands.h"
#include "ui/timeline/timelinecommands.h"
#include "ui/timeline/timelinepane.h"
#include "ui/welcome/welcomepage.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/returnkey.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/taborder.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"
#include "ui/widgets/toolbar.h"
#include "ui/window/inspectorwidth.h"
#include "ui/window/taskinspection.h"
#include "ui/window/windowlayout.h"
#include "ui/window/windowzone.h"
#include "ui/witness/changespage.h"

#include <QCloseEvent>
#include <QKeyEvent>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr Millis shownAtStart = std::chrono::hours(4);

QVBoxLayout* makeColumn(QWidget* parent)
{
    auto* column = new QVBoxLayout(parent);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    return column;
}

} // namespace

MainWindow::MainWindow(Theme& theme, Formatting& formatting, Workbench& workbench, QWidget* parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_bench(workbench)
    , m_shown(workbench.list())
    , m_actions(new Actions(theme, this))
    , m_view({workbench.view().now() - shownAtStart / 3, workbench.view().now() + shownAtStart * 2 / 3})
    , m_layout(new WindowLayout(*this, this))
    , m_zone(new WindowZone(workbench.view(), *m_actions, this))
{
    Assistive::tellRoles();
    setWindowTitle(QStringLiteral("Dueline"));
    setMinimumSize(800, 560);
    resize(1280, 800);
    build();
    connectParts();
    new QueueCommands(theme, workbench.view(), workbench.events(), *m_actions, this);
    auto* adopt = new AdoptCommands(
        theme, m_formatting, workbench.view(), workbench.events(), workbench.actions().adoptions(), *m_actions, this);
    connect(m_tasks, &TaskPane::layoutRequested, adopt, qOverload<const QString&>(&AdoptCommands::openWith));
    new TransferCommands(theme, workbench.actions().undo(), workbench.events(), workbench.list(), *m_actions, *m_table,
        *m_changes, this);
    auto* connectionCommands
        = new ConnectionCommands(theme, m_formatting, workbench.view(), workbench.events(), *m_actions, this);
    connect(m_stripe, &EnvironmentStripe::filesRequested, connectionCommands, &ConnectionCommands::allowFiles);
    m_boardCommands
        = new BoardCommands(workbench, m_shown, *m_actions, *m_board, *m_groupPage, *m_changes, *m_tasks, *m_timeline);
    const auto followPage = [this] { m_inspection->setPage(m_boardCommands->page()); };
    connect(m_boardCommands, &BoardCommands::pageChanged, this, followPage);
    followPage();
    auto* colours = new ColourCommands(workbench, m_shown, *m_actions, *m_timeline, *m_filter, this);
    m_layout->add(
        QStringLiteral("timelineColours"), colourName(TimelineColour::State),
        [this] { return colourName(m_shown.matches().colour()); },
        [colours](const QVariant& name) {
            colours->choose(colourFromName(name.toString()).value_or(TimelineColour::State));
        });
    handleActions();
    m_actions->requireHandlers();
    connect(m_zone, &WindowZone::changed, this, [this] {
        m_formatting.setZone(m_zone->zone());
        showZone();
    });
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::tick);
    m_clock.start();
    tick();
    updateCurrent();
}

MainWindow::~MainWindow() { m_layout->save(); }

void MainWindow::build()
{
    m_actions->fillMenuBar(*menuBar());
    (*m_actions)["view.live"]->setChecked(true);
    (*m_actions)["view.inspector"]->setChecked(true);
    auto* central = new Pane(m_theme, Pane::Ground::Window);
    auto* outer = makeColumn(central);
    setCentralWidget(central);
    m_toolbar = new Toolbar(m_theme, *m_actions);
    m_undo = new UndoCommands(m_bench.view(), m_bench.actions().undo(), *m_actions, *m_toolbar, m_formatting, this);
    m_stripe = new EnvironmentStripe(m_theme);
    m_sidebar = new Sidebar(m_theme, m_bench.sidebar());
    m_sidebar->setMinimumWidth(212);
    m_messages = new Toasts(m_theme, *central);
    for (const char* id : {"edit.undo", "queue.pause", "queue.resume"})
        m_messages->follow(*(*m_actions)[id]);
    m_pages = new QStackedWidget;
    m_welcome = new WelcomePage(m_theme);
    auto* first = new QWidget;
    makeColumn(first)->addWidget(m_welcome, 1);
    m_pages->addWidget(first);
    m_pages->addWidget(buildWork());
    // If the list isn't tall enough, messages cover the panels instead. The start page is included because errors can
    // occur before a connection is open.
    m_messages->setAreas({&m_tasks->body(), m_board, m_groupPage, m_changes, m_dock, m_welcome});
    auto* sidebar = new SidebarPane(m_theme, m_bench.sidebar(), m_sidebar);
    auto* split = WindowLayout::split(Qt::Horizontal, sidebar, m_pages, 1);
    m_layout->add(QStringLiteral("sidebar"), *split, {PartSizes::startSidebar, 1000});
    m_status = new StatusLine(m_theme, m_formatting);
    outer->addWidget(m_toolbar);
    outer->addWidget(m_stripe);
    outer->addWidget(split, 1);
    outer->addWidget(m_status);
    m_layout->add(QStringLiteral("hiddenColumns"), *m_tasks);
    m_layout->add(QStringLiteral("timelineMs"), m_view, shownAtStart);
    m_inspection = new TaskInspection(
        m_bench.view(), m_bench.events(), *m_table, *m_inspector, *(*m_actions)["view.inspector"], m_theme, this);
    m_panels = new Panels(m_theme, m_formatting, m_bench, *m_actions, *m_dock, this);
    m_dock->setOpen(false); // initially closed to leave room for the table
    m_layout->add(QStringLiteral("dock"), *m_dock);
    m_layout->add(
        QStringLiteral("inspectorOpen"), true,
        [this] { return m_narrow ? m_inspectorWhenWide : m_inspection->isWanted(); },
        [this](const QVariant& open) {
            m_inspectorWhenWide = open.toBool();
            if (!m_narrow)
                m_inspection->setWanted(m_inspectorWhenWide);
        });
    m_actions->addKeyScope(m_table);
    m_actions->addKeyScope(&m_timeline->timeline());
    showZone();
    m_welcome->setFocus();
}

QWidget* MainWindow::buildWork()
{
    m_timeline = new TimelinePane(m_theme, m_formatting, m_view, *m_actions);
    auto* list = new Pane(m_theme, Pane::Ground::Surface);
    auto* listColumn = makeColumn(list);
    m_tasks = new TaskPane(m_theme, m_formatting, m_bench.actions(), m_bench.list(), *m_actions);
    m_table = &m_tasks->table();
    m_filter = &m_tasks->filter();
    m_board = new BoardPane(m_theme, m_formatting, m_bench.view(), m_shown);
    listColumn->addWidget(m_tasks, 1);
    listColumn->addWidget(m_board, 1);
    m_groupPage = new FailureGroupPage(m_theme, m_formatting, m_bench.actions(), *m_actions);
    m_groupPage->hide();
    listColumn->addWidget(m_groupPage, 1);
    m_changes = new ChangesPage(m_theme, m_formatting);
    m_changes->hide();
    listColumn->addWidget(m_changes, 1);
    m_dock = new Dock(m_theme);
    m_inspector = new Inspector(m_theme, m_formatting, *m_actions);
    auto* listAndDock = WindowLayout::split(Qt::Vertical, list, m_dock, 0);
    listAndDock->setSizes({400, Dock::openHeight});
    auto* lower = WindowLayout::split(Qt::Horizontal, listAndDock, m_inspector, 0);
    auto* upper = WindowLayout::split(Qt::Vertical, m_timeline, lower, 1);
    m_layout->add(QStringLiteral("inspector"), *lower, {700, InspectorWidth::start});
    new InspectorWidth(*this, *lower);
    m_layout->add(
        QStringLiteral("inspectorSections"), QStringList(), [this] { return m_inspector->sections().choices(); },
        [this](const QVariant& choices) { m_inspector->sections().setChoices(choices.toStringList()); });
    m_layout->add(QStringLiteral("timeline"), *upper, {PartSizes::startTimeline, 500});
    auto* work = new QWidget;
    auto* column = makeColumn(work);
    m_connectionBar = new ConnectionBar(m_theme, m_formatting);
    column->addWidget(m_connectionBar);
    column->addWidget(&m_board->figures());
    column->addWidget(upper, 1);
    return work;
}

void MainWindow::rememberIn(const QString& settings)
{
    m_layout->rememberIn(settings, [this] { applyNarrow(); });
    m_bench.filters().rememberIn(settings);
}

void MainWindow::updateActions()
{
    const TaskTable::Extent selected = m_table->extent();
    ActionContext context = m_bench.actions().context(selected.tasks, selected.leased, selected.states);
    context.untimed = selected.untimed;
    m_actions->update(context);
    m_inspector->setContext(m_bench.actions().context(1, 0));
    (*m_actions)["view.lastMessage"]->setEnabled(m_messages->hasLast());
    (*m_actions)["view.back"]->setEnabled(m_view.canStepBack());
    (*m_actions)["view.forward"]->setEnabled(m_view.canStepForward());
    m_undo->describe();
    const QueueInfo* queue = m_bench.view().queue();
    m_timeline->setStates(queue && !m_shown.isOfAll() ? queue->states : StateSet::all());
    // If the queue is unknown, don't keep the previous queue's state.
    const bool paused = queue && queue->paused;
    QAction* unwanted = (*m_actions)[paused ? "queue.pause" : "queue.resume"];
    unwanted->setVisible(false);
}

void MainWindow::updateCurrent()
{
    const Connection* current = m_bench.view().current();
    const int page = m_bench.connections().all().empty() ? 0 : 1;
    if (page != m_pages->currentIndex()) {
        m_pages->setCurrentIndex(page);
        // The table gets the focus later, once it has tasks.
        (page == 0 ? static_cast<QWidget*>(m_welcome) : m_sidebar)->setFocus();
    }
    if (current) {
        const QString& refusal = current->refusal();
        const bool isAllowable = !refusal.isEmpty() && !filesToAllow(current->spec()).empty();
        m_stripe->show(current->profile(), current->session().access(), refusal, isAllowable);
        setWindowTitle(m_bench.view().place().queue.isEmpty()
                ? tr("%1 — Dueline").arg(current->profile().name)
                : tr("%1 on %2 — Dueline").arg(printable(m_bench.view().place().queue, 60), current->profile().name));
    } else {
        m_stripe->clear();
        setWindowTitle(QStringLiteral("Dueline"));
    }
    showFreshness();
    m_tasks->refresh();
    updateActions();
}

/// Returns the connection that the timeline is waiting for. If the timeline shows all connections, returns any that is
/// online.
const Connection* MainWindow::timelineSource() const
{
    for (const auto& connection : m_bench.connections().all()) {
        if (m_shown.isOfAll() && connection->session().isOnline())
            return connection.get();
    }
    return m_bench.view().current();
}

/// Updates the connection bar, the status line and the dimming to show how current the data is.
void MainWindow::showFreshness()
{
    const Connection* current = m_bench.view().current();
    const bool stale = ConnectionBar::isStale(current);
    m_timeline->timeline().setStale(stale);
    QString unknown = ConnectionBar::whyUnknown(timelineSource());
    const QueueInfo* shown = m_shown.isOfAll() ? nullptr : m_bench.view().queue();
    if (unknown.isEmpty() && shown && !shown->unreadable.isEmpty())
        unknown = tr("This queue cannot be read");
    m_timeline->setAwaited(unknown, unknown.isEmpty());
    m_tasks->setStale(stale);
    m_connectionBar->follow(current, current && m_bench.connections().isSaved(*current));
    m_toolbar->showLive(m_bench.view().isLive(), m_bench.view().shownPeriod(),
        current && (!current->session().isOnline() || current->session().silentSince()));
    m_status->show(current, SystemClock().now());
}

/// Pauses updates while the window is hidden, and resumes them when it becomes visible again.
void MainWindow::noteSeen()
{
    const bool seen = isVisible() && !isMinimized();
    seen ? m_clock.start() : m_clock.stop();
    m_bench.view().setSeen(seen);
    if (seen)
        tick();
}

void MainWindow::tick()
{
    m_bench.connections().noticeSilence();
    const TimePoint now = m_bench.view().now();
    m_timeline->timeline().setNow(now);
    m_bench.list().tasks().setNow(now);
    m_inspection->tick();
    if (m_formatting.offset(now) != m_offsetTold)
        showZone();
    showFreshness();
}

/// Handles the actions for the window and the program.
void MainWindow::handleActions()
{
    const auto on
        = [this](const char* id, std::function<void()> perform) { m_actions->handle(id, this, std::move(perform)); };
    on("view.resetLayout", [this] {
        m_layout->reset();
        m_sizes.reset();
        findChild<InspectorWidth*>()->reset();
        applyNarrow();
    });
    on("edit.saveFilter", [this] { m_filters->save(); });
    on("view.lastMessage", [this] { m_messages->showLast(); });
    for (const bool forward : {true, false}) {
        on(forward ? "view.nextPane" : "view.previousPane", [this, forward] {
            PaneCycle({m_sidebar, &m_timeline->timeline(), m_board, m_groupPage, m_changes, m_table,
                          m_dock->panel(m_dock->currentId()), m_inspector, m_messages})
                .move(forward);
        });
    }
    on("profiles.import", [this] { Q_EMIT profileImportRequested(); });
    on("profiles.export", [this] { Q_EMIT profileExportRequested(); });
    on("view.languageSystem", [this] { Q_EMIT languageRequested({}); });
    on("view.languageEnglish", [this] { Q_EMIT languageRequested(QStringLiteral("en")); });
    on("view.languageChinese", [this] { Q_EMIT languageRequested(QStringLiteral("zh_CN")); });
    on("app.settings", [this] { Q_EMIT settingsRequested(); });
    on("help.tour", [this] { Q_EMIT tourRequested(); });
}

void MainWindow::setPeriod(Millis period)
{
    if (period > Millis(0))
        m_bench.view().setShownPeriod(period);
    (*m_actions)["view.live"]->setChecked(period > Millis(0));
    m_bench.view().setLive(period > Millis(0));
    updateCurrent();
}

/// Applies the selected time zone to all displayed times.
void MainWindow::showZone()
{
    const QTimeZone& zone = m_formatting.zone();
    const bool utc = zone == QTimeZone::utc();
    const bool local = zone == QTimeZone::systemTimeZone();
    m_offsetTold = m_formatting.offset(m_bench.view().now());
    m_toolbar->setZone(utc ? tr("UTC")
            : local        ? tr("Local %1", "time zone").arg(m_offsetTold)
                           : QStringLiteral("%1 %2").arg(QString::fromUtf8(zone.id()), m_offsetTold),
        m_offsetTold);
    (*m_actions)["view.zoneUtc"]->setChecked(utc);
    (*m_actions)["view.zoneLocal"]->setChecked(!utc && local);
    m_timeline->timeline().setLook(m_timeline->timeline().look());
    if (m_tasks)
        m_tasks->refresh();
    tick();
    for (QWidget* widget : findChildren<QWidget*>())
        widget->update();
}

void MainWindow::applyNarrow()
{
    m_sizes.apply(size(), *m_timeline, *m_sidebar->parentWidget());
    const bool narrow = PartSizes::isNarrow(size());
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    m_toolbar->setNarrow(narrow);
    m_tasks->setNarrow(narrow);
    m_table->setNarrow(narrow);
    m_dock->setNarrow(narrow);
    if (narrow)
        m_inspectorWhenWide = m_inspection->isWanted();
    m_inspection->setWanted(!narrow && m_inspectorWhenWide);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    applyNarrow();
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    noteSeen();
}

void MainWindow::hideEvent(QHideEvent* event)
{
    QMainWindow::hideEvent(event);
    noteSeen();
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::WindowStateChange)
        noteSeen();
}

void MainWindow::closeEvent(QCloseEvent* event) { event->setAccepted(m_panels->mayClose()); }

bool MainWindow::mayClose(const QString& connection) { return m_panels->mayClose(connection); }

bool MainWindow::focusNextPrevChild(bool next)
{
    QWidget* to = nextByTab(*this, focusWidget(), next);
    if (to)
        to->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return to != nullptr;
}

/// Handles keys that no other part of the window has accepted. The paste shortcut opens a Redis address from the
/// clipboard.
void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Paste)) {
        if (const QString url = pastedRedisUrl(); !url.isEmpty())
            return Q_EMIT connectRequested(url);
    }
    if (ReturnKey::presses(*this, *event))
        return event->accept();
    QMainWindow::keyPressEvent(event);
}

/// Applies a language change in dependency order: dates and numbers, shared strings, widgets, then the text and sizes
/// that depend on them.
bool MainWindow::event(QEvent* event)
{
    if (event->type() != QEvent::LanguageChange)
        return QMainWindow::event(event);
    setLocale(QLocale());
    m_actions->retranslate();
    m_bench.reword();
    m_shown.marks().tell();
    const bool done = QMainWindow::event(event); // propagates the event to all children
    tellSubject();
    m_theme.measureAgain();
    updateCurrent();
    showZone();
    return done;
}

void MainWindow::tellSubject()
{
    const QueueName& queue = m_bench.view().place().queue;
    if (!m_shown.isOfAll())
        return m_timeline->setSubject(queue.isEmpty() ? tr("all queues") : printable(queue, 40));
    // The total includes the last known counts of disconnected connections, and the text says so. It doesn't include
    // connections whose counts were never read.
    QStringList lost;
    QStringList unknown;
    for (const auto& connection : m_bench.connections().all()) {
        const QString name = printable(connection->profile().name.toUtf8(), 40);
        if (connection->refreshedAt() == TimePoint{})
            unknown << name;
        else if (ConnectionBar::isLost(connection.get()))
            lost << name;
    }
    QStringList parts{tr("all connections")};
    if (!lost.isEmpty())
        parts << tr("%1 (outdated)", "connections").arg(Formatting::commas(lost));
    if (!unknown.isEmpty())
        parts << tr("%1 (no data)", "connections").arg(Formatting::commas(unknown));
    m_timeline->setSubject(Formatting::commas(parts));
}

void MainWindow::connectParts()
{
    m_windowCommands = new WindowCommands(m_theme, m_formatting, m_bench, m_shown, *m_actions,
        {*m_table, *m_filter, m_view, m_timeline->timeline(), *m_messages}, this);
    connect(m_windowCommands, &WindowCommands::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(m_windowCommands, &WindowCommands::connectDialogRequested, this, &MainWindow::connectDialogRequested);
    connect(m_windowCommands, &WindowCommands::closeRequested, this, &QWidget::close);
    connect(m_windowCommands, &WindowCommands::inspectorRequested, m_inspection, &TaskInspection::setOpen);
    connect(m_inspector, &Inspector::actionRequested, m_windowCommands, &WindowCommands::performOn);
    connect(m_inspector, &Inspector::taskRequested, this, [this](const QueueName& queue, const TaskId& id) {
        m_bench.events().showTask({m_bench.view().place().connection, queue, {}}, id);
    });
    connect(m_inspector, &Inspector::compareRequested, m_windowCommands, &WindowCommands::compareAttempts);
    connect(m_windowCommands, &WindowCommands::liveChosen, this, &MainWindow::updateCurrent);
    connect(m_windowCommands, &WindowCommands::searchRequested, m_panels, &Panels::searchAll);
    m_filters
        = new FilterCommands(m_theme, m_formatting, m_bench.list(), m_bench.filters(), *m_filter, *m_messages, this);
    connect(m_toolbar, &Toolbar::periodRequested, this, &MainWindow::setPeriod);
    connect(m_welcome, &WelcomePage::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(m_welcome, &WelcomePage::connectRequested, this, &MainWindow::connectRequested);
    connect(m_welcome, &WelcomePage::dialogRequested, (*m_actions)["connection.new"], &QAction::trigger);
    connect(m_filter, &FilterLine::urlPasted, this, &MainWindow::connectRequested);
    connect(
        m_connectionBar, &ConnectionBar::reconnectRequested, (*m_actions)["connection.reconnect"], &QAction::trigger);
    connect(m_connectionBar, &ConnectionBar::passwordGiven, this, [this](const Secret& password, bool keep) {
        // If the server rejects the password, the focus moves back from the sidebar to the field.
        m_sidebar->setFocus(Qt::OtherFocusReason);
        if (m_bench.view().current())
            m_bench.view().current()->givePassword(password, keep);
    });
    connect(m_connectionBar, &ConnectionBar::editRequested, this, [this] {
        if (m_bench.view().current())
            Q_EMIT profileEditRequested(m_bench.view().current()->profile().name);
    });
    connect(&m_bench.view(), &ViewedPlace::placeChanged, this, [this] {
        m_sidebar->show(m_bench.view().place());
        m_inspection->clear();
        m_messages->renew();
        // Clear the description of the item at the previous timeline's cursor.
        m_status->tell({});
        m_timeline->timeline().setBrush({});
        const TimelineWidget& timeline = m_timeline->timeline();
        m_shown.feed().want(timeline.wantedRange(), timeline.wantedSpan());
    });
    connect(&m_bench.view(), &ViewedPlace::placeChanged, this, &MainWindow::tellSubject);
    connect(&m_shown, &ShownTimeline::scopeChanged, this, &MainWindow::tellSubject);
    connect(&m_bench.connections(), &OpenConnections::changed, this, &MainWindow::tellSubject);
    connect(&m_bench.view(), &ViewedPlace::currentChanged, this, &MainWindow::updateCurrent);
    connect(&m_bench.connections(), &OpenConnections::changed, this, &MainWindow::updateCurrent);
    connect(&m_bench.events(), &WindowEvents::noticed, m_messages, &Toasts::show);
    m_messages->setNames([this](const QString& id) {
        const Connection* of = m_bench.connections().find(id);
        return of && of != m_bench.view().current() ? printable(of->profile().name.toUtf8(), 40) : QString();
    });
    const auto isOver = [this](const Notice& notice) { // the connection has been closed, so the links no longer work
        return !notice.of.isEmpty() && !m_bench.connections().find(notice.of);
    };
    connect(&m_bench.connections(), &OpenConnections::changed, m_messages, [=, this] { m_messages->closeIf(isOver); });
    connect(m_messages, &Toasts::covered, m_tasks, &TaskPane::setBottomRoom);
    connect(m_messages, &Toasts::changed, (*m_actions)["view.lastMessage"], &QAction::setEnabled);
    connect(&m_bench.events(), &WindowEvents::operationEnded, this, &MainWindow::updateActions);
    connect(&m_bench.events(), &WindowEvents::filterRequested, this, [this](const QString& filter) {
        m_filter->apply(filter);
        m_table->setFocus(Qt::ShortcutFocusReason);
    });
    connect(&m_bench.events(), &WindowEvents::taskRequested, this, [this](const TaskId& id) {
        m_tasks->reveal(id);
        m_inspection->setOpen(true);
        m_table->setFocus(Qt::OtherFocusReason);
    });
    auto* timeline = new TimelineCommands(
        m_bench, m_shown, *m_actions, {*m_timeline, m_view, *m_filter, *m_table, *m_status}, this);
    connect(timeline, &TimelineCommands::filterRequested, m_filters, &FilterCommands::narrow);
    connect(timeline, &TimelineCommands::brushed, m_filters, &FilterCommands::brush);
    connectTable();
    connectSidebar();
    connect(m_stripe, &EnvironmentStripe::writingRequested, this, [this](bool allowed) {
        if (!m_bench.view().current())
            return;
        if (auto unlocked = m_bench.view().current()->session().unlock(allowed, false); !unlocked)
            m_messages->show({Notice::Kind::Failure, QStringLiteral("warning"), unlocked.error().message, {}, {}, {},
                {}, m_bench.view().current()->id()});
    });
    connect(&m_theme, &Theme::changed, this, &MainWindow::updateCurrent);
}

void MainWindow::connectTable()
{
    connect(m_tasks, &TaskPane::sandboxRequested, this, &MainWindow::sandboxRequested);
    connect(m_tasks, &TaskPane::addRequested, (*m_actions)["task.add"], &QAction::trigger);
    connect(m_tasks, &TaskPane::describeRequested, (*m_actions)["connection.describe"], &QAction::trigger);
    connect(m_tasks, &TaskPane::selectionChanged, this, &MainWindow::updateActions);
    connect(m_tasks, &TaskPane::failed, this, [this](const Error& error) {
        if (m_bench.view().current() && m_bench.view().current()->session().isOnline())
            m_messages->show({Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}, {}, {},
                m_bench.view().current()->id()});
    });
    connect(m_table, &TaskTable::currentTaskChanged, this, &MainWindow::updateActions);
    connect(m_tasks, &TaskPane::notListed, this, [this](const TaskId& id) { m_filter->apply(idFilter(id)); });
}

void MainWindow::connectSidebar()
{
    connect(m_sidebar, &Sidebar::placeChosen, &m_bench.view(), &ViewedPlace::show);
    connect(m_sidebar, &Sidebar::filterChosen, m_filters, &FilterCommands::apply);
    connect(m_sidebar, &Sidebar::tableRequested, this,
        [this] { (m_boardCommands->page() ? m_boardCommands->page() : m_table)->setFocus(); });
    connect(m_sidebar, &Sidebar::actionRequested, this, [this](const QByteArray& id) { (*m_actions)[id]->trigger(); });
    connect(m_sidebar, &Sidebar::profileRequested, this, &MainWindow::profileRequested);
    const auto* menus = new ContextMenus(*m_actions, *m_filters, *m_table, *m_sidebar, this);
    connect(menus, &ContextMenus::profileRequested, this, &MainWindow::profileRequested);
    connect(menus, &ContextMenus::profileEditRequested, this, &MainWindow::profileEditRequested);
    connect(menus, &ContextMenus::profileCopyRequested, this, &MainWindow::profileCopyRequested);
    connect(menus, &ContextMenus::profileRemoveRequested, this, &MainWindow::profileRemoveRequested);
}

} // namespace dueline
