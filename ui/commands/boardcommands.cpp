// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/boardcommands.h"

#include "ui/actions/actions.h"
#include "ui/board/boardpane.h"
#include "ui/failures/incidentpage.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/workbench/workbench.h"

#include <utility>

namespace dueline {

BoardCommands::BoardCommands(
    Workbench& bench, Actions& actions, BoardPane& board, IncidentPage& incident, TaskPane& tasks, QWidget& timeline)
    : QObject(&board)
    , m_bench(bench)
    , m_board(board)
    , m_incident(incident)
    , m_tasks(tasks)
    , m_timeline(timeline)
{
    connect(&bench, &Workbench::placeChanged, this, [this] { m_filters = false; });
    for (const auto signal : {&Workbench::placeChanged, &Workbench::currentChanged, &Workbench::connectionsChanged,
             &Workbench::timelineScopeChanged})
        connect(&bench, signal, this, &BoardCommands::follow);
    connect(&tasks.filter(), &FilterLine::filterChanged, this, &BoardCommands::follow);
    connect(&tasks.filter(), &FilterLine::leaveRequested, this, &BoardCommands::leaveFilter);
    actions.handle("edit.filter", this, [this] { goToFilter(); });
    connect(&board, &BoardPane::placeRequested, this, [&bench, &tasks](const SidebarPlace& place) {
        bench.show(place);
        tasks.table().setFocus(Qt::OtherFocusReason);
    });
    connect(&board, &BoardPane::panelRequested, this,
        [&bench, &actions](const SidebarPlace& place, const QByteArray& action) {
            bench.show(place);
            actions[action]->trigger();
        });
    connect(&board, &BoardPane::wallRequested, actions["view.wall"], &QAction::trigger);
    actions.handle("view.board", this, [this] {
        if (!m_bench.current())
            return;
        m_isIncident = false; // the board is now its place
        m_bench.show({m_bench.current()->id(), {}, {}});
        follow();
        (page() ? page() : &m_tasks.table())->setFocus(Qt::ShortcutFocusReason);
    });
    actions.handle("view.wall", this, [this] { m_board.toggleWall(); });
    actions.handle("view.incident", this, [this] {
        if (!m_bench.current())
            return;
        const SidebarPlace place = page() == &m_board ? m_board.currentPlace() : m_bench.place();
        if (!place.connection.isEmpty() && place.connection != m_bench.current()->id())
            m_bench.show({place.connection, {}, {}});
        showIncident(place.queue, std::nullopt);
    });
    connect(&board, &BoardPane::incidentRequested, actions["view.incident"], &QAction::trigger);
    connect(&bench, &Workbench::incidentRequested, this, &BoardCommands::showIncident);
    connect(&incident, &IncidentPage::closeRequested, this, &BoardCommands::closeIncident);
    connect(&incident, &IncidentPage::tasksRequested, this, [this](const QueueName& queue, const QString& filter) {
        m_bench.show({m_bench.place().connection, queue, {}});
        Q_EMIT m_bench.filterRequested(filter);
    });
    follow();
}

bool BoardCommands::isBoard() const
{
    return m_bench.current() && m_bench.place().queue.isEmpty() && m_board.hasQueues();
}

QWidget* BoardCommands::page() const
{
    return m_isIncident ? static_cast<QWidget*>(&m_incident) : isBoard() ? &m_board : nullptr;
}

/// Shows a failure group. It spans all queues, so the whole connection becomes the place in view.
void BoardCommands::showIncident(const QueueName& queue, const std::optional<QByteArray>& kind)
{
    if (!m_bench.current())
        return;
    if (!m_isIncident)
        m_cameFrom = m_bench.place();
    m_bench.show({m_bench.current()->id(), {}, {}});
    m_isIncident = true;
    m_incident.show(queue, kind);
    follow();
    m_incident.setFocus(Qt::ShortcutFocusReason);
}

void BoardCommands::closeIncident()
{
    m_isIncident = false;
    if (m_bench.connection(m_cameFrom.connection))
        m_bench.show(m_cameFrom);
    follow();
    (page() ? page() : &m_tasks.table())->setFocus(Qt::OtherFocusReason);
}

/// Opens the filter line, or the queue search if there is no timeline to dim.
void BoardCommands::goToFilter()
{
    if (page() == &m_board && !m_bench.hasTimeline())
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
    const Connection* current = m_bench.current();
    m_isIncident
        = m_isIncident && current && m_bench.place().queue.isEmpty() && m_incident.feed().connection() == current;
    const QWidget* shown = page();
    m_incident.setVisible(shown == &m_incident);
    m_board.setVisible(shown == &m_board);
    const bool filters
        = shown == &m_board && m_bench.hasTimeline() && (m_filters || !m_tasks.filter().filter().isEmpty());
    m_tasks.setListed(!shown);
    m_tasks.setVisible(!shown || filters);
    m_timeline.setVisible(shown != &m_incident && (!shown || m_bench.hasTimeline()));
    if (std::exchange(m_page, shown) != shown)
        Q_EMIT pageChanged();
}

} // namespace dueline
