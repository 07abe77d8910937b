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
class TimelinePane;
class Workbench;

/// Pages that replace the task list, and the actions that open and close them. The overview is shown while no queue is
/// selected. Failure group and changes pages are shown until the user selects another place. The overview hides
/// everything above the task list, except for a filter line that has a filter or that the user has opened. The timeline
/// dims tasks that don't match the filter.
class BoardCommands : public QObject
{
    Q_OBJECT

public:
    /// Creates the commands. `tasks`: the selected queue's task list. `timeline`: timeline above the overview and
    /// the task list.
    BoardCommands(Workbench& bench, ShownTimeline& shown, Actions& actions, BoardPane& board,
        FailureGroupPage& groupPage, ChangesPage& changes, TaskPane& tasks, TimelinePane& timeline);

    /// Returns the page that replaces the task list; null if the task list is shown.
    QWidget* page() const;

Q_SIGNALS:
    /// Emitted when page() changes.
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
    QWidget* m_opened = nullptr; ///< open failure group or changes page, or null
    SidebarPlace m_cameFrom; ///< place that was selected before the page opened
    const QWidget* m_page = nullptr; ///< page() as of the last pageChanged()
    bool m_filters = false; ///< true if the user has opened the filter line
    TaskPane& m_tasks;
    TimelinePane& m_timeline;
};

} // namespace dueline
