// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QStringList>
#include <QTimeZone>

#include <vector>

namespace dueline::duectl {

/// Text table with columns as wide as their content, separated by two spaces, without borders.
class Table
{
public:
    /// Creates a table. `titles`: a title that starts with `>` makes its column right-aligned, for numbers.
    explicit Table(const QStringList& titles);
    /// Adds a row, with one cell per title. Cells must be printable.
    void row(const QStringList& cells) { m_rows.push_back(cells); }
    bool isEmpty() const { return m_rows.empty(); }
    std::size_t rows() const { return m_rows.size(); }
    /// Returns the rows added since the last call, preceded by the title line before the first row. The last column is
    /// not padded. If a long table is printed in pieces, its columns may become wider.
    QString take();

private:
    QStringList m_titles;
    std::vector<bool> m_right;
    std::vector<qsizetype> m_widths;
    bool m_titled = false;
    std::vector<QStringList> m_rows;
};

/// Formats a duration rounded to its two largest units: `3h5m`, `2d`, `450ms`.
QString roughDuration(Millis duration);
/// Formats a relative time: `in 5m`, `3h ago`, `now`.
QString relativeTime(TimePoint at, TimePoint now);
/// Sets the zone for displayed times, which is UTC unless a profile sets a different one.
void setDisplayZone(const QTimeZone& zone);
const QTimeZone& displayZone();
/// Formats a time as `2026-11-21T08:00:00.000Z`, or with the display zone's UTC offset.
QString instantText(TimePoint at);
/// Formats a time together with its relative time: `in 5m (2026-11-21T08:00:00.000Z)`.
QString timeText(TimePoint at, TimePoint now);
/// Formats the local time of day, for event lines: `14:03:07.250`.
QString clockText(TimePoint at);
/// Returns text such as `1 task` or `12 tasks`.
QString tasksText(qint64 count);
/// Returns text such as `1 has` or `3 have`.
QString hasText(qint64 count);

} // namespace dueline::duectl
