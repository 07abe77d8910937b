// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/toasts.h"
#include "ui/workbench/actionrunner.h"

namespace dueline {

class Theme;

/// Actions on all tasks that match a filter, however many. Searches in steps, shows a preview of the matches, and, once
/// confirmed, acts on exactly these tasks.
class BulkCommands : public QObject
{
    Q_OBJECT

public:
    BulkCommands(
        const Theme& theme, const Formatting& formatting, ActionRunner& runner, Toasts& messages, QWidget* window);

    /// Returns how long an operation on this queue can be undone; 0 if it can't.
    static Millis undoTime(const Connection& connection, const QueueName& queue);

public Q_SLOTS:
    /// Acts on all tasks that match a filter, after confirmation.
    void act(const dueline::FilterAction& wanted);
    /// Reschedules tasks. Searches for them first, because the dialog shows a chart of their due times.
    void reschedule(const dueline::TaskScope& scope, FilterAction::Mode mode = FilterAction::Mode::AtOnce);

private:
    void askWhen(OperationJob* looked, const QPointer<Connection>& connection, const OperationPreview& preview,
        FilterAction::Mode mode);

    const Theme& m_theme;
    const Formatting& m_formatting;
    ActionRunner& m_runner;
    Toasts& m_messages;
    QWidget* m_window;
};

} // namespace dueline
