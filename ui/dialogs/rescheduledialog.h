// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/dialogs/operationdialog.h"
#include "ui/text/formatting.h"

#include <functional>

class QButtonGroup;
class QComboBox;
class QSpinBox;

namespace dueline {

class DueHistogram;
class InstantEdit;

/// New due times for 1 to n tasks: shifted, all at one instant, or spread evenly, with histograms before and after on
/// one scale.
class RescheduleDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// What is rescheduled.
    struct Subject
    {
        std::vector<TimePoint> moving; ///< when those that wait are due, in the order in which they are spread
        qint64 untouched = 0; ///< how many are not waiting and are left alone
        TaskState state = TaskState::Scheduled; ///< whose colour the charts have
        /// The same as a duectl command.
        std::function<QString(const Action& action, const QByteArray& reason, qint64 pace)> command;
    };

    RescheduleDialog(const Theme& theme, const Formatting& formatting, Subject subject, const QueueName& queue,
        Environment environment, TimePoint now, Millis undoFor, QWidget* parent);
    /// `undoFor`: how long the queue can undo it; 0 where it cannot.
    RescheduleDialog(const Theme& theme, const Formatting& formatting, const std::vector<TaskRef>& refs,
        const QueueName& queue, Environment environment, TimePoint now, Millis undoFor, QWidget* parent);

    Action action() const;
    /// The same as a duectl command, without the connection.
    QString command() const;

private:
    void validate();
    void drawCharts();
    std::vector<TimePoint> after() const;

    const Formatting& m_formatting;
    Subject m_subject;
    std::vector<TimePoint>& m_moving = m_subject.moving;
    TimePoint m_now;
    QButtonGroup* m_way;
    QComboBox* m_sign;
    QSpinBox* m_amount;
    QComboBox* m_unit;
    InstantEdit* m_at;
    InstantEdit* m_from;
    InstantEdit* m_to;
    DueHistogram* m_before;
    DueHistogram* m_after;
    PlainLabel* m_note;
};

} // namespace dueline
