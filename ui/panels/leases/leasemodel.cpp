// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/leases/leasemodel.h"

#include "core/base/text.h"
#include "ui/text/taskname.h"

namespace dueline {

LeaseModel::LeaseModel(const Formatting& formatting, QObject* parent)
    : RowTable<LeaseRow>(ColumnCount, Ends, Until, parent)
    , m_formatting(formatting)
{ }

QStringList LeaseModel::titles() const
{
    return {tr("Task"), tr("Queue"), tr("Held by"), tr("Lease"), tr("Until"), tr("Attempt")};
}

QString LeaseModel::accessibleText(const LeaseRow& row, int column) const
{
    if (column != TaskId)
        return text(row, column);
    return tr("%1, held by %2, %3").arg(printable(row.task.id, 120), printable(row.task.worker, 60), fateWords(row))
        + (saidLast(row).isEmpty() ? QString() : QStringLiteral(", ") + saidLast(row));
}

QVariant LeaseModel::decoration(const LeaseRow& row, int column, int role) const
{
    switch (role) {
    case Cell::Tile:
        return column == TaskId ? QVariant(int(TaskState::Leased)) : QVariant();
    case Cell::Tail:
        if (column != TaskId)
            return {};
        return saidLast(row).isEmpty() ? shortUnique(row.task)
                                       : shortUnique(row.task) + QStringLiteral("  ") + saidLast(row);
    case Cell::Share:
        if (column != Ends || row.fate != LeaseFate::Held || row.task.untimed)
            return {}; // no bar, to leave space for the text about a lost lease
        return row.full.count() > 0 ? double((row.task.at - now()).count()) / double(row.full.count()) : 0.0;
    case Cell::ShareOf:
        return column == Ends ? QVariant(int(TaskState::Leased)) : QVariant();
    default:
        return {};
    }
}

QString LeaseModel::text(const LeaseRow& row, int column) const
{
    switch (column) {
    case TaskId:
        return printable(typeOf(row.task), 80);
    case Queue:
        return printable(row.queue, 60);
    case Holder:
        if (row.here)
            return tr("this window");
        return row.task.worker.isEmpty() ? tr("no worker") : printable(row.task.worker, 60);
    case Ends:
        return fateWords(row);
    case Until:
        return row.task.untimed ? QStringLiteral("–") : m_formatting.instant(row.task.at, now());
    case Attempt:
        return Formatting::attempts(row.task.attempt, row.task.maxAttempts);
    default:
        return {};
    }
}

QString LeaseModel::fateWords(const LeaseRow& row) const
{
    if (!isRecorded(row.task))
        return QStringLiteral("–");
    if (row.task.untimed)
        return tr("claimed %1").arg(Formatting::relative(row.task.at, now()));
    // Round to whole seconds, because a number that changes ten times per second is unreadable.
    const auto whole
        = [](Millis length) { return Formatting::duration(Millis((std::abs(length.count()) + 500) / 1000 * 1000)); };
    const Millis left = row.task.at - now();
    if (left.count() <= 0)
        return left.count() > -500 ? tr("expired just now") : tr("expired %1 ago").arg(whole(left));
    if (row.fate == LeaseFate::Held)
        return tr("%1 left").arg(whole(left));
    return row.fate == LeaseFate::Lost ? tr("recovered in %1").arg(whole(left)) : tr("expires in %1").arg(whole(left));
}

QString LeaseModel::tip(const LeaseRow& row, int column) const
{
    switch (column) {
    case TaskId:
        return saidLast(row).isEmpty() ? printable(row.task.id, 300)
                                       : printable(row.task.id, 300) + u'\n' + saidLast(row);
    case Holder:
        if (row.fate == LeaseFate::Held)
            return printable(row.task.worker, 256);
        return row.silentSince
            ? tr("%1 is lost: its last heartbeat was %2.")
                  .arg(printable(row.task.worker, 256), Formatting::relative(*row.silentSince, now()))
            : tr("%1 is lost: no heartbeat is recorded.").arg(printable(row.task.worker, 256));
    case Ends:
        if (row.task.untimed)
            return tr("The worker holds the task until it has finished; the end time is unknown.");
        if (row.fate == LeaseFate::Orphaned)
            return tr("No worker for this queue is running. Start a worker to recover the task, or release its lease.");
        if (hasExpired(row))
            return tr("A worker for this queue will recover the task shortly.");
        return row.fate == LeaseFate::Lost
            ? tr("The worker is lost; another worker will recover the task when the lease ends.")
            : tr("The worker extends the lease while the task runs.");
    case Until:
        return row.task.untimed ? QString() : m_formatting.exact(row.task.at);
    default:
        return {};
    }
}

Cell::Tone LeaseModel::tone(const LeaseRow& row, int column) const
{
    using enum Cell::Tone;
    switch (column) {
    case TaskId:
        return Strong;
    case Holder:
        return row.fate == LeaseFate::Held ? Plain : Warning;
    case Ends:
        return hasExpired(row) || row.fate != LeaseFate::Held ? Warning : Plain;
    default:
        return Quiet;
    }
}

QString LeaseModel::saidLast(const LeaseRow& row) const
{
    const auto said = row.here ? m_progress.find(row.queue + '\0' + row.task.id) : m_progress.end();
    return said == m_progress.end() ? QString() : printable(*said, 120);
}

void LeaseModel::setProgress(const QHash<QByteArray, QByteArray>& progress)
{
    if (progress == m_progress)
        return;
    m_progress = progress;
    redraw(TaskId, TaskId);
}

} // namespace dueline
