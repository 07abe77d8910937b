// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/jsontreemodel.h"

namespace dueline {

JsonTreeModel::JsonTreeModel(QObject* parent)
    : QAbstractItemModel(parent)
{ }

void JsonTreeModel::setTree(std::optional<JsonTree> tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    endResetModel();
}

bool JsonTreeModel::isOneRow() const
{
    return m_tree && m_tree->root().children.empty(); // a scalar has no children
}

QModelIndex JsonTreeModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!m_tree || row < 0 || column != 0 || row >= rowCount(parent))
        return {};
    if (!parent.isValid() && isOneRow())
        return createIndex(row, 0, quintptr(0));
    const int node = parent.isValid() ? int(parent.internalId()) : 0;
    return createIndex(row, 0, quintptr(m_tree->node(node).children[std::size_t(row)]));
}

QModelIndex JsonTreeModel::parent(const QModelIndex& index) const
{
    if (!index.isValid() || !m_tree)
        return {};
    const int parent = m_tree->node(int(index.internalId())).parent;
    return parent <= 0 ? QModelIndex() : createIndex(m_tree->node(parent).row, 0, quintptr(parent));
}

int JsonTreeModel::rowCount(const QModelIndex& parent) const
{
    if (!m_tree)
        return 0;
    if (!parent.isValid())
        return isOneRow() ? 1 : int(m_tree->root().children.size());
    if (isOneRow())
        return 0;
    return int(m_tree->node(int(parent.internalId())).children.size());
}

int JsonTreeModel::columnCount(const QModelIndex&) const { return 1; }

QVariant JsonTreeModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || !m_tree)
        return {};
    const int node = int(index.internalId());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        const QString key = m_tree->key(node);
        return key.isEmpty() ? m_tree->value(node) : QStringLiteral("%1  %2").arg(key, m_tree->value(node));
    }
    case KeyRole:
        return m_tree->key(node);
    case ValueRole:
        return m_tree->value(node);
    case KindRole:
        return int(m_tree->node(node).kind);
    case PathRole:
        return m_tree->path(node);
    case RawRole:
        return m_tree->raw(node);
    default:
        return {};
    }
}

} // namespace dueline
