// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/commandlog.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <deque>

namespace dueline {

/// The last commands a connection sent, newest first; as many as the log holds. The filter hides, it forgets nothing.
class CommandModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Took, Size, Kind, Words, ColumnCount };

    explicit CommandModel(const Formatting& formatting, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// Oldest first, as they were sent.
    void append(std::vector<LoggedCommand> commands);
    void clear();
    /// Only those that may change something, and only those in which all of these words stand; `-word` must not.
    void setFilter(bool writesOnly, const QString& words);

    /// Null when there is no such row.
    const LoggedCommand* commandAt(int row) const;
    /// Commands that are kept, hidden ones included.
    qint64 held() const { return qint64(m_commands.size()); }

private:
    bool matches(const LoggedCommand& command) const;
    QString text(const LoggedCommand& command, int column) const;
    void dropBeyond();

    const Formatting& m_formatting;
    bool m_writesOnly = false;
    QStringList m_words;
    std::deque<LoggedCommand> m_commands; ///< oldest first; entry i is the m_oldest + i th
    qint64 m_oldest = 0;
    std::deque<qint64> m_shown; ///< of those that match, newest first: the rows
};

} // namespace dueline
