// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/taskediting.h"
#include "ui/workbench/actionrunner.h"

namespace dueline {

class Theme;

/// Actions that open a dialog for a single task: edit the task, or add an edited copy. The dialog opens once the task
/// has been read.
class TaskCommands : public QObject
{
    Q_OBJECT

public:
    TaskCommands(const Theme& theme, const Formatting& formatting, ActionRunner& runner, QWidget* window);

    /// Performs an action. `id`: action id, `task.edit` or `task.copy`.
    void perform(QByteArrayView id, Connection& connection, const QueueName& queue, const TaskId& task);

private:
    void askEdit(Connection* connection, const QueueName& queue, const EditableTask& task);
    void askCopy(Connection* connection, const QueueName& queue, const EditableTask& task);
    void tellEdited(Connection* connection, const EditedTask& task);
    bool isShown(const Connection* connection, const QueueName& queue) const;

    const Theme& m_theme;
    const Formatting& m_formatting;
    ActionRunner& m_runner;
    QWidget* m_window;
    TaskEditing m_editing;
};

} // namespace dueline
