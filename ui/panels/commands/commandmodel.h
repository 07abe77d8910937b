// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/commandlog.h"
#include "ui/text/formatting.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <deque>

namespace dueline {

/// Table model of the latest commands sent on a connection, newest first, up to the log's capacity. Filtering only
/// hides rows.
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

    /// Adds commands, in the order they were sent.
    void append(std::vector<LoggedCommand> commands);
    void clear();
    /// Shows only commands that contain all words. `-word` excludes commands that contain the word. `writesOnly`: true
    /// to show only commands that may write.
    void setFilter(bool writesOnly, const QString& words);

    /// Returns a command; null if there is no such row.
    const LoggedCommand* commandAt(int row) const;
    /// Returns the number of stored commands, including hidden ones.
    qint64 held() const { return qint64(m_commands.size()); }

private:
    bool matches(const LoggedCommand& command) const;
    QString text(const LoggedCommand& command, int column) const;
    void dropBeyond();

    const Formatting& m_formatting;
    bool m_writesOnly = false;
    QStringList m_words;
    /// Commands, oldest first; the command at index i has the number m_oldest + i.
    std::deque<LoggedCommand> m_commands;
    qint64 m_oldest = 0;
    std::deque<qint64> m_shown; ///< numbers of the matching commands, newest first, one per row
};

} // namespace dueline
