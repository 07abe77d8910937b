// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/refstore.h"
#include "core/queue/queueinspector.h"
#include "ui/dialogs/operationdialog.h"
#include "ui/presenters/filteraction.h"
#include "ui/text/formatting.h"

#include <QElapsedTimer>

#include <functional>

class QButtonGroup;
class QComboBox;
class QPushButton;
class QStackedWidget;
class QStandardItemModel;
class QToolButton;

namespace dueline {

class DueHistogram;
class DurationEdit;
class InstantEdit;
class PanelTable;

/// Dialog that changes the due times of one or more tasks. It can shift the due times, set all of them to one time, or
/// spread them evenly. It shows histograms of the due times before and after the change, on the same scale, or a table
/// with the same numbers.
class RescheduleDialog : public OperationDialog
{
    Q_OBJECT

public:
    // Maximum number of due-time groups. With 50 groups per bar, each bar's count is accurate to within 2%.
    static constexpr int dueGroups = QueueInspector::maxBins;

    /// Tasks to reschedule.
    struct Subject
    {
        /// Due times of the waiting tasks, grouped if there are too many to store individually.
        std::vector<TasksAt> moving;
        qint64 count = 0; ///< number of waiting tasks
        qint64 untouched = 0; ///< number of tasks skipped because they aren't waiting
        TaskState state = TaskState::Scheduled; ///< state whose color the charts use
        /// function that returns the equivalent duectl command
        std::function<QString(const Action& action, const QByteArray& reason, qint64 pace)> command;
    };

    RescheduleDialog(const Theme& theme, const Formatting& formatting, Subject subject, const QueueName& queue,
        Environment environment, TimePoint now, Millis undoFor, QWidget* parent);
    /// Creates the dialog. `undoFor`: how long the operation can be undone; 0 if it can't be.
    RescheduleDialog(const Theme& theme, const Formatting& formatting, const std::vector<TaskRef>& refs,
        const QueueName& queue, Environment environment, TimePoint now, Millis undoFor, QWidget* parent);

    /// Selects how to change the due times: Mode::SetAside or Mode::Spread. Ignores other modes.
    void choose(FilterAction::Mode mode);
    Action action() const;
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;
    /// Accepts the dialog. Asks for confirmation first if all entered times are in the past.
    void accept() override;

protected:
    bool event(QEvent* event) override;

private:
    void validate();
    void alignWays();
    void addCharts();
    void drawCharts();
    std::vector<TasksAt> after() const;
    TimePoint serverNow() const;
    bool isAllPast() const;
    QString timeProblem() const;

    const Formatting& m_formatting;
    Subject m_subject;
    const std::vector<TasksAt>& m_moving = m_subject.moving;
    TimePoint m_now; ///< server time when the dialog was opened
    QElapsedTimer m_opened;
    QButtonGroup* m_way;
    QComboBox* m_sign;
    DurationEdit* m_amount;
    PlainLabel* m_amountNote; ///< label that shows why the amount is invalid
    InstantEdit* m_at;
    InstantEdit* m_from;
    InstantEdit* m_to;
    DueHistogram* m_before;
    DueHistogram* m_after;
    QStandardItemModel* m_figures; ///< values shown in the charts, one row per non-empty bar
    PanelTable* m_table = nullptr;
    QStackedWidget* m_charts;
    QToolButton* m_asTable;
    PlainLabel* m_note;
    QPushButton* m_copy = nullptr;
};

} // namespace dueline
