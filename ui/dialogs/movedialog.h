// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/exportdialog.h"

#include <QTimer>

namespace dueline {

/// Open connection that tasks can be moved to.
struct MoveGoal
{
    QString name;
    ConnectionSpec connection;
    Access access = Access::ReadOnly;
    QByteArray address; ///< address without the password
    std::vector<QueueName> queues;
    Environment environment = Environment::Development;
};

/// Dialog that moves or copies tasks to another queue, on the same connection or on another open connection. Before the
/// move, it shows the number of tasks in each state and which data is kept or lost; during the move, it shows the
/// progress. Canceling stops a move after its current step.
class MoveDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Creates the dialog. `goals`: possible target connections, with the tasks' own connection first.
    MoveDialog(
        const Theme& theme, const Profile& profile, TransferScope scope, std::vector<MoveGoal> goals, QWidget* parent);

    void setQueue(const QString& queue);
    void setCopies(bool copies);
    /// Returns the outcome. Valid only if the dialog was accepted.
    const MoveProgress& progress() const { return m_progress; }
    const OperationRecord& record() const { return m_record; }
    /// Returns whether the preview is complete.
    bool isLookedAt() const { return m_preview.has_value(); }
    MoveRequest request() const;
    /// Returns MovePreview::noUndo; empty until the preview is complete.
    QString noUndo() const { return m_preview ? m_preview->noUndo : QString(); }
    /// Returns the equivalent duectl command, without the connection.
    QString command() const;

public Q_SLOTS:
    void accept() override;
    void reject() override;

private:
    void buildScope();
    void buildGoal();
    void look();
    void showPreview(const MovePreview& preview);
    void showProgress(const MoveProgress& progress);
    void fail(const Error& error);
    void setMoving(bool moving);
    void updateVerb();
    void wordIt();
    QString keptWords() const;
    MoveWay way() const;
    const MoveGoal& goal() const;
    bool isSelection() const;

    TransferScope m_scope;
    std::vector<MoveGoal> m_goals;
    BackgroundTransfer m_background;
    QTimer m_soon;
    std::optional<MovePreview> m_preview;
    MoveProgress m_progress;
    OperationRecord m_record;
    bool m_moving = false;
    QButtonGroup* m_what;
    QButtonGroup* m_way;
    QComboBox* m_connection;
    QComboBox* m_queue;
    PlainLabel* m_tasks;
    PlainLabel* m_stays;
    PlainLabel* m_kept = nullptr;
    PlainLabel* m_meaning = nullptr;
    PlainLabel* m_undo = nullptr;
};

} // namespace dueline
