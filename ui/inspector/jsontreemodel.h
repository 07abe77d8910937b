// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsontree.h"

#include <QAbstractItemModel>

namespace dueline {

/// Model of a JsonTree. It has one column, with the key and the value in separate roles. The children of the root value
/// are the top-level rows. A scalar or an empty document is a single row.
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
