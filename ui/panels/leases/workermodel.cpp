// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/leases/workermodel.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline {

namespace {

bool reports(const WorkerInfo& worker) { return worker.knownBy == WorkerInfo::KnownBy::Report; }

/// Returns a sentence explaining how an unregistered worker was detected and what is unknown about it; empty for a
/// registered worker.
QString knowledge(const WorkerInfo& worker)
{
    switch (worker.knownBy) {
    case WorkerInfo::KnownBy::Connection:
        return WorkerModel::tr("Identified by its connection name. The number of slots is unknown.");
    case WorkerInfo::KnownBy::Subscription:
        return WorkerModel::tr("Inferred from a subscription to a worker channel. Nothing else is known about this "
                               "worker.");
    case WorkerInfo::KnownBy::Job:
        return WorkerModel::tr("Identified by the job it holds. Idle workers are not listed.");
    case WorkerInfo::KnownBy::Group:
        return WorkerModel::tr("Listed by a consumer group, which may still list consumers that stopped long ago.");
    case WorkerInfo::KnownBy::Report:
        break;
    }
    return {};
}

constexpr std::size_t queuesNamed = 20; ///< maximum number of queue names in a tooltip

QString joined(const std::vector<QueueName>& queues, std::size_t atMost)
{
    QStringList names;
    for (std::size_t i = 0; i < std::min(atMost, queues.size()); ++i)
        names << printable(queues[i], 60);
    if (queues.size() > atMost)
        names << WorkerModel::tr("%Ln more", nullptr, int(queues.size() - atMost));
    return Formatting::commas(names);
}

} // namespace

WorkerModel::WorkerModel(QObject* parent)
    : RowTable<WorkerRow>(ColumnCount, Heartbeat, Heartbeat, parent)
{ }

void WorkerModel::set(std::vector<WorkerRow> rows)
{
    std::stable_sort(rows.begin(), rows.end(), [](const WorkerRow& a, const WorkerRow& b) {
        return a.info.lost != b.info.lost ? a.info.lost : a.info.id < b.info.id;
    });
    replaceRows(std::move(rows));
}

QString WorkerModel::stateWord(const WorkerRow& row)
{
    if (row.info.lost)
        return tr("Lost");
    switch (row.info.knownBy) {
    case WorkerInfo::KnownBy::Connection:
        return tr("Connected");
    case WorkerInfo::KnownBy::Subscription:
        return tr("Listening");
    case WorkerInfo::KnownBy::Job:
        return tr("Has a job");
    case WorkerInfo::KnownBy::Group:
        return row.info.quiet ? tr("Quiet") : tr("Seen");
    case WorkerInfo::KnownBy::Report:
        break;
    }
    return row.info.running > 0 ? tr("Running") : tr("Idle");
}

QStringList WorkerModel::titles() const
{
    return {tr("State"), tr("Worker"), tr("Host/pid"), tr("Queues"), tr("Slots"), tr("Heartbeat")};
}

QString WorkerModel::accessibleText(const WorkerRow& row, int column) const
{
    if (column != State)
        return text(row, column);
    if (const QString heartbeat = text(row, Heartbeat); !heartbeat.isEmpty())
        return tr("%1, worker %2, heartbeat %3").arg(text(row, State), text(row, Worker), heartbeat);
    return tr("%1, worker %2").arg(text(row, State), text(row, Worker));
}

Cell::Tone WorkerModel::tone(const WorkerRow& row, int column) const
{
    using enum Cell::Tone;
    if (column == State || (column == Heartbeat && row.info.lost))
        return row.info.lost ? Warning : Plain;
    return column == Worker ? Strong : Quiet;
}

QVariant WorkerModel::decoration(const WorkerRow& row, int column, int role) const
{
    if (role != Cell::Sign || column != State)
        return {};
    return QVariant::fromValue(row.info.lost ? Cell::Mark::Warning
            : row.info.running > 0           ? Cell::Mark::Filled
                                             : Cell::Mark::Hollow);
}

QString WorkerModel::text(const WorkerRow& row, int column) const
{
    const WorkerInfo& worker = row.info;
    switch (column) {
    case State:
        return stateWord(row);
    case Worker:
        return row.here ? tr("this window") : printable(worker.id, 60);
    case Host:
        if (row.here)
            return tr("this window");
        if (!reports(worker))
            return printable(worker.host, 60);
        return row.reported ? QStringLiteral("%1/%2").arg(printable(worker.host, 60)).arg(worker.processId) : QString();
    case Queues:
        return joined(worker.queues, 3);
    case Slots:
        if (!reports(worker))
            return worker.running > 0 ? QString::number(worker.running) : QString();
        return row.reported ? QStringLiteral("%1/%2").arg(worker.running).arg(worker.concurrency) : QString();
    case Heartbeat:
        if (!reports(worker))
            return QString();
        return row.reported ? Formatting::relative(std::min(worker.seenAt, now()), now()) : tr("none");
    default:
        return {};
    }
}

QString WorkerModel::tip(const WorkerRow& row, int column) const
{
    const WorkerInfo& worker = row.info;
    if (!row.reported)
        return tr("The worker holds leases but has no recorded heartbeat, so it is considered lost.");
    if (!reports(worker))
        return column == Queues ? joined(worker.queues, queuesNamed) : knowledge(worker);
    switch (column) {
    case Worker:
        return tr("%1, started %2")
            .arg(printable(worker.id, 256), Formatting::relative(std::min(worker.startedAt, now()), now()));
    case Host:
        return tr("process %1 on %2").arg(worker.processId).arg(printable(worker.host, 256));
    case Queues:
        return joined(worker.queues, queuesNamed);
    case Slots:
        return tr("%1 of %2 slots were in use at the last heartbeat").arg(worker.running).arg(worker.concurrency);
    case State:
    case Heartbeat:
        return worker.lost ? tr("The worker's heartbeat is overdue. Its tasks will be recovered when their leases end.")
                           : QString();
    default:
        return {};
    }
}

} // namespace dueline
