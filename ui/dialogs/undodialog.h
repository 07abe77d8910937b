// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/dialogs/operationdialog.h"

namespace dueline {

/// What is asked before the tasks of an action are put back on production: which it was, how fast, at full pace unless
/// somebody chooses otherwise. Return and the focus are as before the operation itself, see
/// OperationDialog::takeHabit().
class UndoDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// `operations`: of one action, at least one; of each id, queue, kind and how many tasks were done are read.
    UndoDialog(
        const Theme& theme, const std::vector<OperationRecord>& operations, const Profile& profile, QWidget* parent);

    /// That so many operations of the action are still carried out and are not undone; 0: none.
    void tellLeftOut(int operations);
    /// Whether this undo is asked about at all.
    static bool asksBefore(Environment environment);
    /// The same as a duectl command for each operation, a line each, without the connection.
    QString command() const;

private:
    std::vector<OperationId> m_undone;
};

} // namespace dueline
