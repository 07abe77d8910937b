// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "ui/actionperformer.h"
#include "ui/contextmenus.h"
#include "ui/filtercommands.h"
#include "ui/inspector/inspector.h"
#include "ui/mainwindow.h"
#include "ui/taskinspection.h"
#include "ui/text/taskname.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/messagebar.h"
#include "ui/widgets/sidebar.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/taskpane.h"
#include "ui/widgets/tasktable.h"
#include "ui/widgets/toolbar.h"
#include "ui/widgets/welcomepage.h"

/// Which part of the window hears of which.
namespace dueline {

void MainWindow::connectParts()
{
    m_performer = new ActionPerformer(m_theme, m_formatting, m_bench, *m_actions,
        {*m_table, *m_filter, m_view, m_timeline->timeline(), *m_messages}, this);
    connect(m_performer, &ActionPerformer::sandboxWished, this, &MainWindow::sandboxWished);
    connect(m_performer, &ActionPerformer::connectDialogWished, this, &MainWindow::connectDialogWished);
    connect(m_performer, &ActionPerformer::closeWished, this, &QWidget::close);
    connect(m_performer, &ActionPerformer::inspectorWished, m_inspection, &TaskInspection::setOpen);
    connect(m_inspector, &Inspector::actionWished, m_performer, &ActionPerformer::performOn);
    connect(m_inspector, &Inspector::compareWished, m_performer, &ActionPerformer::compareAttempts);
    connect(m_performer, &ActionPerformer::liveChosen, this, &MainWindow::updateCurrent);
    m_filters = new FilterCommands(m_theme, m_formatting, m_bench, *m_filter, *m_messages, this);
    connect(m_toolbar, &Toolbar::periodWished, this, &MainWindow::setPeriod);
    connect(m_welcome, &WelcomePage::sandboxWished, this, &MainWindow::sandboxWished);
    connect(m_welcome, &WelcomePage::connectWished, this, &MainWindow::connectWished);
    connect(m_welcome, &WelcomePage::dialogWished, (*m_actions)["connection.new"], &QAction::trigger);
    connect(m_filter, &FilterLine::urlPasted, this, &MainWindow::connectWished);
    connect(m_connectionBar, &ConnectionBar::reconnectWished, (*m_actions)["connection.reconnect"], &QAction::trigger);
    connect(m_connectionBar, &ConnectionBar::passwordGiven, this, [this](const Secret& password, bool keep) {
        m_sidebar->setFocus(Qt::OtherFocusReason); // from where it comes back to the field where that was refused, too
        if (m_bench.current())
            m_bench.current()->givePassword(password, keep);
    });
    connect(m_connectionBar, &ConnectionBar::editRequested, this, [this] {
        if (m_bench.current())
            Q_EMIT profileEditRequested(m_bench.current()->profile().name);
    });
    connect(&m_bench, &Workbench::placeChanged, this, [this] {
        m_sidebar->show(m_bench.place());
        m_inspection->clear();
        m_messages->renew();
        m_status->tell({}); // where the cursor stood on another timeline
        m_timeline->timeline().setBrush({});
        const TimelineWidget& timeline = m_timeline->timeline();
        m_bench.timelineFeed().want(timeline.wantedRange(), timeline.wantedSpan());
    });
    connect(&m_bench, &Workbench::placeChanged, this, &MainWindow::tellSubject);
    connect(&m_bench, &Workbench::timelineScopeChanged, this, &MainWindow::tellSubject);
    connect(&m_bench, &Workbench::connectionsChanged, this, &MainWindow::tellSubject);
    connect(&m_bench, &Workbench::currentChanged, this, &MainWindow::updateCurrent);
    connect(&m_bench, &Workbench::connectionsChanged, this, &MainWindow::updateCurrent);
    connect(&m_bench, &Workbench::noticed, m_messages, &MessageBar::show);
    m_messages->setNames([this](const QString& id) {
        const Connection* of = m_bench.connection(id);
        return of && of != m_bench.current() ? printable(of->profile().name.toUtf8(), 40) : QString();
    });
    connect(&m_bench, &Workbench::connectionsChanged, m_messages, [this] {
        if (const QString& of = m_messages->notice().of; !of.isEmpty() && !m_bench.connection(of))
            m_messages->clear(); // what it offers cannot be had any more
    });
    connect(&m_bench, &Workbench::operationEnded, this, &MainWindow::updateActions);
    connect(&m_bench, &Workbench::filterWished, this, [this](const QString& filter) {
        m_filter->apply(filter);
        m_table->setFocus(Qt::ShortcutFocusReason);
    });
    connect(&m_bench, &Workbench::taskWished, this, [this](const TaskId& id) {
        m_tasks->reveal(id);
        m_inspection->setOpen(true);
        m_table->setFocus(Qt::OtherFocusReason);
    });
    connectTimeline();
    connectTable();
    connectSidebar();
    connect(m_stripe, &EnvironmentStripe::writingWished, this, [this](bool allowed) {
        if (!m_bench.current())
            return;
        if (auto unlocked = m_bench.current()->session().unlock(allowed, false); !unlocked)
            m_messages->show({Notice::Kind::Failure, QStringLiteral("warning"), unlocked.error().message, {}, {}, {},
                {}, m_bench.current()->id()});
    });
    connect(&m_theme, &Theme::changed, this, &MainWindow::updateCurrent);
}

void MainWindow::connectTimeline()
{
    TimelineWidget& timeline = m_timeline->timeline();
    connect(&timeline, &TimelineWidget::dataWanted, this,
        [this, &timeline] { m_bench.timelineFeed().want(timeline.wantedRange(), timeline.wantedSpan()); });
    connect(&m_bench.timelineFeed(), &TimelineFeed::loaded, m_timeline, &TimelinePane::setData);
    connect(&timeline, &TimelineWidget::cursorDescribed, m_status, &StatusLine::tell);
    connect(&timeline, &TimelineWidget::filterRequested, m_filters,
        [this, &timeline](TimeRange range) { m_filters->narrow(range, timeline.look().hidden); });
    connect(&timeline, &TimelineWidget::taskActivated, this, [this](const TimelineTask& task) {
        if (m_bench.place().queue.isEmpty()) // of all queues: its own first
            m_bench.show({m_bench.place().connection, task.queue, {}});
        if (!m_table->select(task.id))
            m_filter->apply(idFilter(task.id));
    });
    connect(&m_view, &TimelineView::rangeChanged, this, [this] {
        (*m_actions)["view.back"]->setEnabled(m_view.canStepBack());
        (*m_actions)["view.forward"]->setEnabled(m_view.canStepForward());
    });
}

void MainWindow::connectTable()
{
    connect(m_tasks, &TaskPane::sandboxWished, this, &MainWindow::sandboxWished);
    connect(m_tasks, &TaskPane::addWished, (*m_actions)["task.add"], &QAction::trigger);
    connect(m_tasks, &TaskPane::selectionChanged, this, &MainWindow::updateActions);
    connect(m_tasks, &TaskPane::failed, this, [this](const Error& error) {
        if (m_bench.current() && m_bench.current()->session().isOnline())
            m_messages->show({Notice::Kind::Failure, QStringLiteral("warning"), error.message, {}, {}, {}, {},
                m_bench.current()->id()});
    });
    connect(m_table, &TaskTable::currentTaskChanged, this, &MainWindow::updateActions);
    connect(m_tasks, &TaskPane::notListed, this, [this](const TaskId& id) { m_filter->apply(idFilter(id)); });
}

void MainWindow::connectSidebar()
{
    connect(m_sidebar, &Sidebar::placeChosen, &m_bench, &Workbench::show);
    connect(m_sidebar, &Sidebar::filterChosen, m_filters, &FilterCommands::apply);
    connect(m_sidebar, &Sidebar::tableWished, m_table, qOverload<>(&QWidget::setFocus));
    connect(m_sidebar, &Sidebar::actionWished, this, [this](const QByteArray& id) { (*m_actions)[id]->trigger(); });
    connect(m_sidebar, &Sidebar::profileWished, this, &MainWindow::profileWished);
    const auto* menus = new ContextMenus(*m_actions, *m_filters, *m_table, *m_sidebar, this);
    connect(menus, &ContextMenus::profileWished, this, &MainWindow::profileWished);
    connect(menus, &ContextMenus::profileEditRequested, this, &MainWindow::profileEditRequested);
    connect(menus, &ContextMenus::profileCopyWished, this, &MainWindow::profileCopyWished);
    connect(menus, &ContextMenus::profileRemoveWished, this, &MainWindow::profileRemoveWished);
}

} // namespace dueline
