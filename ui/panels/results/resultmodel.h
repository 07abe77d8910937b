// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/resultsfeed.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <algorithm>
#include <deque>

namespace dueline {

/// The last outcomes that were published, newest first, gaps among them. A ring: of more than `kept` entries the oldest
/// go. The filter hides, it forgets nothing.
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

    /// Oldest first, as they came. Costs what the batch is long, not what is kept.
    void append(std::deque<ResultEntry> entries);
    /// What ended before anything was heard, oldest first: below all the rest, and the first to go.
    void setEarlier(std::deque<ResultEntry> entries);
    void clear();
    /// Words that all have to stand in queue, id, outcome, worker, error or output; `-word` must not. Empty: all rows.
    void setFilter(const QString& filter);
    /// Added to the entries' times: they carry this machine's clock, people read the server's.
    void setClockOffset(Millis offset) { m_offset = offset; }

    /// Null when there is no such row.
    const ResultEntry* entryAt(int row) const;
    /// Entries that are kept, hidden ones included.
    qint64 held() const { return qint64(m_entries.size()); }
    /// Entries that are kept no longer.
    qint64 forgotten() const { return std::max<qint64>(0, m_oldest); }

private:
    bool matches(const ResultEntry& entry) const;
    QString text(const ResultEntry& entry, int column) const;
    QVariant look(const ResultEntry& entry, int column) const;
    void dropBeyond(std::size_t limit);

    const Formatting& m_formatting;
    Millis m_offset{};
    QStringList m_filter;
    std::deque<ResultEntry> m_entries; ///< oldest first; entry i has the number m_oldest + i
    qint64 m_oldest = 0; ///< below zero: of what was there before
    std::deque<qint64> m_shown; ///< numbers of those that match, newest first: the rows
};

} // namespace dueline
