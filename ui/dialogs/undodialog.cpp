// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/undodialog.h"

#include "core/base/text.h"
#include "ui/models/activitymodel.h"
#include "ui/text/taskname.h"
#include "ui/widgets/plainlabel.h"

#include <QLineEdit>
#include <QPushButton>

namespace dueline {

UndoDialog::UndoDialog(const Theme& theme, const QueueName& queue, const OperationId& undone, const QByteArray& kind,
    qint64 tasks, const Profile& profile, QWidget* parent)
    : OperationDialog(theme, tr("Put back %Ln task(s)", nullptr, Formatting::plural(tasks)),
        tr("in %1 on %2", "queue, connection").arg(printable(queue, 40), profile.name), profile.environment, parent)
    , m_undone(undone)
{
    setMinimumWidth(560);
    addRow(tr("Undoes"), new PlainLabel(ActivityModel::kindWord(kind)));
    const bool moves = kind == "adopt" || kind == "move"; // which have no pace
    if (tasks >= pacedFrom && !moves)
        addPaceRow(tasks, Millis(0));
    addQuiet(QStringLiteral("undo"),
        tr("What ran since, or was changed by somebody, is left alone. An undo cannot be undone; it can be paused and "
           "cancelled."));
    addCopyLink([this] { return command(); });
    setVerb(tr("Put back %Ln task(s)", nullptr, Formatting::plural(tasks)));
    for (QPushButton* button : {verb(), cancelButton()})
        button->setAutoDefault(false);
    if (tasks < 2) { // an undo cannot be taken back, so that Return does nothing by itself
        cancelButton()->setFocus();
        return;
    }
    verb()->setEnabled(false);
    verb()->setDefault(true); // once the count is typed
    askForCount(tasks);
    connect(this, &OperationDialog::countEdited, this, [this] { verb()->setEnabled(isCountTyped()); });
    findChild<QLineEdit*>(QStringLiteral("count"))->setFocus(); // what is to be done next
}

bool UndoDialog::asksBefore(Environment environment) { return environment == Environment::Production; }

QString UndoDialog::command() const
{
    const QString paced = pace() > 0 ? QStringLiteral(" --pace %1").arg(pace()) : QString();
    return QStringLiteral("duectl undo%1 %2").arg(paced, shellWord(m_undone));
}

} // namespace dueline
