// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "ui/dialogs/operationdialog.h"

namespace dueline {

/// What is asked before the tasks of an operation are put back on production, as before the operation: which it was,
/// how fast, and for several the count typed.
class UndoDialog : public OperationDialog
{
    Q_OBJECT

public:
    /// `kind`, `tasks`: of the operation `undone` in `queue`.
    UndoDialog(const Theme& theme, const QueueName& queue, const OperationId& undone, const QByteArray& kind, qint64 tasks,
        const Profile& profile, QWidget* parent);

    /// Whether this undo is asked about at all.
    static bool asksBefore(Environment environment);
    /// The same as a duectl command, without the connection.
    QString command() const;

private:
    OperationId m_undone;
};

} // namespace dueline
