// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/foundmodel.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "ui/models/cell.h"
#include "ui/models/tasktablemodel.h"
#include "ui/text/plaintexttooltip.h"

namespace dueline {

FoundModel::FoundModel(const Formatting& formatting, QObject* parent)
    : RowList<FoundRow>(parent)
    , m_formatting(formatting)
{ }

int FoundModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant FoundModel::data(const QModelIndex& index, int role) const
{
    const FoundRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == TaskId
            ? tr("%1 in %2, %3").arg(text(*row, TaskId), text(*row, Queue), text(*row, State))
            : text(*row, index.column());
    case Qt::ToolTipRole:
        return plainTextToolTip(tip(*row, index.column()));
    case Qt::TextAlignmentRole:
        return index.column() == When ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case Cell::Key:
        return row->key();
    case Cell::Look:
        return look(*row, index.column());
    case Cell::Tile:
        return index.column() == TaskId ? QVariant(int(row->task.state)) : QVariant();
    default:
        return {};
    }
}

QString FoundModel::whenWords(const Task& task) const
{
    return task.untimed ? QStringLiteral("–") : Formatting::relative(task.at, m_now);
}

QString FoundModel::text(const FoundRow& row, int column) const
{
    const Task& task = row.task;
    switch (column) {
    case TaskId:
        return printable(task.id, 120);
    case Queue:
        return printable(row.queue, 80);
    case State:
        return Formatting::stateWord(task.state);
    case Details:
        return printable(TaskTableModel::tellsError(task) ? errorLine(task.error) : task.preview, 300);
    case When:
        return whenWords(task);
    case Attempts:
        return Formatting::attempts(task.attempt, task.maxAttempts);
    default:
        return {};
    }
}

QString FoundModel::tip(const FoundRow& row, int column) const
{
    switch (column) {
    case TaskId:
        return printable(row.task.id, 300);
    case Queue:
        return printable(row.queue, 300);
    case Details:
        return TaskTableModel::tellsError(row.task) ? printableText(row.task.error, 1024) : QString();
    case When:
        return row.task.untimed ? QString() : m_formatting.exact(row.task.at);
    default:
        return {};
    }
}

QVariant FoundModel::look(const FoundRow& row, int column)
{
    using enum Cell::Tone;
    const auto is = [](Cell::Tone tone) { return QVariant::fromValue(tone); };
    if (column == Details)
        return is(TaskTableModel::tellsError(row.task) ? Failure : Mono);
    return column == TaskId ? is(Strong) : column == Queue ? is(Plain) : is(Quiet);
}

QVariant FoundModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == When ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case TaskId:
        return tr("Task");
    case Queue:
        return tr("Queue");
    case State:
        return tr("State");
    case Details:
        return tr("Details");
    case When:
        return tr("When");
    case Attempts:
        return tr("Attempts");
    default:
        return {};
    }
}

void FoundModel::set(const std::vector<SearchHit>& found)
{
    std::vector<FoundRow> rows;
    rows.reserve(found.size());
    for (const SearchHit& each : found)
        rows.push_back({each});
    replaceRows(std::move(rows));
}

void FoundModel::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, When), index(rowCount() - 1, When), {Qt::DisplayRole});
}

} // namespace dueline
