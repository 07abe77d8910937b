// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QWidget;

namespace dueline {

class Actions;
class BoardPane;
class Workbench;

/// The page of a connection: the board stands in the place of the task list while no queue is chosen. Carries out what
/// leads to it and from it.
class BoardCommands : public QObject
{
    Q_OBJECT

public:
    /// `tasks`: what a chosen queue is listed in; `timeline`: what stands above both.
    BoardCommands(
        Workbench& bench, Actions& actions, BoardPane& board, QWidget& tasks, QWidget& timeline, QWidget& table);

    /// Whether the board is what the place shows.
    bool isShown() const;

private:
    void follow();

    Workbench& m_bench;
    BoardPane& m_board;
    QWidget& m_tasks;
    QWidget& m_timeline;
};

} // namespace dueline
