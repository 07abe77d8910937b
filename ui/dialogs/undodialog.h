// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/dialogs/operationdialog.h"

namespace dueline {

/// What is asked before the tasks of an operation are put back on production: which it was, how fast, at full pace unless
/// somebody chooses otherwise. Return and the focus are as before the operation itself, see OperationDialog::takeHabit().
class UndoDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// Of `operation` id, queue, kind and how many tasks were done are read.
    UndoDialog(const Theme& theme, const OperationRecord& operation, const Profile& profile, QWidget* parent);

    /// Whether this undo is asked about at all.
    static bool asksBefore(Environment environment);
    /// The same as a duectl command, without the connection.
    QString command() const;

private:
    OperationId m_undone;
};

} // namespace dueline
