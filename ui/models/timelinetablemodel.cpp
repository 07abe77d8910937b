// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timelinetablemodel.h"

#include "core/base/text.h"
#include "ui/models/cell.h"

#include <algorithm>

namespace dueline {

TimelineTableModel::TimelineTableModel(
    const Formatting& formatting, const TimelineData& data, TimePoint now, QObject* parent)
    : QAbstractTableModel(parent)
    , m_tasks(!data.tasks.empty())
{
    if (m_tasks)
        addTasks(formatting, data, now);
    else
        addBars(formatting, data, now);
}

void TimelineTableModel::addBars(const Formatting& formatting, const TimelineData& data, TimePoint now)
{
    m_head << tr("From – to") << tr("All");
    for (const TaskState state : timelineBands)
        m_head << Formatting::stateWord(state);
    if (data.match)
        m_head << tr("Match", "tasks that the filter finds");
    for (std::size_t i = 0; i < data.bins.size(); ++i) {
        const TimelineBin& bin = data.bins[i];
        qint64 all = 0;
        QStringList counts;
        for (const TaskState state : timelineBands) {
            all += bin.counts[state];
            counts << Formatting::count(bin.counts[state]);
        }
        if (const StateCounts* listed = data.matchOfBin(i)) {
            qint64 match = 0;
            for (const TaskState state : timelineBands)
                match += (*listed)[state];
            counts << Formatting::count(match);
        }
        if (all > 0)
            m_rows.push_back(QStringList{tr("%1 – %2", "from – to").arg(formatting.instant(bin.from, now),
                                             formatting.instant(bin.to, now)),
                                 Formatting::count(all)}
                + counts);
    }
}

void TimelineTableModel::addTasks(const Formatting& formatting, const TimelineData& data, TimePoint now)
{
    m_head << tr("At") << tr("State") << tr("Queue") << tr("Task");
    std::vector<TimelineTask> tasks = data.tasks;
    std::stable_sort(tasks.begin(), tasks.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    for (const TimelineTask& task : tasks)
        m_rows.push_back({tr("%1 · %2", "absolute and relative time")
                              .arg(formatting.instant(task.at, now), Formatting::relative(task.at, now)),
            Formatting::stateWord(task.state), printable(task.queue, 60), printable(task.id, 200)});
}

QVariant TimelineTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const QStringList& row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return row[index.column()];
    case Qt::TextAlignmentRole:
        return isNumber(index.column()) ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case Cell::Look:
        return QVariant::fromValue(isNumber(index.column()) && row[index.column()] == Formatting::count(0)
                ? Cell::Tone::Faint
                : Cell::Tone::Plain);
    default:
        return {};
    }
}

QVariant TimelineTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(m_head[section]) : QVariant();
}

QString TimelineTableModel::widest(int column) const
{
    QString widest = m_head[column];
    for (const QStringList& row : m_rows) {
        if (Cell::isWider(row[column], widest))
            widest = row[column];
    }
    return widest;
}

QString TimelineTableModel::text() const
{
    QStringList lines{m_head.join(u'\t')};
    for (const QStringList& row : m_rows)
        lines << row.join(u'\t');
    return lines.join(u'\n');
}

} // namespace dueline
