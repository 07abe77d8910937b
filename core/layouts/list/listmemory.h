// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <map>

namespace dueline {

/// Cache of list items that have been read, by hash. It resolves an id to its item without reading the list. Shared by
/// a connection's inspector and editor.
class ListMemory
{
public:
    void note(const QByteArray& hash, const QByteArray& item)
    {
        if (item.size() > largest)
            return;
        if (m_bytes > most) {
            m_items.clear();
            m_bytes = 0;
        }
        if (m_items.try_emplace(hash, item).second)
            m_bytes += item.size() + overhead;
    }
    /// Returns the item; null if it was never read or has been evicted.
    const QByteArray* find(const QByteArray& hash) const
    {
        const auto found = m_items.find(hash);
        return found == m_items.end() ? nullptr : &found->second;
    }

private:
    static constexpr qint64 largest = 1024 * 1024; ///< maximum size in bytes of a cached item
    /// Maximum total size in bytes; once it is exceeded, all items are dropped.
    static constexpr qint64 most = 64 * 1024 * 1024;
    static constexpr qint64 overhead = 150; ///< approximate memory overhead per entry, in bytes

    std::map<QByteArray, QByteArray> m_items;
    qint64 m_bytes = 0;
};

} // namespace dueline
