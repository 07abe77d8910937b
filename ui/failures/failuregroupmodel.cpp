// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/failuregroupmodel.h"

#include "core/base/text.h"
#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"

namespace dueline {

FailureGroupModel::FailureGroupModel(const Formatting& formatting, QObject* parent)
    : RowList<FailureGroupRow>(parent)
    , m_formatting(formatting)
{ }

int FailureGroupModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QString FailureGroupModel::text(const FailureGroup::Share& share, int column) const
{
    switch (column) {
    case Queue:
        return printable(share.queue, 80);
    case Type:
        return printable(share.type, 80);
    case Count:
        return Formatting::count(share.tasks);
    case First:
        return m_formatting.instant(share.first, m_now);
    case Last:
        return Formatting::relative(share.last, m_now);
    default:
        return {};
    }
}

QVariant FailureGroupModel::data(const QModelIndex& index, int role) const
{
    const FailureGroupRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return {};
    const FailureGroup::Share& share = row->share;
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(share, column);
    case Qt::AccessibleTextRole:
        return column == Queue ? tr("%1, %2: %3 times, last %4")
                                     .arg(text(share, Queue), text(share, Type), text(share, Count), text(share, Last))
                               : text(share, column);
    case Qt::ToolTipRole:
        return plainTextToolTip(column == Queue ? printable(share.queue, 300)
                : column == Type                ? printable(share.type, 300)
                : column == First               ? m_formatting.exact(share.first)
                : column == Last                ? m_formatting.exact(share.last)
                                                : QString());
    case Qt::TextAlignmentRole:
        return column == First || column == Last ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case Cell::Key:
        return row->key();
    case Cell::Look: {
        using enum Cell::Tone;
        return QVariant::fromValue(share.tasks == 0 ? Faint : column == Queue || column == Count ? Strong : Quiet);
    }
    case Cell::Share:
        return column == Count ? QVariant(row->part) : QVariant();
    case Cell::ShareOf:
        return column == Count ? QVariant(int(TaskState::Failed)) : QVariant();
    default:
        return {};
    }
}

QVariant FailureGroupModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == First || section == Last ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    switch (section) {
    case Queue:
        return tr("Queue");
    case Type:
        return tr("Type");
    case Count:
        return tr("Tasks");
    case First:
        return tr("First");
    case Last:
        return tr("Last");
    default:
        return {};
    }
}

void FailureGroupModel::set(std::vector<FailureGroupRow> rows) { replaceRows(std::move(rows)); }

void FailureGroupModel::setNow(TimePoint now)
{
    if (now == m_now)
        return;
    m_now = now;
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, First), index(rowCount() - 1, Last), {Qt::DisplayRole});
}

} // namespace dueline
