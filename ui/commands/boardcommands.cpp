// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/boardcommands.h"

#include "ui/actions/actions.h"
#include "ui/board/boardpane.h"
#include "ui/board/figurestrip.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/timeline/feed/showntimeline.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/witness/changespage.h"
#include "ui/workbench/workbench.h"

#include <utility>

namespace dueline {

BoardCommands::BoardCommands(Workbench& bench, ShownTimeline& shown, Actions& actions, BoardPane& board,
    FailureGroupPage& groupPage, ChangesPage& changes, TaskPane& tasks, TimelinePane& timeline)
    : QObject(&board)
    , m_bench(bench)
    , m_shown(shown)
    , m_board(board)
    , m_groupPage(groupPage)
    , m_changes(changes)
    , m_tasks(tasks)
    , m_timeline(timeline)
{
    connect(&bench.view(), &ViewedPlace::placeChanged, this, [this] { m_filters = false; });
    connect(&bench.view(), &ViewedPlace::placeChanged, this, &BoardCommands::follow);
    connect(&bench.view(), &ViewedPlace::currentChanged, this, &BoardCommands::follow);
    connect(&bench.connections(), &OpenConnections::changed, this, &BoardCommands::follow);
    connect(&shown, &ShownTimeline::scopeChanged, this, &BoardCommands::follow);
    connect(&tasks.filter(), &FilterLine::filterChanged, this, &BoardCommands::follow);
    connect(&tasks.filter(), &FilterLine::leaveRequested, this, &BoardCommands::leaveFilter);
    actions.handle("edit.filter", this, [this] { goToFilter(); });
    connect(&board, &BoardPane::placeRequested, this, [this](const SidebarPlace& place) {
        m_bench.view().show(place);
        (page() ? page() : &m_tasks.table())->setFocus(Qt::OtherFocusReason);
    });
    connect(&board, &BoardPane::panelRequested, this,
        [&bench, &actions](const SidebarPlace& place, const QByteArray& action) {
            bench.view().show(place);
            actions[action]->trigger();
        });
    connect(&board, &BoardPane::wallRequested, actions["view.wall"], &QAction::trigger);
    for (const bool all : {false, true}) {
        actions.handle(all ? "view.allServers" : "view.board", this, [this, all] {
            if (!m_bench.view().current())
                return;
            m_opened = nullptr; // close the page, so that the overview is shown
            m_bench.view().show({all ? QString() : m_bench.view().current()->id(), {}, {}, all});
            follow();
            (page() ? page() : &m_tasks.table())->setFocus(Qt::ShortcutFocusReason);
        });
    }
    actions.handle("view.wall", this, [this, &actions] {
        // The wallboard repeats the window's figures and timeline, so the window must show all queues.
        if (!m_board.wall() && page() != &m_board)
            actions["view.board"]->trigger();
        m_board.toggleWall(m_timeline.timeline());
    });
    actions.handle("view.incident", this, [this] {
        if (!m_bench.view().current())
            return;
        const bool isBoard = page() == &m_board;
        const SidebarPlace place = isBoard ? m_board.currentPlace() : m_bench.view().place();
        if (!place.connection.isEmpty() && place.connection != m_bench.view().current()->id())
            m_bench.view().show({place.connection, {}, {}});
        showFailureGroup(
            place.queue, std::nullopt, isBoard ? FailureGroupPage::Selected::All : FailureGroupPage::Selected::Queue);
    });
    connect(&board, &BoardPane::failureGroupRequested, actions["view.incident"], &QAction::trigger);
    connect(&bench.events(), &WindowEvents::failureGroupRequested, this,
        [this](const QueueName& queue, const std::optional<QByteArray>& kind) { showFailureGroup(queue, kind); });
    connect(&shown.marks(), &TimelineMarkFeed::loaded, &groupPage, &FailureGroupPage::setMarks);
    connect(&groupPage, &FailureGroupPage::closeRequested, this, &BoardCommands::closePage);
    actions.handle("view.changes", this, [this] {
        if (m_opened == &m_changes)
            closePage();
        else
            showChanges(m_bench.view().place().queue, {});
    });
    connect(&board, &BoardPane::changesRequested, this, [this](const SidebarPlace& place) {
        m_bench.view().show({place.connection, {}, {}});
        showChanges(place.queue, {});
    });
    connect(&bench.events(), &WindowEvents::changesRequested, this, [this](TimePoint at) {
        showChanges(m_bench.view().place().queue, {ChangesStart::Kind::Event, at});
    });
    connect(&changes, &ChangesPage::closeRequested, this, &BoardCommands::closePage);
    connect(&changes, &ChangesPage::queueRequested, this, [this](const QueueName& queue) {
        m_bench.view().show({m_bench.view().place().connection, queue, {}});
    });
    connect(&changes, &ChangesPage::settingsRequested, actions["app.settings"], &QAction::trigger);
    connect(&changes, &ChangesPage::noticed, this, [this](const QString& icon, const QString& text, bool isFailure) {
        Notice notice;
        notice.kind = isFailure ? Notice::Kind::Failure : Notice::Kind::Result;
        notice.icon = icon;
        notice.text = text;
        m_bench.events().tell(notice);
    });
    connect(&groupPage, &FailureGroupPage::tasksRequested, this, [this](const QueueName& queue, const QString& filter) {
        m_bench.view().show({m_bench.view().place().connection, queue, {}});
        m_bench.events().list(filter);
    });
    follow();
}

bool BoardCommands::isBoard() const
{
    return m_bench.view().current() && m_bench.view().place().queue.isEmpty() && m_board.hasQueues();
}

QWidget* BoardCommands::page() const { return m_opened ? m_opened : isBoard() ? &m_board : nullptr; }

/// Shows a failure group's page.
void BoardCommands::showFailureGroup(
    const QueueName& queue, const std::optional<QByteArray>& kind, FailureGroupPage::Selected selected)
{
    if (!m_bench.view().current())
        return;
    openPage(m_groupPage);
    m_groupPage.show(queue, kind, selected);
    follow();
    m_groupPage.setFocus(Qt::ShortcutFocusReason);
}

void BoardCommands::showChanges(const QueueName& queue, const ChangesStart& start)
{
    if (!m_bench.view().current())
        return;
    // Call show() first: openPage() changes the current place, and `queue` may refer to it.
    m_changes.show(m_bench.view().current(), queue, start);
    openPage(m_changes);
    follow();
    m_changes.setFocus(Qt::ShortcutFocusReason);
}

/// Opens a page, and selects the whole connection, because the page covers all queues.
void BoardCommands::openPage(QWidget& page)
{
    if (!m_opened)
        m_cameFrom = m_bench.view().place();
    m_bench.view().show({m_bench.view().current()->id(), {}, {}});
    m_opened = &page;
}

void BoardCommands::closePage()
{
    m_opened = nullptr;
    if (m_bench.connections().find(m_cameFrom.connection))
        m_bench.view().show(m_cameFrom);
    follow();
    (page() ? page() : &m_tasks.table())->setFocus(Qt::OtherFocusReason);
}

/// Moves the focus to the filter line, or to the queue search if there is no timeline to filter.
void BoardCommands::goToFilter()
{
    if (page() == &m_board && !m_shown.exists())
        return m_board.search().setFocus(Qt::ShortcutFocusReason);
    m_filters = true;
    follow();
    m_tasks.filter().setFocus(Qt::ShortcutFocusReason);
}

void BoardCommands::leaveFilter()
{
    m_filters = false;
    if (page())
        page()->setFocus(Qt::ShortcutFocusReason);
    follow();
}

void BoardCommands::follow()
{
    const Connection* current = m_bench.view().current();
    const Connection* of = m_opened == &m_groupPage ? m_groupPage.feed().connection() : m_changes.feed().connection();
    if (m_opened && (!current || !m_bench.view().place().queue.isEmpty() || of != current))
        m_opened = nullptr;
    const QWidget* shown = page();
    m_groupPage.setVisible(shown == &m_groupPage);
    m_changes.setVisible(shown == &m_changes);
    m_board.setVisible(shown == &m_board);
    m_board.figures().setVisible(shown == &m_board);
    const bool filters = shown == &m_board && m_shown.exists() && (m_filters || !m_tasks.filter().filter().isEmpty());
    m_tasks.setListed(!shown);
    m_tasks.setVisible(!shown || filters);
    m_timeline.setVisible(!m_opened && (!shown || m_shown.exists()));
    if (std::exchange(m_page, shown) != shown)
        Q_EMIT pageChanged();
}

} // namespace dueline
