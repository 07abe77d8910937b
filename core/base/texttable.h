// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace dueline {

/// Text table with columns as wide as their content, separated by two spaces, without borders.
class TextTable
{
public:
    /// Creates a table. `titles`: a title that starts with `>` makes its column right-aligned, for numbers.
    explicit TextTable(const QStringList& titles);
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

} // namespace dueline
