// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/refstore.h"
#include "core/queue/queueinspector.h"
#include "ui/dialogs/operationdialog.h"
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

/// New due times for 1 to n tasks: shifted, all at one instant, or spread evenly, with histograms before and after on
/// one scale, or the same as a table.
class RescheduleDialog : public OperationDialog
{
    Q_OBJECT

public:
    static constexpr int dueGroups = QueueInspector::maxBins; ///< fifty a bar: its number is right to two in a hundred

    /// What is rescheduled.
    struct Subject
    {
        std::vector<TasksAt> moving; ///< when those that wait are due, in groups where they are very many
        qint64 count = 0; ///< of them
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
    /// Asks first where all of the times that are entered have passed.
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
    TimePoint m_now; ///< when it was opened, by the server's clock
    QElapsedTimer m_opened;
    QButtonGroup* m_way;
    QComboBox* m_sign;
    DurationEdit* m_amount;
    PlainLabel* m_amountNote; ///< why it is none
    InstantEdit* m_at;
    InstantEdit* m_from;
    InstantEdit* m_to;
    DueHistogram* m_before;
    DueHistogram* m_after;
    QStandardItemModel* m_figures; ///< what the charts show, a row per bar in which there are tasks
    PanelTable* m_table = nullptr;
    QStackedWidget* m_charts;
    QToolButton* m_asTable;
    PlainLabel* m_note;
    QPushButton* m_copy = nullptr;
};

} // namespace dueline
