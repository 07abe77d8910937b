// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/metrics/metricsdata.h"

#include <QAbstractTableModel>

namespace dueline {

/// Table model of a chart's data. If a new sheet has the same shape, its rows are updated in place, which preserves the
/// scroll position and the selection.
class MetricsTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setSheet(const MetricsSheet& sheet);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    MetricsSheet m_sheet;
};

} // namespace dueline
