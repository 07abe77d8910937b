// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/dialogs/operationdialog.h"

namespace dueline {

/// Dialog that asks for confirmation of an undo in production. It shows the action to undo and asks for the pace, which
/// is unlimited by default. Return and the initial focus work as in the dialog that confirmed the action; see
/// OperationDialog::takeHabit().
class UndoDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Creates the dialog. `operations`: operations of one action; must not be empty. Only their id, queue, kind and
    /// number of completed tasks are used.
    UndoDialog(
        const Theme& theme, const std::vector<OperationRecord>& operations, const Profile& profile, QWidget* parent);

    /// Shows the number of operations of the action that are still running and will not be undone. Shows nothing if it
    /// is 0.
    void tellLeftOut(int operations);
    /// Returns whether an undo needs confirmation in this environment.
    static bool asksBefore(Environment environment);
    /// Returns the equivalent duectl commands, one line per operation, without the connection.
    QString command() const;

private:
    std::vector<OperationId> m_undone;
};

} // namespace dueline
