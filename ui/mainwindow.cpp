// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include "core/base/text.h"
#include "ui/actionperformer.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadview.h"
#include "ui/theme/theme.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/messagebar.h"
#include "ui/widgets/sidebar.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/taskpane.h"
#include "ui/widgets/tasktable.h"
#include "ui/widgets/toolbar.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace dueline {

namespace {

constexpr int narrowBelow = 1200;
constexpr Millis shownAtStart = std::chrono::hours(4);

} // namespace

MainWindow::MainWindow(Theme& theme, const Formatting& formatting, Workbench& workbench, QWidget* parent)
    : QMainWindow(parent)
    , m_theme(theme)
    , m_formatting(formatting)
    , m_bench(workbench)
    , m_actions(new Actions(theme, this))
    , m_view({workbench.now() - shownAtStart / 3, workbench.now() + shownAtStart * 2 / 3})
{
    setWindowTitle(QStringLiteral("Dueline"));
    setMinimumSize(800, 560);
    resize(1280, 800);
    build();
    connectParts();
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, this, &MainWindow::tick);
    m_clock.start();
    tick();
    updateCurrent();
}

MainWindow::~MainWindow() = default;

void MainWindow::build()
{
    m_actions->fillMenuBar(*menuBar());
    (*m_actions)["view.live"]->setChecked(true);
    (*m_actions)["view.inspector"]->setChecked(true);
    auto* central = new Pane(m_theme, Pane::Ground::Window);
    auto* outer = new QVBoxLayout(central);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->setSpacing(0);
    setCentralWidget(central);
    m_toolbar = new Toolbar(m_theme, *m_actions);
    m_stripe = new EnvironmentStripe(m_theme);
    outer->addWidget(m_toolbar);
    outer->addWidget(m_stripe);

    m_pages = new QStackedWidget;
    m_welcome = new EmptyState(m_theme);
    m_pages->addWidget(m_welcome);
    auto* work = new QWidget;
    auto* workRow = new QHBoxLayout(work);
    workRow->setContentsMargins(0, 0, 0, 0);
    workRow->setSpacing(0);
    auto* split = new QSplitter(Qt::Horizontal);
    split->setHandleWidth(1);
    split->setChildrenCollapsible(false);
    workRow->addWidget(split);
    m_pages->addWidget(work);
    outer->addWidget(m_pages, 1);

    m_sidebar = new Sidebar(m_theme, m_bench.sidebar());
    m_sidebar->setMinimumWidth(180);
    split->addWidget(m_sidebar);

    auto* right = new QWidget;
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(0);
    m_connectionBar = new MessageBar(m_theme, Qt::BottomEdge);
    rightColumn->addWidget(m_connectionBar);
    auto* vertical = new QSplitter(Qt::Vertical);
    vertical->setHandleWidth(1);
    vertical->setChildrenCollapsible(false);
    rightColumn->addWidget(vertical, 1);
    m_timeline = new TimelinePane(m_theme, m_formatting, m_view, *m_actions);
    vertical->addWidget(m_timeline);

    auto* lower = new QSplitter(Qt::Horizontal);
    lower->setHandleWidth(1);
    lower->setChildrenCollapsible(false);
    auto* list = new Pane(m_theme, Pane::Ground::Surface);
    auto* listColumn = new QVBoxLayout(list);
    listColumn->setContentsMargins(0, 0, 0, 0);
    listColumn->setSpacing(0);
    m_tasks = new TaskPane(m_theme, m_bench);
    m_table = &m_tasks->table();
    m_filter = &m_tasks->filter();
    listColumn->addWidget(m_tasks, 1);
    m_messages = new MessageBar(m_theme, Qt::TopEdge);
    listColumn->addWidget(m_messages);
    lower->addWidget(list);
    m_inspector = new Inspector(m_theme, m_formatting, *m_actions);
    lower->addWidget(m_inspector);
    lower->setStretchFactor(0, 1);
    lower->setStretchFactor(1, 0);
    lower->setSizes({700, 376});
    vertical->addWidget(lower);
    vertical->setStretchFactor(0, 0);
    vertical->setStretchFactor(1, 1);
    vertical->setSizes({236, 500});
    split->addWidget(right);
    split->setStretchFactor(0, 0);
    split->setStretchFactor(1, 1);
    split->setSizes({248, 1000});
    m_status = new StatusLine(m_theme);
    outer->addWidget(m_status);

    m_welcome->tell(QStringLiteral("dueline"), tr("Delayed tasks, on one timeline"),
        tr("Connect to a Redis, or open a private one with demo queues to look around."),
        {{tr("Open sandbox"), [this] { Q_EMIT sandboxWished(); }, true},
            {tr("Connect…"), [this] { m_performer->perform("connection.new"); }, false}});
    m_toolbar->setZone(m_formatting.offset(m_bench.now()));
    m_actions->addKeyScope(m_table);
    m_actions->addKeyScope(&m_timeline->timeline());
    m_table->setFocus();
}

void MainWindow::connectParts()
{
    m_performer = new ActionPerformer(m_theme, m_formatting, m_bench, *m_actions,
        {*m_table, *m_filter, m_view, m_timeline->timeline(), *m_messages}, this);
    connect(m_performer, &ActionPerformer::sandboxWished, this, &MainWindow::sandboxWished);
    connect(m_performer, &ActionPerformer::connectWished, this, &MainWindow::connectWished);
    connect(m_performer, &ActionPerformer::closeWished, this, &QWidget::close);
    connect(m_performer, &ActionPerformer::inspectorWished, m_inspector, &QWidget::setVisible);
    connect(m_actions, &Actions::triggered, m_performer, &ActionPerformer::perform);
    connect(m_sidebar, &Sidebar::placeChosen, &m_bench, &Workbench::show);
    connect(&m_bench, &Workbench::placeChanged, this, [this] {
        m_sidebar->show(m_bench.place());
        m_timeline->setSubject(printable(m_bench.place().queue, 40));
        m_inspected.clear();
        m_inspector->clear();
        m_timeline->timeline().setBrush({});
        const TimelineWidget& timeline = m_timeline->timeline();
        m_bench.timelineFeed().want(timeline.wantedRange(), timeline.wantedSpan());
    });
    connect(&m_bench, &Workbench::currentChanged, this, &MainWindow::updateCurrent);
    connect(&m_bench, &Workbench::connectionsChanged, this, &MainWindow::updateCurrent);
    connect(&m_bench, &Workbench::noticed, m_messages, &MessageBar::show);
    connect(&m_bench, &Workbench::operationEnded, this, &MainWindow::updateActions);
    TimelineWidget& timeline = m_timeline->timeline();
    connect(&timeline, &TimelineWidget::dataWanted, this,
        [this, &timeline] { m_bench.timelineFeed().want(timeline.wantedRange(), timeline.wantedSpan()); });
    connect(&m_bench.timelineFeed(), &TimelineFeed::loaded, m_timeline, &TimelinePane::setData);
    connect(&timeline, &TimelineWidget::cursorDescribed, m_status, &StatusLine::tell);
    connect(&timeline, &TimelineWidget::filterRequested, this, [this](TimeRange range) {
        QString text = m_filter->text();
        static const QRegularExpression old(QStringLiteral("\\s*due[<>]\\S+"));
        text.remove(old);
        m_filter->apply((text + QStringLiteral(" due>%1 due<%2").arg(toMs(range.from)).arg(toMs(range.to))).trimmed());
    });
    connect(&timeline, &TimelineWidget::taskActivated, this, [this](const TimelineTask& task) {
        if (!m_table->select(task.id))
            m_filter->apply(QStringLiteral("id:\"%1\"").arg(QString::fromUtf8(task.id)));
    });
    connect(&m_view, &TimelineView::rangeChanged, this, [this] {
        (*m_actions)["view.back"]->setEnabled(m_view.canStepBack());
        (*m_actions)["view.forward"]->setEnabled(m_view.canStepForward());
    });

    connect(m_tasks, &TaskPane::sandboxWished, this, &MainWindow::sandboxWished);
    connect(m_tasks, &TaskPane::selectionChanged, this, &MainWindow::updateActions);
    connect(m_tasks, &TaskPane::failed, this, [this](const Error& error) {
        if (m_bench.current() && m_bench.current()->session().isOnline())
            m_messages->show({Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}});
    });
    connect(m_table, &TaskTable::currentTaskChanged, this, &MainWindow::inspectCurrent);
    connect(m_table, &TaskTable::inspectRequested, this, [this] {
        (*m_actions)["view.inspector"]->setChecked(true);
        m_inspector->show();
        inspectCurrent();
    });
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        QMenu menu(this);
        m_actions->fillContextMenu(menu, MenuPlace::Task);
        menu.exec(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_sidebar, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        QMenu menu(this);
        m_actions->fillContextMenu(menu, MenuPlace::Queue);
        menu.addSeparator();
        menu.addAction((*m_actions)["connection.reconnect"]);
        menu.addAction((*m_actions)["connection.close"]);
        menu.exec(m_sidebar->viewport()->mapToGlobal(at));
    });
    connect(m_inspector, &Inspector::closeRequested, this, [this] {
        m_inspector->hide();
        (*m_actions)["view.inspector"]->setChecked(false);
    });
    connect(m_stripe, &EnvironmentStripe::writingWished, this, [this](bool allowed) {
        if (!m_bench.current())
            return;
        if (auto unlocked = m_bench.current()->session().unlock(allowed, false); !unlocked)
            m_messages->show({Notice::Kind::Failure, QStringLiteral("warning"), unlocked.error().message, {}, {}});
    });
    connect(&m_theme, &Theme::changed, this, &MainWindow::updateCurrent);
}

void MainWindow::inspectCurrent()
{
    const Task* task = m_table->currentTask();
    updateActions();
    if (!task) {
        m_inspected.clear();
        m_inspector->clear();
        return;
    }
    const bool other = task->id != m_inspected;
    m_inspected = task->id;
    if (other)
        m_payloadOf.clear(); // the inspector forgets it, too
    m_inspector->setNow(m_bench.now());
    m_inspector->setTask(*task);
    if (other)
        loadDetail();
}

void MainWindow::loadDetail()
{
    Connection* current = m_bench.current();
    if (!current || m_inspected.isEmpty() || !m_inspector->isVisible())
        return;
    const QueueName queue = m_bench.place().queue;
    const TaskId id = m_inspected;
    // A payload never changes while its task lives: it is read once, the rest again and again.
    const bool withPayload = m_payloadOf != id;
    current->session().run(
        Session::Lane::Interactive, this,
        [queue, id, withPayload](Backend& backend) -> Result<std::pair<TaskDetail, QByteArray>> {
            auto detail = backend.inspector().task(queue, id);
            if (!detail)
                return detail.error();
            if (!withPayload)
                return std::pair(*detail, QByteArray());
            const qint64 wanted = detail->task.size <= PayloadView::treePreview ? -1 : PayloadView::textPreview;
            auto payload = backend.inspector().payload(queue, id, 0, wanted);
            if (!payload)
                return payload.error();
            return std::pair(*detail, *payload);
        },
        [this, id, withPayload](Result<std::pair<TaskDetail, QByteArray>> loaded) {
            if (id != m_inspected || !loaded)
                return;
            m_inspector->setDetail(loaded->first);
            if (!withPayload)
                return;
            m_payloadOf = id;
            m_inspector->setPayload(loaded->second, loaded->first.task.size);
        });
}

void MainWindow::updateActions()
{
    const auto refs = m_table->selection();
    int leased = 0;
    for (const TaskRef& ref : refs)
        leased += ref.seenState == TaskState::Leased;
    m_actions->update(m_bench.context(int(refs.size()), leased));
    (*m_actions)["view.back"]->setEnabled(m_view.canStepBack());
    (*m_actions)["view.forward"]->setEnabled(m_view.canStepForward());
    if (const QueueInfo* queue = m_bench.queue()) {
        (*m_actions)["queue.pause"]->setVisible(!queue->paused);
        (*m_actions)["queue.resume"]->setVisible(queue->paused);
    }
}

void MainWindow::updateCurrent()
{
    const Connection* current = m_bench.current();
    m_pages->setCurrentIndex(m_bench.connections().empty() ? 0 : 1);
    if (current) {
        m_stripe->show(current->profile(), current->session().access());
        const ConnectionState& state = current->session().connection();
        const bool offline = state.kind == ConnectionState::Kind::Offline;
        m_timeline->timeline().setStale(offline);
        if (offline) {
            Notice notice{Notice::Kind::Warning, QStringLiteral("warning"),
                current->refreshedAt() == TimePoint{}
                    ? tr("Not connected")
                    : tr("Stale since %1").arg(m_formatting.clock(state.since, Millis(1000))),
                state.error.message, {}};
            notice.links.push_back({tr("Reconnect now"), {}, [this] { m_performer->perform("connection.reconnect"); }});
            if (m_connectionBar->notice().text != notice.text || m_connectionBar->notice().detail != notice.detail)
                m_connectionBar->show(std::move(notice));
        } else {
            m_connectionBar->clear();
        }
        setWindowTitle(m_bench.place().queue.isEmpty()
                ? tr("%1 — Dueline").arg(current->profile().name)
                : tr("%1 on %2 — Dueline").arg(printable(m_bench.place().queue, 60), current->profile().name));
    } else {
        m_stripe->clear();
        m_connectionBar->clear();
        setWindowTitle(QStringLiteral("Dueline"));
    }
    m_status->show(current, SystemClock().now());
    m_tasks->refresh();
    updateActions();
}

void MainWindow::tick()
{
    const TimePoint now = m_bench.now();
    m_timeline->timeline().setNow(now);
    m_bench.tasks().setNow(now);
    m_inspector->setNow(now);
    m_status->show(m_bench.current(), SystemClock().now());
    if (m_inspector->isVisible() && !m_inspected.isEmpty() && m_bench.isLive()) {
        if (const Task* task = m_table->currentTask(); task && task->id == m_inspected)
            m_inspector->setTask(*task);
        loadDetail();
    }
}

void MainWindow::applyNarrow()
{
    const bool narrow = width() < narrowBelow;
    if (narrow == m_narrow)
        return;
    m_narrow = narrow;
    m_toolbar->setNarrow(narrow);
    m_table->setNarrow(narrow);
    m_inspector->setVisible(!narrow);
    (*m_actions)["view.inspector"]->setChecked(!narrow);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    applyNarrow();
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        m_actions->retranslate();
    QMainWindow::changeEvent(event);
}

} // namespace dueline
