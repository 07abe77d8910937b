// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/witness/changestable.h"

#include "ui/models/cell.h"
#include "ui/text/plaintexttooltip.h"

namespace dueline {

QVariant ChangesTable::data(const QModelIndex& index, int role) const
{
    const ChangesRow* row = index.isValid() ? rowAt(index.row()) : nullptr;
    if (!row)
        return {};
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return row->cells.value(column);
    case Qt::AccessibleTextRole:
        return QStringLiteral("%1: %2").arg(
            headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), row->cells.value(column));
    case Qt::ToolTipRole:
        return plainTextToolTip(row->tips.value(column));
    case Qt::TextAlignmentRole:
        return m_numbers.contains(column) ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
    case Cell::Key:
        return row->key();
    case Cell::Look:
        return QVariant::fromValue(row->isStrong && column == 0 ? Cell::Tone::Strong : Cell::Tone::Plain);
    default:
        return {};
    }
}

QVariant ChangesTable::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((m_numbers.contains(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole || role == Qt::AccessibleTextRole)
        return m_titles().value(section);
    return {};
}

} // namespace dueline
