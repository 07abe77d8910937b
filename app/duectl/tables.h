// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QStringList>
#include <QTimeZone>

#include <vector>

namespace dueline::duectl {

/// A table for people: columns as wide as their content, two spaces between, no borders.
class Table
{
public:
    /// A title that starts with `>` aligns its column to the right (for numbers).
    explicit Table(const QStringList& titles);
    /// One cell per title. Cells must be printable.
    void row(const QStringList& cells) { m_rows.push_back(cells); }
    bool isEmpty() const { return m_rows.empty(); }
    std::size_t rows() const { return m_rows.size(); }
    /// The rows since the last call, the title line above the first; the last column is never padded. Whoever takes a
    /// long table in pieces gets columns that widen on the way.
    QString take();

private:
    QStringList m_titles;
    std::vector<bool> m_right;
    std::vector<qsizetype> m_widths;
    bool m_titled = false;
    std::vector<QStringList> m_rows;
};

/// A duration rounded to its two largest units: `3h5m`, `2d`, `450ms`.
QString roughDuration(Millis duration);
/// `in 5m`, `3h ago`, `now`.
QString relativeTime(TimePoint at, TimePoint now);
/// The zone in which people read instants from here on, UTC unless a profile says another.
void setDisplayZone(const QTimeZone& zone);
const QTimeZone& displayZone();
/// `2026-11-21T08:00:00.000Z`, or with the offset of the zone chosen.
QString instantText(TimePoint at);
/// `in 5m (2026-11-21T08:00:00.000Z)`.
QString timeText(TimePoint at, TimePoint now);
/// `14:03:07.250`: the time of day here, for lines that are written as things happen.
QString clockText(TimePoint at);
/// `1 task`, `12 tasks`.
QString tasksText(qint64 count);
/// `1 has`, `3 have`.
QString hasText(qint64 count);

} // namespace dueline::duectl
