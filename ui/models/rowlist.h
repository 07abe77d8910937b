// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QHash>

#include <vector>

namespace dueline {

/// Table model for up to several thousand rows. Each update sets all rows but signals only the differences, which
/// preserves the selection, the current row and the scroll position. `Row` must have `QByteArray key() const` and
/// operator==. If multiple rows have the same key, only the first is kept.
template <typename Row> class RowList : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_rows.size()); }
    const std::vector<Row>& rows() const { return m_rows; }
    /// Returns a row; null if the index is out of range.
    const Row* rowAt(int row) const
    {
        return row >= 0 && row < int(m_rows.size()) ? &m_rows[std::size_t(row)] : nullptr;
    }
    QByteArray keyAt(int row) const { return m_rows[std::size_t(row)].key(); }
    int rowOf(const QByteArray& key) const
    {
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            if (m_rows[i].key() == key)
                return int(i);
        }
        return -1;
    }

protected:
    void replaceRows(std::vector<Row> rows)
    {
        QHash<QByteArray, int> wanted;
        std::vector<Row> fresh;
        fresh.reserve(rows.size());
        for (Row& row : rows) {
            const QByteArray key = row.key();
            if (wanted.contains(key))
                continue;
            wanted.insert(key, int(fresh.size()));
            fresh.push_back(std::move(row));
        }
        removeOthers(wanted);
        reorder(wanted);
        insertMissing(fresh);
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            if (m_rows[i] == fresh[i])
                continue;
            m_rows[i] = std::move(fresh[i]);
            Q_EMIT dataChanged(index(int(i), 0), index(int(i), columnCount() - 1));
        }
    }

private:
    void removeOthers(const QHash<QByteArray, int>& wanted)
    {
        for (int last = int(m_rows.size()) - 1; last >= 0; --last) {
            if (wanted.contains(m_rows[std::size_t(last)].key()))
                continue;
            int first = last;
            while (first > 0 && !wanted.contains(m_rows[std::size_t(first - 1)].key()))
                --first;
            beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            endRemoveRows();
            last = first;
        }
    }

    void reorder(const QHash<QByteArray, int>& wanted)
    {
        const auto before = [&wanted](const Row& a, const Row& b) { return wanted[a.key()] < wanted[b.key()]; };
        if (std::is_sorted(m_rows.begin(), m_rows.end(), before))
            return;
        Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
        const QModelIndexList old = persistentIndexList();
        QList<QByteArray> keys;
        for (const QModelIndex& index : old)
            keys << m_rows[std::size_t(index.row())].key();
        std::stable_sort(m_rows.begin(), m_rows.end(), before);
        QHash<QByteArray, int> now;
        for (std::size_t i = 0; i < m_rows.size(); ++i)
            now.insert(m_rows[i].key(), int(i));
        QModelIndexList moved;
        for (qsizetype i = 0; i < old.size(); ++i)
            moved << index(now.value(keys[i]), old[i].column());
        changePersistentIndexList(old, moved);
        Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
    }

    void insertMissing(const std::vector<Row>& fresh)
    {
        // The remaining rows are in the requested order, so one insertion fills each gap.
        for (std::size_t i = 0; i < fresh.size(); ++i) {
            if (i < m_rows.size() && m_rows[i].key() == fresh[i].key())
                continue;
            const QByteArray next = i < m_rows.size() ? m_rows[i].key() : QByteArray();
            std::size_t end = i + 1;
            while (end < fresh.size() && (i >= m_rows.size() || fresh[end].key() != next))
                ++end;
            beginInsertRows({}, int(i), int(end) - 1);
            m_rows.insert(m_rows.begin() + std::ptrdiff_t(i), fresh.begin() + std::ptrdiff_t(i),
                fresh.begin() + std::ptrdiff_t(end));
            endInsertRows();
            i = end - 1;
        }
    }

    std::vector<Row> m_rows;
};

} // namespace dueline
