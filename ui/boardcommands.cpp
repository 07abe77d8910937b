// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/boardcommands.h"

#include "ui/actions/actions.h"
#include "ui/board/boardpane.h"
#include "ui/presenters/workbench.h"

namespace dueline {

BoardCommands::BoardCommands(
    Workbench& bench, Actions& actions, BoardPane& board, QWidget& tasks, QWidget& timeline, QWidget& table)
    : QObject(&board)
    , m_bench(bench)
    , m_board(board)
    , m_tasks(tasks)
    , m_timeline(timeline)
{
    for (const auto signal : {&Workbench::placeChanged, &Workbench::currentChanged, &Workbench::connectionsChanged,
             &Workbench::timelineScopeChanged})
        connect(&bench, signal, this, &BoardCommands::follow);
    connect(&board, &BoardPane::placeRequested, this, [&bench, &table](const SidebarPlace& place) {
        bench.show(place);
        table.setFocus(Qt::OtherFocusReason);
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
        m_bench.show({m_bench.current()->id(), {}, {}});
        m_board.setFocus(Qt::ShortcutFocusReason);
    });
    actions.handle("view.wall", this, [this] { m_board.toggleWall(); });
    follow();
}

bool BoardCommands::isShown() const
{
    return m_bench.current() && m_bench.place().queue.isEmpty() && m_board.hasQueues();
}

void BoardCommands::follow()
{
    const bool shown = isShown();
    m_board.setVisible(shown);
    m_tasks.setVisible(!shown);
    m_timeline.setVisible(!shown || m_bench.hasTimeline());
}

} // namespace dueline
