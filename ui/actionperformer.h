// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparecommands.h"
#include "ui/filteractions.h"
#include "ui/taskcommands.h"
#include "ui/timeline/timelineview.h"

namespace dueline {

class FilterLine;
class TaskTable;
class TimelineWidget;

/// Does what an action of the table says: asks where something has to be entered or confirmed, and hands the rest to
/// the workbench or to the part of the window that it concerns.
class ActionPerformer : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TaskTable& table;
        FilterLine& filter;
        TimelineView& view;
        TimelineWidget& timeline;
        MessageBar& messages;
    };

    ActionPerformer(Theme& theme, const Formatting& formatting, Workbench& bench, const Actions& actions, Parts parts,
        QWidget* window);

    /// `id`: of the action table.
    void perform(const QByteArray& id);
    /// The same on this task as it was seen, whatever is selected.
    void performOn(const QByteArray& id, const Task& task);
    void compareAttempts(const TaskId& task, const Attempt& earlier, const Attempt& later);

Q_SIGNALS:
    void sandboxWished();
    void connectDialogWished();
    void closeWished();
    void inspectorWished(bool shown);

private:
    void act(ActionKind kind);
    void askAdd();
    void showOrder();
    void askReschedule();
    bool actsOnAll() const;
    std::optional<qint64> askUndo(const Connection& connection, const OperationRecord& operation);
    bool confirm(OperationRequest& request);
    void copySelection(const QByteArray& id);
    void copyCommand(const QByteArray& id);
    QHash<TaskId, const Task*> loadedTasks() const;
    void showTask(const TaskId& id);
    void showPalette();
    void showTimelineTable();
    void showAbout();
    std::vector<TaskRef> selection() const;

    Theme& m_theme;
    const Formatting& m_formatting;
    Workbench& m_bench;
    const Actions& m_actions;
    Parts m_parts;
    QWidget* m_window;
    FilterActions m_onFilter;
    TaskCommands m_onTask;
    CompareCommands m_compare;
    std::optional<TaskRef> m_only; ///< instead of the selection
};

} // namespace dueline
