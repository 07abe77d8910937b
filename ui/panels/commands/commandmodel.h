// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/commandlog.h"
#include "ui/models/loglist.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Table model of the latest commands sent on a connection, newest first, up to the log's capacity.
class CommandModel : public RowTable<LoggedCommand, LogList<LoggedCommand, CommandLog::capacity>>
{
    Q_OBJECT

public:
    enum Column { Time, Took, Size, Kind, Words, ColumnCount };

    explicit CommandModel(const Formatting& formatting, QObject* parent = nullptr);

    /// Shows only commands that contain all words. `-word` excludes commands that contain the word. `writesOnly`: true
    /// to show only commands that may write.
    void setFilter(bool writesOnly, const QString& words);

private:
    bool matches(const LoggedCommand& command) const override;
    QStringList titles() const override;
    QString text(const LoggedCommand& command, int column) const override;
    QString tip(const LoggedCommand& command, int column) const override;
    bool isRight(int column) const override { return column == Took || column == Size; }
    Cell::Tone tone(const LoggedCommand& command, int column) const override;

    const Formatting& m_formatting;
    bool m_writesOnly = false;
    QStringList m_words;
};

} // namespace dueline
