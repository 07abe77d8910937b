// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/undodialog.h"

#include "core/base/text.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/text/undowords.h"
#include "ui/widgets/plainlabel.h"

#include <QPushButton>

namespace dueline {

UndoDialog::UndoDialog(
    const Theme& theme, const std::vector<OperationRecord>& operations, const Profile& profile, QWidget* parent)
    : OperationDialog(theme, undoWords(operations),
        tr("in %1 on %2", "queue, connection").arg(queueWords(operations), profile.name), profile.environment, parent)
{
    for (const OperationRecord& operation : operations)
        m_undone.push_back(operation.id);
    const QByteArray& kind = operations.front().kind;
    const qint64 tasks = tasksOf(operations);
    setMinimumWidth(600);
    addRow(tr("Undoes"), new PlainLabel(deedWords(operations, profile.name)));
    const bool moves = kind == "adopt" || kind == "move"; // undoing these operations is never paced
    if (tasks >= pacedFrom && !moves)
        addPaceRow(tasks, Millis(0), false);
    addQuiet(QStringLiteral("undo"),
        tr("Tasks that have run or changed since then are skipped. You can pause or cancel the undo, but cannot revert "
           "it."));
    addCopyLink([this] { return command(); });
    setVerb(tr("Put back %Ln task(s)", nullptr, Formatting::plural(tasks)));
    takeHabit(tasks, false);
    connect(this, &OperationDialog::countEdited, this, [this] { verb()->setEnabled(isCountTyped()); });
    verb()->setEnabled(isCountTyped());
    nothingIsTypedYet();
}

void UndoDialog::tellLeftOut(int operations)
{
    if (operations > 0)
        addQuiet(QStringLiteral("warning"),
            tr("Skipped: %Ln operation(s) still running. To undo them as well, stop them first.", nullptr, operations));
}

bool UndoDialog::asksBefore(Environment environment) { return environment == Environment::Production; }

QString UndoDialog::command() const
{
    const QString paced = pace() > 0 ? QStringLiteral(" --pace %1").arg(pace()) : QString();
    QStringList lines;
    for (const OperationId& undone : m_undone)
        lines << commandOn(QStringLiteral("duectl undo") + paced, undone);
    return lines.join(u'\n');
}

} // namespace dueline
