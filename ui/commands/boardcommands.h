// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/sidebar/model/sidebarmodel.h"

#include <QObject>

class QWidget;

namespace dueline {

class Actions;
struct ChangesStart;
class BoardPane;
class ChangesPage;
class TaskPane;
class ShownTimeline;
class Workbench;

/// Pages that replace the task list, and the actions that open and close them. The overview is shown while no queue is
/// selected. The pages of a failure group and of changes are shown until the user selects another place. The overview
/// hides everything above the task list, except for the filter line if a filter is set or the user has opened the line.
/// Tasks that do not match the filter are dimmed in the timeline.
class BoardCommands : public QObject
{
    Q_OBJECT

public:
    /// Creates the commands. `tasks`: task list of a selected queue. `timeline`: widget above both pages.
    BoardCommands(Workbench& bench, ShownTimeline& shown, Actions& actions, BoardPane& board,
        FailureGroupPage& groupPage, ChangesPage& changes, TaskPane& tasks, QWidget& timeline);

    /// Returns the page that replaces the task list; null if there is none.
    QWidget* page() const;

Q_SIGNALS:
    /// Emitted when the result of page() changes.
    void pageChanged();

private:
    void follow();
    bool isBoard() const;
    void goToFilter();
    void leaveFilter();
    void showFailureGroup(const QueueName& queue, const std::optional<QByteArray>& kind,
        FailureGroupPage::Selected selected = FailureGroupPage::Selected::Queue);
    void showChanges(const QueueName& queue, const ChangesStart& start);
    void openPage(QWidget& page);
    void closePage();

    Workbench& m_bench;
    ShownTimeline& m_shown;
    BoardPane& m_board;
    FailureGroupPage& m_groupPage;
    ChangesPage& m_changes;
    QWidget* m_opened = nullptr; ///< page of a failure group or of changes, while it is open
    SidebarPlace m_cameFrom; ///< place that was selected before the page opened
    const QWidget* m_page = nullptr; ///< page at the last emission of pageChanged()
    bool m_filters = false; ///< true if the user has opened the filter line
    TaskPane& m_tasks;
    QWidget& m_timeline;
};

} // namespace dueline
