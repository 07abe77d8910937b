// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedules/removescheduledialog.h"

#include "core/base/text.h"
#include "ui/text/cronwords.h"
#include "ui/widgets/plainlabel.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

RemoveScheduleDialog::RemoveScheduleDialog(
    const Theme& theme, const QueueName& queue, const Schedule& schedule, const Profile& profile, QWidget* parent)
    : DialogFrame(theme, tr("Remove a recurring task"),
        tr("%1 on %2", "queue, connection").arg(printable(queue, 40), profile.name), profile.environment, parent)
{
    addRow(tr("Name"), new PlainLabel(printable(schedule.name, 64)));
    if (!schedule.damaged) {
        const QString words = CronWords::of(schedule.cron);
        addRow(tr("When"), new PlainLabel(words.isEmpty() ? printable(schedule.cron, 60) : words));
        addRow(tr("Type"), new PlainLabel(printable(schedule.type, 60)));
    }
    auto* text = new PlainLabel(schedule.damaged
            ? tr("The recurring task cannot be read, so its removal cannot be undone. Its existing tasks are kept.")
            : tr("No more tasks will be added; its existing tasks are kept. Undo restores the recurring task."));
    text->setWordWrap(true);
    text->setMinimumWidth(420);
    body().addWidget(text);
    setVerb(tr("Remove"), QStringLiteral("danger"));
    cancelButton()->setDefault(true);
    cancelButton()->setFocus();
}

} // namespace dueline
