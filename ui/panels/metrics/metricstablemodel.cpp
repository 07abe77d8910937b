// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics/metricstablemodel.h"

namespace dueline {

void MetricsTableModel::setSheet(const MetricsSheet& sheet)
{
    if (sheet == m_sheet)
        return;
    const bool sameShape = sheet.headers == m_sheet.headers && sheet.rows.size() == m_sheet.rows.size();
    if (sameShape && !sheet.rows.empty()) {
        m_sheet = sheet;
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return;
    }
    beginResetModel();
    m_sheet = sheet;
    endResetModel();
}

int MetricsTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_sheet.rows.size());
}

int MetricsTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_sheet.headers.size());
}

QVariant MetricsTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::DisplayRole)
        return m_sheet.rows[std::size_t(index.row())].value(index.column());
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

QVariant MetricsTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::DisplayRole)
        return m_sheet.headers.value(section);
    if (role == Qt::TextAlignmentRole)
        return int((section == 0 ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    return {};
}

} // namespace dueline
