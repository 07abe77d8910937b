// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/messagebar.h"
#include "ui/workbench/workbench.h"

namespace dueline {

class Theme;

/// What is done with everything that a filter finds, however many that are: looks for it step by step, shows what it
/// found, and does it with just these when that is confirmed.
class BulkCommands : public QObject
{
    Q_OBJECT

public:
    BulkCommands(
        const Theme& theme, const Formatting& formatting, Workbench& bench, MessageBar& messages, QWidget* window);

    /// For how long an operation on this queue can be undone; 0: it cannot.
    static Millis undoTime(const Connection& connection, const QueueName& queue);

public Q_SLOTS:
    /// All that a filter finds, once that is confirmed.
    void act(const dueline::FilterAction& wanted);
    /// Gives them other due times; they are looked for first, since the charts are made of when they are due.
    void reschedule(const dueline::TaskScope& scope);

private:
    void askWhen(OperationJob* looked, const QPointer<Connection>& connection, const OperationPreview& preview);

    const Theme& m_theme;
    const Formatting& m_formatting;
    Workbench& m_bench;
    MessageBar& m_messages;
    QWidget* m_window;
};

} // namespace dueline
