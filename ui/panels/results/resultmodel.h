// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/resultsfeed.h"
#include "ui/models/loglist.h"
#include "ui/models/rowtable.h"
#include "ui/text/formatting.h"

namespace dueline {

/// Table model of the latest published outcomes, newest first, including gaps.
class ResultModel : public RowTable<ResultEntry, LogList<ResultEntry, 10'000>>
{
    Q_OBJECT

public:
    enum Column { Time, Ended, Queue, Task, Attempt, Took, Late, Worker, Words, ColumnCount };

    explicit ResultModel(const Formatting& formatting, QObject* parent = nullptr);

    /// Sets the outcomes from before listening began, oldest first. They are listed below all others and removed first.
    void setEarlier(std::deque<ResultEntry> entries) { prepend(std::move(entries)); }
    /// Sets the filter. A row is shown if its queue, type, id, outcome, worker, error and output together contain all
    /// words; `-word` excludes a word. An empty filter shows all rows.
    void setFilter(const QString& filter);
    /// Sets the offset to add to entries' times, which use this machine's clock. The table displays the server's time.
    void setClockOffset(Millis offset) { m_offset = offset; }

private:
    bool matches(const ResultEntry& entry) const override;
    QStringList titles() const override;
    QString text(const ResultEntry& entry, int column) const override;
    QString accessibleText(const ResultEntry& entry, int column) const override;
    QString tip(const ResultEntry& entry, int column) const override;
    bool isRight(int column) const override { return column == Took || column == Late; }
    Cell::Tone tone(const ResultEntry& entry, int column) const override;
    QVariant decoration(const ResultEntry& entry, int column, int role) const override;

    const Formatting& m_formatting;
    Millis m_offset{};
    QStringList m_filter;
};

} // namespace dueline
