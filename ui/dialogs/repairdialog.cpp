// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/repairdialog.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace dueline {

namespace {

/// Returns the affected tasks, one per line.
QString tasksOf(const DoctorFinding& finding)
{
    QStringList lines;
    std::size_t left = finding.ids.size() + finding.leases.size();
    const auto add = [&lines, &left](const TaskId& id) {
        lines << printable(id, 120);
        --left;
        return lines.size() < qsizetype(RepairDialog::idsShown);
    };
    for (const TaskId& id : finding.ids) {
        if (!add(id))
            break;
    }
    for (const TaskRef& ref : finding.leases) {
        if (lines.size() >= qsizetype(RepairDialog::idsShown) || !add(ref.id))
            break;
    }
    if (left > 0)
        lines << RepairDialog::tr("… and %1 more").arg(Formatting::count(qint64(left)));
    return lines.join(u'\n');
}

PlainLabel* sentence(const QString& text)
{
    auto* label = new PlainLabel(text);
    label->setWordWrap(true);
    label->setMinimumWidth(420);
    return label;
}

} // namespace

RepairDialog::RepairDialog(const Theme& theme, const Profile& profile, const DoctorFinding& finding, QWidget* parent)
    : DialogFrame(theme, tr("Repair"),
        tr("%1 on %2", "queue, connection").arg(printable(finding.queue, 60), printable(profile.name.toUtf8(), 60)),
        profile.environment, parent)
{
    setObjectName(QStringLiteral("repairDialog"));
    body().addWidget(sentence(finding.reason));
    QString becomes = finding.repair;
    if (!becomes.isEmpty())
        becomes[0] = becomes[0].toUpper();
    body().addWidget(sentence(becomes + u'.'));
    auto* tasks = new QPlainTextEdit(tasksOf(finding));
    tasks->setReadOnly(true);
    tasks->setFont(theme.mono());
    tasks->setAccessibleName(tr("Affected tasks"));
    tasks->setLineWrapMode(QPlainTextEdit::NoWrap);
    fitLines(*tasks, std::clamp(int(tasks->document()->blockCount()), 2, 8));
    addRow(tr("Tasks"), tasks);
    body().addWidget(
        sentence(tr("Tasks that are already fixed are skipped. No payload is lost. This cannot be undone.")));
    QPushButton* repair = setVerb(tr("Repair"));
    if (profile.environment == Environment::Production) {
        askForCount(finding.count);
        repair->setEnabled(false);
        connect(this, &DialogFrame::countEdited, repair, [this, repair] { repair->setEnabled(isCountTyped()); });
    }
}

} // namespace dueline
