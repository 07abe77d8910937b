// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/settings/workersettings.h"

#include <QAbstractTableModel>

namespace dueline {

/// The handlers of the embedded worker, a row each, and a last row that adds one. A row that cannot be is kept as it
/// was typed and says why.
class WorkerHandlerModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Type, Kind, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

    void setHandlers(std::vector<WorkerHandler> handlers);
    const std::vector<WorkerHandler>& handlers() const { return m_handlers; }
    /// While the worker runs they can only be read.
    void setEditable(bool editable);
    bool isEditable() const { return m_editable; }
    /// The row that adds one.
    bool isLast(int row) const { return row >= int(m_handlers.size()); }
    /// Why a row cannot be; empty when it can.
    QString problem(int row) const;
    /// Of the first row that cannot be.
    QString firstProblem() const;
    /// The language has changed.
    void reword();

Q_SIGNALS:
    /// Somebody edited, added or removed one.
    void edited();

private:
    void check();

    std::vector<WorkerHandler> m_handlers;
    std::vector<QString> m_problems;
    bool m_editable = true;
};

} // namespace dueline
