// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QStringList>

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
    /// The title line and the rows; the last column is never padded.
    QString text() const;

private:
    QStringList m_titles;
    std::vector<bool> m_right;
    std::vector<QStringList> m_rows;
};

/// A duration rounded to its two largest units: `3h5m`, `2d`, `450ms`.
QString roughDuration(Millis duration);
/// `in 5m`, `3h ago`, `now`.
QString relativeTime(TimePoint at, TimePoint now);
/// `in 5m (2026-11-21T08:00:00.000Z)`.
QString timeText(TimePoint at, TimePoint now);
/// `1 task`, `12 tasks`.
QString tasksText(qint64 count);
/// `1 has`, `3 have`.
QString hasText(qint64 count);

} // namespace dueline::duectl
