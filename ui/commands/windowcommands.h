// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/commands/actiontarget.h"
#include "ui/commands/bulkcommands.h"
#include "ui/commands/comparecommands.h"
#include "ui/commands/taskcommands.h"
#include "ui/presenters/filteraction.h"
#include "ui/timeline/timelineview.h"

namespace dueline {

class FilterLine;
class PaletteCommands;
class TaskTable;
class TimelineWidget;
class ShownTimeline;
class Workbench;

/// Handlers for actions on tasks, the view, open connections and help. They open dialogs if necessary, and delegate the
/// work to the workbench or other parts of the window.
class WindowCommands : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TaskTable& table;
        FilterLine& filter;
        TimelineView& view;
        TimelineWidget& timeline;
        Toasts& messages;
    };

    WindowCommands(Theme& theme, const Formatting& formatting, Workbench& bench, ShownTimeline& shown, Actions& actions,
        Parts parts, QWidget* window);

    /// Performs an action on tasks. The id of any other kind of action is a programming error and aborts the program.
    void perform(QByteArrayView id, const ActionTarget& target);
    /// Performs an action on this task in the current queue, regardless of the selection. `task`: the task as last
    /// read.
    void performOn(const QByteArray& id, const Task& task);
    void compareAttempts(const TaskId& task, const Attempt& earlier, const Attempt& later);

Q_SIGNALS:
    void sandboxRequested();
    void connectDialogRequested();
    void closeRequested();
    void inspectorRequested(bool shown);
    /// Emitted when the user searches all of the connection's queues with this filter.
    void searchRequested(const QString& filter);
    /// Emitted when the user turns live refresh on or off.
    void liveChosen();

private:
    using OnTasks = std::function<void(const ActionTarget&)>;

    void handleTasks();
    void handleCopies();
    void handleView();
    void handleTheRest();
    void onTasks(const char* id, OnTasks perform);
    ActionTarget chosen() const;
    /// Performs an action. `mode`: mode to preselect in the confirmation dialog. The dialog is always shown unless
    /// `mode` is AtOnce.
    void act(ActionKind kind, const ActionTarget& target, FilterAction::Mode mode = FilterAction::Mode::AtOnce);
    void askAdd();
    void showOrder();
    void askReschedule(const ActionTarget& target);
    std::optional<qint64> askUndo(const Connection& connection, const std::vector<OperationRecord>& operations);
    bool confirm(const ActionTarget& target, OperationRequest& request, FilterAction::Mode mode);
    void start(const ActionTarget& target, OperationRequest request);
    QHash<TaskId, const Task*> loadedTasks() const;
    /// Copies a link to the view, or to one of the current connection's failure groups.
    void copyLink(const std::optional<QByteArray>& failure = {});
    void copySelection(const ActionTarget& target, bool asJson);
    static bool isForced(ActionKind kind, const ActionTarget& target);
    static void copyCommand(ActionKind kind, const ActionTarget& target);
    void showTimelineTable();
    void showAbout();

    Theme& m_theme;
    const Formatting& m_formatting;
    Workbench& m_bench;
    ShownTimeline& m_shown;
    Actions& m_actions;
    Parts m_parts;
    QWidget* m_window;
    BulkCommands m_onFilter;
    TaskCommands m_onTask;
    CompareCommands m_compare;
    PaletteCommands* m_palette;
    QHash<QByteArray, OnTasks> m_onTasks; ///< actions on tasks, by action id
};

} // namespace dueline
