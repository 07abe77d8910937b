// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/exportdialog.h"

#include <QTimer>

namespace dueline {

/// An open connection that tasks can go to.
struct MoveGoal
{
    QString name;
    ConnectionSpec connection;
    Access access = Access::ReadOnly;
    QByteArray address; ///< without a password
    std::vector<QueueName> queues;
    Environment environment = Environment::Development;
};

/// Moves or copies tasks into another queue, of this connection or another open one: how many, in which states, what
/// they take along and what they do not; then how far it has come. Cancel while it moves ends it in order.
class MoveDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// `goals`: the connection the tasks are in stands first.
    MoveDialog(
        const Theme& theme, const Profile& profile, TransferScope scope, std::vector<MoveGoal> goals, QWidget* parent);

    void setQueue(const QString& queue);
    void setCopies(bool copies);
    /// Once accepted: what was done.
    const MoveProgress& progress() const { return m_progress; }
    const OperationRecord& record() const { return m_record; }
    /// Whether it is known what would go.
    bool isLookedAt() const { return m_preview.has_value(); }
    MoveRequest request() const;
    /// The same as a duectl command, without the connection.
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
    PlainLabel* m_meaning = nullptr;
    PlainLabel* m_undo = nullptr;
};

} // namespace dueline
