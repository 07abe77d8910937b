// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/undodialog.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/text/taskname.h"
#include "ui/text/undowords.h"
#include "ui/widgets/plainlabel.h"

#include <QPushButton>

namespace dueline {

UndoDialog::UndoDialog(
    const Theme& theme, const OperationRecord& operation, const Profile& profile, QWidget* parent)
    : OperationDialog(theme, undoWords(operation),
        tr("in %1 on %2", "queue, connection").arg(printable(operation.queue, 40), profile.name), profile.environment,
        parent)
    , m_undone(operation.id)
{
    setMinimumWidth(600);
    addRow(tr("Undoes"), new PlainLabel(deedWords(operation, profile.name)));
    const bool moves = operation.kind == "adopt" || operation.kind == "move"; // which have no pace
    if (operation.done >= pacedFrom && !moves)
        addPaceRow(operation.done, Millis(0), false);
    addQuiet(QStringLiteral("undo"),
        tr("What ran since, or was changed by somebody, is left alone. An undo cannot be undone; it can be paused and "
           "cancelled."));
    addCopyLink([this] { return command(); });
    setVerb(tr("Put back %Ln task(s)", nullptr, Formatting::plural(operation.done)));
    takeHabit(operation.done, false);
    connect(this, &OperationDialog::countEdited, this, [this] { verb()->setEnabled(isCountTyped()); });
    verb()->setEnabled(isCountTyped());
    nothingIsTypedYet();
}

bool UndoDialog::asksBefore(Environment environment) { return environment == Environment::Production; }

QString UndoDialog::command() const
{
    const QString paced = pace() > 0 ? QStringLiteral(" --pace %1").arg(pace()) : QString();
    return QStringLiteral("duectl undo%1 %2").arg(paced, shellWord(m_undone));
}

} // namespace dueline
