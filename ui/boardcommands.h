// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/sidebarmodel.h"

#include <QObject>

class QWidget;

namespace dueline {

class Actions;
class BoardPane;
class IncidentPage;
class Workbench;

/// The pages of a connection, which stand in the place of the task list: the board while no queue is chosen, and the page of a
/// kind of failure until another place is. Carries out what leads to them and from them.
class BoardCommands : public QObject
{
    Q_OBJECT

public:
    /// `tasks`: what a chosen queue is listed in; `timeline`: what stands above both.
    BoardCommands(Workbench& bench, Actions& actions, BoardPane& board, IncidentPage& incident, QWidget& tasks,
        QWidget& timeline, QWidget& table);

    /// The page that stands in the place of the task list; null: none does.
    QWidget* page() const;

private:
    void follow();
    bool isBoard() const;
    void showIncident(const QueueName& queue, const std::optional<QByteArray>& kind);
    void closeIncident();

    Workbench& m_bench;
    BoardPane& m_board;
    IncidentPage& m_incident;
    bool m_isIncident = false; ///< its page is what is shown
    SidebarPlace m_cameFrom; ///< what was shown before
    QWidget& m_tasks;
    QWidget& m_timeline;
    QWidget& m_table;
};

} // namespace dueline
