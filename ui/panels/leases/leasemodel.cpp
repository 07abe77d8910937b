// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/leases/leasemodel.h"

#include "core/base/text.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/text/taskname.h"

#include <algorithm>

namespace dueline {

LeaseModel::LeaseModel(const Formatting& formatting, QObject* parent)
    : RowList<LeaseRow>(parent)
    , m_formatting(formatting)
{ }

int LeaseModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant LeaseModel::data(const QModelIndex& index, int role) const
{
    const LeaseRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case Qt::AccessibleTextRole:
        if (index.column() != TaskId)
            return text(*row, index.column());
        return tr("%1, held by %2, %3")
                   .arg(printable(row->task.id, 120), printable(row->task.worker, 60), fateWords(*row))
            + (saidLast(*row).isEmpty() ? QString() : QStringLiteral(", ") + saidLast(*row));
    case Qt::ToolTipRole:
        return plainTextToolTip(tip(*row, index.column()));
    case Qt::TextAlignmentRole:
        return index.column() == Until || index.column() == Attempt ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter))
                                                                    : QVariant();
    case Cell::Key:
        return row->key();
    case Cell::Look:
        return look(*row, index.column());
    case Cell::Tile:
        return index.column() == TaskId ? QVariant(int(TaskState::Leased)) : QVariant();
    case Cell::Tail:
        if (index.column() != TaskId)
            return {};
        return saidLast(*row).isEmpty() ? shortUnique(row->task)
                                        : shortUnique(row->task) + QStringLiteral("  ") + saidLast(*row);
    case Cell::Share:
        if (index.column() != Ends || row->fate != LeaseFate::Held || row->task.untimed)
            return {}; // no bar, to leave space for the text about a lost lease
        return row->full.count() > 0 ? double((row->task.at - m_now).count()) / double(row->full.count()) : 0.0;
    case Cell::ShareOf:
        return index.column() == Ends ? QVariant(int(TaskState::Leased)) : QVariant();
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
        return row.task.untimed ? QStringLiteral("–") : m_formatting.instant(row.task.at, m_now);
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
        return tr("claimed %1").arg(Formatting::relative(row.task.at, m_now));
    // Round to whole seconds, because a number that changes ten times per second is unreadable.
    const auto whole
        = [](Millis length) { return Formatting::duration(Millis((std::abs(length.count()) + 500) / 1000 * 1000)); };
    const Millis left = row.task.at - m_now;
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
                  .arg(printable(row.task.worker, 256), Formatting::relative(*row.silentSince, m_now))
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

QVariant LeaseModel::look(const LeaseRow& row, int column) const
{
    using enum Cell::Tone;
    const auto is = [](Cell::Tone tone) { return QVariant::fromValue(tone); };
    switch (column) {
    case TaskId:
        return is(Strong);
    case Holder:
        return row.fate == LeaseFate::Held ? is(Plain) : is(Warning);
    case Ends:
        return hasExpired(row) || row.fate != LeaseFate::Held ? is(Warning) : is(Plain);
    default:
        return is(Quiet);
    }
}

QVariant LeaseModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Until || section == Attempt ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case TaskId:
        return tr("Task");
    case Queue:
        return tr("Queue");
    case Holder:
        return tr("Held by");
    case Ends:
        return tr("Lease");
    case Until:
        return tr("Until");
    case Attempt:
        return tr("Attempt");
    default:
        return {};
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
    if (rowCount() > 0)
        Q_EMIT dataChanged(
            index(0, TaskId), index(rowCount() - 1, TaskId), {Qt::AccessibleTextRole, Qt::ToolTipRole, Cell::Tail});
}

void LeaseModel::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    if (rowCount() > 0)
        Q_EMIT dataChanged(
            index(0, Ends), index(rowCount() - 1, Until), {Qt::DisplayRole, Qt::ToolTipRole, Cell::Look, Cell::Share});
}

} // namespace dueline
