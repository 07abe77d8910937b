// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/operationwords.h"

#include "core/base/text.h"
#include "ui/text/formatting.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace dueline {

QString iconOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::Retry:
        return QStringLiteral("retry");
    case ActionKind::RunNow:
        return QStringLiteral("run-now");
    case ActionKind::Reschedule:
        return QStringLiteral("reschedule");
    case ActionKind::Discard:
        return QStringLiteral("discard");
    case ActionKind::Restore:
        return QStringLiteral("restore");
    case ActionKind::Delete:
        return QStringLiteral("delete");
    }
    return {};
}

QString doneWords(ActionKind kind, qint64 count)
{
    const int n = Formatting::plural(count);
    switch (kind) {
    case ActionKind::Retry:
        return QCoreApplication::translate("dueline::Workbench", "%Ln task(s) retried", nullptr, n);
    case ActionKind::RunNow:
        return QCoreApplication::translate("dueline::Workbench", "%Ln task(s) will run now", nullptr, n);
    case ActionKind::Reschedule:
        return QCoreApplication::translate("dueline::Workbench", "%Ln task(s) rescheduled", nullptr, n);
    case ActionKind::Discard:
        return QCoreApplication::translate("dueline::Workbench", "%Ln task(s) discarded", nullptr, n);
    case ActionKind::Restore:
        return QCoreApplication::translate("dueline::Workbench", "%Ln task(s) restored", nullptr, n);
    case ActionKind::Delete:
        return QCoreApplication::translate("dueline::Workbench", "%Ln task(s) permanently deleted", nullptr, n);
    }
    return {};
}

QString skippedWords(SkipReason reason, qint64 tasks)
{
    const QString count = Formatting::count(tasks);
    switch (reason) {
    case SkipReason::NotFound:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 not found").arg(count);
    case SkipReason::MovedOn:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 changed in the meantime").arg(count);
    case SkipReason::NeedsForce:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 held by a worker").arg(count);
    case SkipReason::AlreadyDue:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 already due").arg(count);
    case SkipReason::InFlow:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 in a flow").arg(count);
    case SkipReason::NextRun:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 created as the next run of a schedule")
            .arg(count);
    case SkipReason::Held:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 locked by a worker").arg(count);
    case SkipReason::Stalled:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 left by a lost worker").arg(count);
    case SkipReason::InGroup:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 in a group").arg(count);
    case SkipReason::Untimed:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 without a due time").arg(count);
    case SkipReason::IdTaken:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 whose ID is used by another task").arg(count);
    case SkipReason::Damaged:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 that cannot be read").arg(count);
    case SkipReason::RateLimited:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 held back by a rate limit").arg(count);
    case SkipReason::LongList:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 too far down a long list").arg(count);
    case SkipReason::Running:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 running, stored only in the worker")
            .arg(count);
    case SkipReason::InBatch:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 in a batch").arg(count);
    case SkipReason::UniqueLock:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 with a uniqueness lock").arg(count);
    case SkipReason::Started:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 being run by a worker").arg(count);
    case SkipReason::HasDependents:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 that other tasks are waiting for").arg(count);
    case SkipReason::WaitsForOther:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 waiting for another task").arg(count);
    case SkipReason::Reserved:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 reserved by a worker").arg(count);
    case SkipReason::LeaseOver:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 whose lease has expired").arg(count);
    case SkipReason::Poison:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 that no worker could read").arg(count);
    case SkipReason::Retried:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 already retried").arg(count);
    case SkipReason::RetryWaits:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 whose retry has not finished").arg(count);
    case SkipReason::MayRun:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 that a worker may still run").arg(count);
    case SkipReason::NoMessage:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 whose message was deleted").arg(count);
    case SkipReason::OtherGroups:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 shared with other groups").arg(count);
    case SkipReason::DueSoon:
        return QCoreApplication::translate("dueline::ConfirmDialog", "%1 due now or within 2 s").arg(count);
    case SkipReason::NotApplicable:
        break;
    }
    return QCoreApplication::translate("dueline::ConfirmDialog", "%1 that the action does not apply to").arg(count);
}

QString leftAloneWords(const SkippedTasks& skipped, int namedOfEach)
{
    QStringList reasons;
    for (const auto& [reason, tasks] : skipped.counts()) {
        QStringList names;
        for (const SkippedTask& task : skipped.named()) {
            if (task.reason == reason && names.size() < namedOfEach)
                names << printable(task.id, 60);
        }
        if (!names.isEmpty() && names.size() < tasks)
            names << QStringLiteral("…");
        const QString words = skippedWords(reason, tasks);
        reasons << (names.isEmpty()
                ? words
                : QCoreApplication::translate("dueline::Workbench", "%1 (%2)", "how many and why, the first tasks")
                      .arg(words, Formatting::commas(names)));
    }
    return Formatting::commas(reasons);
}

bool isFirstStage(const QByteArray& stage) { return stage == "canary 1 of 3" || stage == "canary 2 of 3"; }

QString stageWords(const QByteArray& stage)
{
    if (stage == "canary 1 of 3")
        return QCoreApplication::translate("dueline::Workbench", "canary: waiting for the first task");
    if (stage == "canary 2 of 3")
        return QCoreApplication::translate("dueline::Workbench", "canary: waiting for ten tasks");
    if (stage == "canary 3 of 3")
        return QCoreApplication::translate("dueline::Workbench", "canary passed; continuing with the rest");
    static const QRegularExpression stopped(
        QStringLiteral("^stopped: (\\d+) of (\\d+) failed(?:, (\\d+) did not end in time)?$"));
    const QRegularExpressionMatch match = stopped.match(QString::fromLatin1(stage));
    if (!match.hasMatch())
        return printable(stage, 100);
    if (match.captured(3).isEmpty()) {
        return QCoreApplication::translate("dueline::Workbench", "stopped by the canary: %1 of %2 failed")
            .arg(match.captured(1), match.captured(2));
    }
    return QCoreApplication::translate(
        "dueline::Workbench", "stopped by the canary: %1 of %2 failed, %3 did not finish in time")
        .arg(match.captured(1), match.captured(2), match.captured(3));
}

} // namespace dueline
