// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search/foundmodel.h"

#include "core/base/text.h"
#include "core/queue/errors/errorpattern.h"
#include "ui/models/tasktablemodel.h"

namespace dueline {

FoundModel::FoundModel(const Formatting& formatting, QObject* parent)
    : RowTable<FoundRow>(ColumnCount, When, When, parent)
    , m_formatting(formatting)
{ }

QStringList FoundModel::titles() const
{
    return {tr("Task"), tr("Queue"), tr("State"), tr("Details"), tr("When"), tr("Attempts")};
}

QString FoundModel::accessibleText(const FoundRow& row, int column) const
{
    return column == TaskId ? tr("%1 in %2, %3").arg(text(row, TaskId), text(row, Queue), text(row, State))
                            : text(row, column);
}

QVariant FoundModel::decoration(const FoundRow& row, int column, int role) const
{
    return role == Cell::Tile && column == TaskId ? QVariant(int(row.task.state)) : QVariant();
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
        return task.untimed ? QStringLiteral("–") : Formatting::relative(task.at, now());
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

Cell::Tone FoundModel::tone(const FoundRow& row, int column) const
{
    using enum Cell::Tone;
    if (column == Details)
        return TaskTableModel::tellsError(row.task) ? Failure : Mono;
    return column == TaskId ? Strong : column == Queue ? Plain : Quiet;
}

void FoundModel::set(const std::vector<SearchHit>& found)
{
    std::vector<FoundRow> rows;
    rows.reserve(found.size());
    for (const SearchHit& each : found)
        rows.push_back({each});
    replaceRows(std::move(rows));
}

} // namespace dueline
