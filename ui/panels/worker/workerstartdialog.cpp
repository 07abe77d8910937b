// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/worker/workerstartdialog.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

/// Returns the handlers as they will run. Each program argument is on a separate line, so that an argument can't be
/// hidden within another.
QString whatRuns(const WorkerSettings& settings)
{
    QStringList lines;
    for (const WorkerHandler& handler : settings.handlers) {
        const QString kind = handler.kind.trimmed();
        const QString type = printable(handler.type.toUtf8(), 120);
        if (!kind.startsWith(QLatin1String("command:"))) {
            lines << QStringLiteral("%1  →  %2").arg(type, printable(kind.toUtf8(), 300));
            continue;
        }
        const QStringList words = QProcess::splitCommand(kind.mid(8));
        lines << QStringLiteral("%1  →  %2").arg(type, printable(words.value(0).toUtf8(), 300));
        for (qsizetype i = 1; i < words.size(); ++i)
            lines << QStringLiteral("        %1").arg(printable(words[i].toUtf8(), 300));
    }
    return lines.join(u'\n');
}

} // namespace

WorkerStartDialog::WorkerStartDialog(
    const Theme& theme, const Profile& profile, const QString& queues, const WorkerSettings& settings, QWidget* parent)
    : DialogFrame(theme, tr("Run tasks on this machine"), tr("on %1").arg(printable(profile.name.toUtf8(), 60)),
        profile.environment, parent)
{
    setObjectName(QStringLiteral("workerStartDialog"));
    auto* text = new PlainLabel(
        tr("The local worker competes with your other workers for due tasks. Running a task cannot be undone."));
    text->setWordWrap(true);
    text->setMinimumWidth(460);
    body().addWidget(text);
    addRow(tr("Queues"), new PlainLabel(queues));
    addRow(tr("Slots"), new PlainLabel(tr("%Ln at a time", nullptr, settings.slotCount)));
    addRow(tr("Lease"), new PlainLabel(Formatting::duration(settings.leaseFor)));
    auto* runs = new QPlainTextEdit(whatRuns(settings));
    runs->setReadOnly(true);
    runs->setFont(theme.mono());
    runs->setAccessibleName(tr("Tasks that will run"));
    runs->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    runs->setFixedHeight(std::clamp(int(runs->document()->blockCount()), 3, 9) * 18 + 16);
    addRow(tr("Runs"), runs);
    setVerb(tr("Start the worker"), QStringLiteral("danger"));
    cancelButton()->setDefault(true);
    cancelButton()->setFocus();
}

} // namespace dueline
