// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/taskdiff.h"
#include "ui/workbench/windowevents.h"

namespace dueline {

class Theme;

/// Commands that compare two tasks, or two attempts of a task. The dialog opens once the data has been read.
class CompareCommands : public QObject
{
    Q_OBJECT

public:
    CompareCommands(
        const Theme& theme, const Formatting& formatting, ViewedPlace& view, WindowEvents& events, QWidget* window);

    /// Compares two tasks of the current queue.
    void compareTasks(const TaskId& a, const TaskId& b);
    void compareAttempts(const TaskId& task, const Attempt& a, const Attempt& b);

private:
    void show(const Connection& connection, const QueueName& queue, const Comparison& comparison, const QString& a,
        const QString& b, const QString& command);

    const Theme& m_theme;
    const Formatting& m_formatting;
    ViewedPlace& m_view;
    WindowEvents& m_events;
    QWidget* m_window;
};

} // namespace dueline
