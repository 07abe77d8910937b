// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/dialogs/operationdialog.h"

namespace dueline {

/// Dialog that asks for confirmation before undoing an action in production. It describes the action and asks for the
/// pace, which is unlimited by default. Return and the initial focus work as in the dialog that confirmed the action;
/// see OperationDialog::takeHabit().
class UndoDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Creates the dialog. `operations`: the action's operations; must not be empty. Only their id, queue, kind and
    /// number of completed tasks are used.
    UndoDialog(
        const Theme& theme, const std::vector<OperationRecord>& operations, const Profile& profile, QWidget* parent);

    /// Shows how many of the action's operations are still running and won't be undone. Shows nothing if the number is
    /// 0.
    void tellLeftOut(int operations);
    /// Returns whether an undo needs confirmation in this environment.
    static bool asksBefore(Environment environment);
    /// Returns the equivalent duectl commands, one line per operation, without the connection.
    QString command() const;

private:
    std::vector<OperationId> m_undone;
};

} // namespace dueline
