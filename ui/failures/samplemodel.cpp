// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/samplemodel.h"

#include "core/base/text.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"
#include "ui/text/taskname.h"

namespace dueline {

SampleModel::SampleModel(const Formatting& formatting, QObject* parent)
    : RowList<SampleRow>(parent)
    , m_formatting(formatting)
{ }

int SampleModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

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
        return isRecorded(row.task) ? Formatting::relative(row.task.at, m_now) : QString();
    default:
        return {};
    }
}

QVariant SampleModel::data(const QModelIndex& index, int role) const
{
    const SampleRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(*row, column);
    case Qt::AccessibleTextRole:
        return column == Name
            ? tr("%1 %2 in %3, failed %4")
                  .arg(text(*row, Name), uniquePart(row->task, 60), text(*row, Queue), text(*row, Failed))
            : text(*row, column);
    case Qt::ToolTipRole:
        return plainTextToolTip(column == Name ? printable(row->task.id, 300)
                : column == Queue              ? printable(row->queue, 300)
                : column == Failed             ? m_formatting.exact(row->task.at)
                                               : text(*row, column));
    case Qt::TextAlignmentRole:
        return column == Failed ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case Cell::Key:
        return row->key();
    case Cell::Look: {
        using enum Cell::Tone;
        return QVariant::fromValue(column == Name ? Strong : column == Payload ? Mono : Quiet);
    }
    case Cell::Tile:
        return column == Name ? QVariant(int(TaskState::Failed)) : QVariant();
    case Cell::Tail:
        return column == Name ? QVariant(uniquePart(row->task, 60)) : QVariant();
    default:
        return {};
    }
}

QVariant SampleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Failed ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case Name:
        return tr("Task");
    case Queue:
        return tr("Queue");
    case Payload:
        return tr("Payload");
    case Attempts:
        return tr("Attempts");
    case Failed:
        return tr("Failed");
    default:
        return {};
    }
}

void SampleModel::set(const std::vector<RecentFailures::Found>& tasks)
{
    std::vector<SampleRow> rows;
    for (const RecentFailures::Found& found : tasks)
        rows.push_back({found.queue, found.task});
    replaceRows(std::move(rows));
}

void SampleModel::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, Failed), index(rowCount() - 1, Failed), {Qt::DisplayRole});
}

} // namespace dueline
