// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/model/timelinetablemodel.h"

#include "core/base/text.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dueline {

namespace {

constexpr int fewGroups = 4; ///< maximum number of groups whose full names fit
constexpr qsizetype longTitle = 48; ///< maximum length of a column title, in characters
constexpr qsizetype allTitles = 96; ///< maximum total length of the titles, in characters
constexpr qsizetype shortTitle = 12;

} // namespace

TimelineTableModel::TimelineTableModel(
    const Formatting& formatting, const TimelineData& data, TimelineTableGroups groups, TimePoint now, QObject* parent)
    : QAbstractTableModel(parent)
    , m_tasks(!data.tasks.empty())
    , m_groups(std::move(groups))
{
    if (m_tasks)
        addTasks(formatting, data, now);
    else
        addBars(formatting, data, now);
}

void TimelineTableModel::addBars(const Formatting& formatting, const TimelineData& data, TimePoint now)
{
    m_head << tr("From – to") << tr("All");
    if (data.match)
        m_head << tr("Match", "tasks that the filter finds");
    m_head << m_groups.titles;
    for (const TaskState state : timelineBands) {
        if (!showsGroups())
            m_head << Formatting::stateWord(state);
    }
    addBar(tr("In view"), data.totals, data.match ? &data.match->totals : nullptr, m_groups.totals);
    for (std::size_t i = 0; i < data.bins.size(); ++i) {
        const TimelineBin& bin = data.bins[i];
        addBar(tr("%1 – %2", "from – to").arg(formatting.instant(bin.from, now), formatting.instant(bin.to, now)),
            bin.counts, data.matchOfBin(i), showsGroups() ? m_groups.bins[i] : std::vector<qint64>());
    }
}

void TimelineTableModel::addBar(
    const QString& range, const StateCounts& counts, const StateCounts* match, const std::vector<qint64>& groups)
{
    const qint64 all = sumOfBands(counts);
    if (all == 0)
        return;
    QStringList row{range, Formatting::count(all)};
    if (match)
        row << Formatting::count(sumOfBands(*match));
    for (const qint64 count : groups)
        row << Formatting::count(count);
    for (const TaskState state : timelineBands) {
        if (!showsGroups())
            row << Formatting::count(counts[state]);
    }
    m_rows.push_back(row);
}

void TimelineTableModel::addTasks(const Formatting& formatting, const TimelineData& data, TimePoint now)
{
    m_head << tr("At") << tr("State") << tr("Queue") << tr("Task");
    if (!m_groups.taskTitle.isEmpty())
        m_head << m_groups.taskTitle;
    std::vector<std::size_t> order(data.tasks.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(
        order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return data.tasks[a].at < data.tasks[b].at; });
    for (const std::size_t i : order) {
        const TimelineTask& task = data.tasks[i];
        m_rows.push_back({tr("%1 · %2", "absolute and relative time")
                              .arg(formatting.instant(task.at, now), Formatting::relative(task.at, now)),
            Formatting::stateWord(task.state), printable(task.queue, 60), printable(task.id, 200)});
        if (!m_groups.taskTitle.isEmpty())
            m_rows.back() << m_groups.tasks[qsizetype(i)];
    }
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
    const QString& title = m_head[section];
    switch (role) {
    case Qt::TextAlignmentRole:
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::DisplayRole:
        return shortened(title);
    case Qt::AccessibleTextRole:
        return title;
    case Qt::ToolTipRole:
        return shortened(title) == title ? QVariant() : plainTextToolTip(title);
    default:
        return {};
    }
}

/// Shortens a group's name, which can be as long as a sentence.
QString TimelineTableModel::shortened(const QString& title) const
{
    const qsizetype groups = std::max<qsizetype>(1, m_head.size() - 2);
    const qsizetype most = groups > fewGroups ? shortTitle : std::min(longTitle, allTitles / groups);
    return showsGroups() && title.size() > most ? title.left(most - 1).trimmed() + u'…' : title;
}

QString TimelineTableModel::widest(int column) const
{
    QString widest = shortened(m_head[column]);
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
