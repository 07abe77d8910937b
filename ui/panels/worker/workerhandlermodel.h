// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/settings/workersettings.h"

#include <QAbstractTableModel>

namespace dueline {

/// Table model of the embedded worker's handlers, one per row, and a last row for adding a handler. Invalid rows keep
/// the entered text and show the error.
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
    /// Sets whether rows can be edited. They are read-only while the worker is running.
    void setEditable(bool editable);
    bool isEditable() const { return m_editable; }
    /// Returns whether this is the last row, which adds a handler.
    bool isLast(int row) const { return row >= int(m_handlers.size()); }
    /// Returns why a row is invalid; empty if it is valid.
    QString problem(int row) const;
    /// Returns the error in the first invalid row; empty if all rows are valid.
    QString firstProblem() const;
    /// Retranslates the text.
    void reword();

Q_SIGNALS:
    /// Emitted when the user edits, adds or removes a handler.
    void edited();

private:
    void check();

    std::vector<WorkerHandler> m_handlers;
    std::vector<QString> m_problems;
    bool m_editable = true;
};

} // namespace dueline
