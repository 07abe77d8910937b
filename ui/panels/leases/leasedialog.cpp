// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/leases/leasedialog.h"

#include "core/base/text.h"
#include "ui/text/duectlcommand.h"
#include "ui/text/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace dueline {

namespace {

constexpr qsizetype namesTold = 3;

/// Returns the names with their counts, largest count first, such as `mail (12), billing (3)`.
QString countedNames(const std::map<QByteArray, int>& counts)
{
    std::vector<std::pair<int, QByteArray>> most;
    most.reserve(counts.size());
    for (const auto& [name, count] : counts)
        most.emplace_back(-count, name);
    std::sort(most.begin(), most.end());
    QStringList names;
    for (const auto& [count, name] : most) {
        if (names.size() == namesTold) {
            names << QStringLiteral("…");
            break;
        }
        names << QStringLiteral("%1 (%2)").arg(
            name.isEmpty() ? LeaseDialog::tr("no worker") : printable(name, 40), Formatting::count(-count));
    }
    return Formatting::commas(names);
}

QString idsOfLeases(const std::vector<LeaseRow>& leases)
{
    QStringList lines;
    for (const LeaseRow& lease : leases) {
        if (lines.size() == qsizetype(LeaseDialog::idsShown)) {
            lines << LeaseDialog::tr("… and %1 more").arg(Formatting::count(qint64(leases.size()) - lines.size()));
            break;
        }
        lines << printable(lease.task.id, 120);
    }
    return lines.join(u'\n');
}

} // namespace

LeaseDialog::LeaseDialog(
    const Theme& theme, const Profile& profile, Kind kind, const std::vector<LeaseRow>& leases, QWidget* parent)
    : DialogFrame(theme,
        kind == Kind::Release ? tr("Release %Ln lease(s)", nullptr, int(leases.size()))
                              : tr("Stop %Ln task(s)", nullptr, int(leases.size())),
        printable(profile.name.toUtf8(), 60), profile.environment, parent)
{
    setObjectName(QStringLiteral("leaseDialog"));
    const auto sentence = [this](const QString& text) {
        auto* label = new PlainLabel(text);
        label->setWordWrap(true);
        label->setMinimumWidth(420);
        body().addWidget(label);
    };
    sentence(kind == Kind::Release
            ? tr("The leases are revoked. The tasks return to the queue, and the attempts are not counted. Results "
                 "from the current workers are rejected.")
            : tr("The workers are asked to stop the tasks; each attempt counts as failed. A lost worker will not "
                 "receive the request."));
    std::map<QByteArray, int> queues;
    std::map<QByteArray, int> holders;
    for (const LeaseRow& lease : leases) {
        ++queues[lease.queue];
        ++holders[lease.task.worker];
    }
    addRow(tr("Queues"), new PlainLabel(countedNames(queues)));
    addRow(tr("Held by"), new PlainLabel(countedNames(holders)));
    auto* tasks = new QPlainTextEdit(idsOfLeases(leases));
    tasks->setReadOnly(true);
    tasks->setFont(theme.mono());
    tasks->setAccessibleName(tr("Affected tasks"));
    tasks->setLineWrapMode(QPlainTextEdit::NoWrap);
    fitLines(*tasks, std::clamp(int(tasks->document()->blockCount()), 2, 8));
    addRow(tr("Tasks"), tasks);
    sentence(tr("Tasks with a new lease are skipped. This cannot be undone."));
    QStringList commands;
    for (const LeaseRow& lease : leases)
        commands << leaseCommand(kind == Kind::Release, lease.queue, lease.task.id);
    m_command = commands.join(u'\n');
    addCopyLink([this] { return command(); });
    QPushButton* verb = setVerb(kind == Kind::Release ? tr("Release") : tr("Stop tasks"));
    if (profile.environment == Environment::Production) {
        askForCount(qint64(leases.size()));
        verb->setEnabled(false);
        connect(this, &DialogFrame::countEdited, verb, [this, verb] { verb->setEnabled(isCountTyped()); });
    }
}

} // namespace dueline
