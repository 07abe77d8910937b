// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sidebar/model/sidebarmodel.h"

#include <QObject>

class QWidget;

namespace dueline {

class Actions;
class BoardPane;
class IncidentPage;
class TaskPane;
class Workbench;

/// The pages of a connection, which stand in the place of the task list: the board while no queue is chosen, and the
/// page of a kind of failure until another place is. Carries out what leads to them and from them. Above the board
/// stands the filter line alone, while there is a filter or somebody has asked for the line: the timeline is dimmed by
/// it.
class BoardCommands : public QObject
{
    Q_OBJECT

public:
    /// `tasks`: what a chosen queue is listed in; `timeline`: what stands above both.
    BoardCommands(Workbench& bench, Actions& actions, BoardPane& board, IncidentPage& incident, TaskPane& tasks,
        QWidget& timeline);

    /// The page that stands in the place of the task list; null: none does.
    QWidget* page() const;

Q_SIGNALS:
    /// Another page, or none.
    void pageChanged();

private:
    void follow();
    bool isBoard() const;
    void goToFilter();
    void leaveFilter();
    void showIncident(const QueueName& queue, const std::optional<QByteArray>& kind);
    void closeIncident();

    Workbench& m_bench;
    BoardPane& m_board;
    IncidentPage& m_incident;
    bool m_isIncident = false; ///< its page is what is shown
    SidebarPlace m_cameFrom; ///< what was shown before
    const QWidget* m_page = nullptr; ///< that was told
    bool m_filters = false; ///< somebody has asked for the filter line
    TaskPane& m_tasks;
    QWidget& m_timeline;
};

} // namespace dueline
