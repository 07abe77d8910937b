// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/actions.h"
#include "ui/dialogs/movedialog.h"

namespace dueline {

class ChangesPage;
class Connection;
class ImportTasksDialog;
class TaskTable;
class UndoInView;
class WindowEvents;
class ListedTasks;
class ViewedPlace;
struct ImportProgress;
struct Notice;
struct VanishedTasks;

/// Commands that export tasks to a file, import them from a file, put lost tasks back, and move tasks to another queue,
/// with the dialogs and the notices about the outcome.
class TransferCommands : public QObject
{
    Q_OBJECT

public:
    TransferCommands(const Theme& theme, UndoInView& undo, WindowEvents& events, ListedTasks& list, Actions& actions,
        const TaskTable& table, ChangesPage& changes, QWidget* window);

private:
    void exportTasks();
    void importTasks();
    void putBack(const VanishedTasks& tasks);
    void tellImport(const QPointer<Connection>& connection, const QueueName& queue, const ImportTasksDialog& dialog);
    void moveTasks();
    void tellEnd(const QString& connection, const QueueName& queue, const Notice& notice);
    TransferScope scope() const;
    static QStringList damageWords(qint64 damaged);
    std::vector<MoveGoal> goals() const;
    Notice importNotice(const QPointer<Connection>& connection, const QueueName& queue, const ImportProgress& done,
        const OperationRecord& record);
    Notice moveNotice(const QPointer<Connection>& connection, const MoveRequest& request, const MoveProgress& done,
        const OperationRecord& record, const QString& noUndo);

    const Theme& m_theme;
    UndoInView& m_undo;
    WindowEvents& m_events;
    ViewedPlace& m_view;
    ListedTasks& m_list;
    const TaskTable& m_table;
    ChangesPage& m_changes;
    QWidget* m_window;
};

} // namespace dueline
