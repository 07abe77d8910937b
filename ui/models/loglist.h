// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>

#include <algorithm>
#include <deque>
#include <iterator>

namespace dueline {

/// Table model of a log's latest entries, newest first. It is a ring buffer: once it holds `Capacity` entries, the
/// oldest are removed. Filtering only hides rows.
template <typename Entry, std::size_t Capacity> class LogList : public QAbstractTableModel
{
public:
    static constexpr std::size_t capacity = Capacity;

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int(m_shown.size()); }
    /// Returns an entry; null if there is no such row.
    const Entry* rowAt(int row) const
    {
        return row >= 0 && row < rowCount() ? &m_entries[std::size_t(m_shown[std::size_t(row)] - m_oldest)] : nullptr;
    }
    QByteArray keyAt(int row) const { return QByteArray::number(m_shown[std::size_t(row)]); }
    /// Returns the number of stored entries, including hidden ones.
    qint64 held() const { return qint64(m_entries.size()); }
    /// Returns the number of entries that have been dropped from the buffer.
    qint64 forgotten() const { return std::max<qint64>(0, m_oldest); }

    /// Adds entries in order of arrival. The cost depends on the number of entries added, not on the number stored.
    template <typename Entries = std::deque<Entry>> void append(Entries entries)
    {
        if (entries.size() > Capacity) {
            // Skip entries that don't fit in the buffer.
            m_oldest += qint64(entries.size() - Capacity);
            entries.erase(entries.begin(), entries.end() - std::ptrdiff_t(Capacity));
            dropBeyond(0);
        }
        dropBeyond(Capacity - entries.size());
        std::deque<qint64> fresh; // numbers of the matching entries, newest first
        for (Entry& entry : entries) {
            if (matches(entry))
                fresh.push_front(m_oldest + held());
            m_entries.push_back(std::move(entry));
        }
        if (fresh.empty())
            return;
        beginInsertRows({}, 0, int(fresh.size()) - 1);
        m_shown.insert(m_shown.begin(), fresh.begin(), fresh.end());
        endInsertRows();
    }
    void clear() { dropBeyond(0); }

protected:
    /// Adds entries that are older than all others, oldest first. Skips the oldest of them if they don't fit.
    void prepend(std::deque<Entry> entries)
    {
        const std::size_t room = Capacity - m_entries.size();
        if (entries.size() > room)
            entries.erase(entries.begin(), entries.end() - std::ptrdiff_t(room));
        std::deque<qint64> fresh; // numbers of the matching entries, newest first
        for (std::size_t i = entries.size(); i-- > 0;) {
            if (matches(entries[i]))
                fresh.push_back(m_oldest - qint64(entries.size()) + qint64(i));
        }
        if (!fresh.empty())
            beginInsertRows({}, rowCount(), rowCount() + int(fresh.size()) - 1);
        m_oldest -= qint64(entries.size());
        m_entries.insert(
            m_entries.begin(), std::make_move_iterator(entries.begin()), std::make_move_iterator(entries.end()));
        m_shown.insert(m_shown.end(), fresh.begin(), fresh.end());
        if (!fresh.empty())
            endInsertRows();
    }

    /// Shows the entries that match the new filter.
    void refilter()
    {
        beginResetModel();
        m_shown.clear();
        for (std::size_t i = m_entries.size(); i-- > 0;) {
            if (matches(m_entries[i]))
                m_shown.push_back(m_oldest + qint64(i));
        }
        endResetModel();
    }

    /// Returns whether a text contains all words, ignoring case. `-word` excludes texts that contain the word.
    static bool containsWords(const QString& text, const QStringList& words)
    {
        return std::all_of(words.begin(), words.end(), [&text](const QString& word) {
            const bool negated = word.size() > 1 && word.startsWith(u'-');
            return text.contains(negated ? QStringView(word).sliced(1) : QStringView(word), Qt::CaseInsensitive)
                != negated;
        });
    }

private:
    /// Returns whether the filter shows an entry.
    virtual bool matches(const Entry& entry) const = 0;

    /// Removes the oldest entries until at most `limit` are left.
    void dropBeyond(std::size_t limit)
    {
        if (m_entries.size() <= limit)
            return;
        const std::size_t leaving = m_entries.size() - limit;
        const qint64 firstKept = m_oldest + qint64(leaving);
        const auto gone
            = std::find_if(m_shown.rbegin(), m_shown.rend(), [&](qint64 number) { return number >= firstKept; });
        const int rows = int(gone - m_shown.rbegin());
        if (rows > 0)
            beginRemoveRows({}, rowCount() - rows, rowCount() - 1);
        m_shown.erase(m_shown.end() - rows, m_shown.end());
        m_entries.erase(m_entries.begin(), m_entries.begin() + std::ptrdiff_t(leaving));
        m_oldest = firstKept;
        if (rows > 0)
            endRemoveRows();
    }

    /// Entries, oldest first; the entry at index i has the number m_oldest + i.
    std::deque<Entry> m_entries;
    qint64 m_oldest = 0; ///< number of the oldest entry; prepended entries have negative numbers
    std::deque<qint64> m_shown; ///< numbers of the matching entries, newest first, one per row
};

} // namespace dueline
