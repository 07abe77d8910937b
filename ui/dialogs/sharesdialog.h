// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/backgroundtask.h"
#include "core/console/shares/queueshares.h"
#include "ui/dialogs/dialogframe.h"
#include "ui/presenters/filteraction.h"

#include <QPointer>

class QComboBox;
class QProgressBar;
class QPushButton;
class QStandardItemModel;

namespace dueline {

class Connection;
class PanelTable;

/// Dialog that lists the most common values in a queue's tasks, such as customers, based on a sample or on all tasks.
/// It is non-modal, reads on a separate connection, and can be closed at any time.
class SharesDialog : public DialogFrame
{
    Q_OBJECT

public:
    enum Column { Value, Share, Range, Tasks, Columns };

    SharesDialog(const Theme& theme, Connection& connection, const QueueName& queue, QWidget* parent);

    /// Returns the counts shown.
    const QueueShares& shares() const { return m_shares; }
    bool isReading() const { return m_task.isRunning(); }
    const QueueName& queue() const { return m_queue; }

Q_SIGNALS:
    /// Emitted when the user asks to see the tasks with the selected value.
    void tasksRequested(const dueline::QueueName& queue, const QString& filter);
    /// Emitted when the user asks for an action on the tasks with the selected value.
    void actionRequested(const dueline::FilterAction& action);

private:
    void read(bool isExact);
    void finish(const std::shared_ptr<const ShareCount>& count);
    void list(const QueueShares& shares);
    void showMembers();
    void chooseMember();
    void act(ActionKind kind, FilterAction::Mode mode = FilterAction::Mode::AtOnce);
    void updateButtons();
    void reword();
    QString summaryText() const;
    /// Returns the filter for the selected value; nullopt if none is selected.
    std::optional<QString> filter() const;
    TaskState state() const;

    QPointer<Connection> m_connection;
    QueueName m_queue;
    QStandardItemModel* m_model;
    QComboBox* m_state;
    QComboBox* m_member;
    PlainLabel* m_summary;
    PanelTable* m_table;
    QPushButton* m_exact;
    QPushButton* m_showTasks;
    QPushButton* m_setAside;
    QPushButton* m_spread;
    QPushButton* m_discard;
    std::shared_ptr<const ShareCount> m_count; ///< last completed count; null before the first
    QueueShares m_shares;
    QByteArray m_by; ///< payload member chosen by the user; empty to choose one automatically
    BackgroundTask m_task{*this};
};

} // namespace dueline
