// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/resultsfeed.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <algorithm>
#include <deque>

namespace dueline {

/// Table model of the latest published outcomes, newest first, including gaps. It is a ring buffer: once it holds
/// `kept` entries, the oldest are removed. Filtering only hides rows.
class ResultModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Ended, Queue, Task, Attempt, Took, Late, Worker, Words, ColumnCount };
    static constexpr std::size_t kept = 10'000;

    explicit ResultModel(const Formatting& formatting, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Adds entries in order of arrival. The cost depends on the number of entries added, not on the number stored.
    void append(std::deque<ResultEntry> entries);
    /// Sets the outcomes from before listening began, oldest first. They are listed below all others and removed first.
    void setEarlier(std::deque<ResultEntry> entries);
    void clear();
    /// Sets the filter. A row is shown if its queue, type, id, outcome, worker, error and output together contain all
    /// words; `-word` excludes a word. An empty filter shows all rows.
    void setFilter(const QString& filter);
    /// Sets the offset to add to entries' times, which use this machine's clock. The table displays the server's time.
    void setClockOffset(Millis offset) { m_offset = offset; }

    /// Returns an entry; null if there is no such row.
    const ResultEntry* entryAt(int row) const;
    /// Returns the number of stored entries, including hidden ones.
    qint64 held() const { return qint64(m_entries.size()); }
    /// Returns the number of entries that have been dropped from the buffer.
    qint64 forgotten() const { return std::max<qint64>(0, m_oldest); }

private:
    bool matches(const ResultEntry& entry) const;
    QString text(const ResultEntry& entry, int column) const;
    QVariant look(const ResultEntry& entry, int column) const;
    void dropBeyond(std::size_t limit);

    const Formatting& m_formatting;
    Millis m_offset{};
    QStringList m_filter;
    /// Entries, oldest first; the entry at index i has the number m_oldest + i.
    std::deque<ResultEntry> m_entries;
    qint64 m_oldest = 0; ///< number of the oldest entry; earlier outcomes have negative numbers
    std::deque<qint64> m_shown; ///< numbers of the matching entries, newest first, one per row
};

} // namespace dueline
