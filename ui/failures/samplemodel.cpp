// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/samplemodel.h"

#include "core/base/text.h"
#include "ui/text/taskname.h"

namespace dueline {

SampleModel::SampleModel(const Formatting& formatting, QObject* parent)
    : RowTable<SampleRow>(ColumnCount, Failed, Failed, parent)
    , m_formatting(formatting)
{ }

QString SampleModel::text(const SampleRow& row, int column) const
{
    switch (column) {
    case Name:
        return printable(typeOf(row.task), 60);
    case Queue:
        return printable(row.queue, 80);
    case Payload:
        return printable(row.task.preview, Task::previewBytes);
    case Attempts:
        return Formatting::attempts(row.task.attempt, row.task.maxAttempts);
    case Failed:
        return isRecorded(row.task) ? Formatting::relative(row.task.at, now()) : QString();
    default:
        return {};
    }
}

QStringList SampleModel::titles() const
{
    return {tr("Task"), tr("Queue"), tr("Payload"), tr("Attempts"), tr("Failed")};
}

QString SampleModel::accessibleText(const SampleRow& row, int column) const
{
    return column == Name ? tr("%1 %2 in %3, failed %4")
                                .arg(text(row, Name), uniquePart(row.task, 60), text(row, Queue), text(row, Failed))
                          : text(row, column);
}

QString SampleModel::tip(const SampleRow& row, int column) const
{
    return column == Name  ? printable(row.task.id, 300)
        : column == Queue  ? printable(row.queue, 300)
        : column == Failed ? m_formatting.exact(row.task.at)
                           : text(row, column);
}

Cell::Tone SampleModel::tone(const SampleRow&, int column) const
{
    using enum Cell::Tone;
    return column == Name ? Strong : column == Payload ? Mono : Quiet;
}

QVariant SampleModel::decoration(const SampleRow& row, int column, int role) const
{
    if (column != Name)
        return {};
    return role == Cell::Tile ? QVariant(int(TaskState::Failed))
        : role == Cell::Tail  ? QVariant(uniquePart(row.task, 60))
                              : QVariant();
}

void SampleModel::set(const std::vector<RecentFailures::Found>& tasks)
{
    std::vector<SampleRow> rows;
    for (const RecentFailures::Found& found : tasks)
        rows.push_back({found.queue, found.task});
    replaceRows(std::move(rows));
}

} // namespace dueline
