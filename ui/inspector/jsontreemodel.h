// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"

#include <QAbstractItemModel>

namespace dueline {

/// A JsonTree for a view: one column, key and value by role. The root value's children are the top rows; a document
/// that is a single scalar, or has nothing in it, is one row.
class JsonTreeModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role { KeyRole = Qt::UserRole, ValueRole, KindRole, PathRole, RawRole };

    explicit JsonTreeModel(QObject* parent = nullptr);

    void setTree(std::optional<JsonTree> tree);
    const std::optional<JsonTree>& tree() const { return m_tree; }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    bool isOneRow() const;

    std::optional<JsonTree> m_tree;
};

} // namespace dueline
