// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

namespace dueline {

/// Borderless text table. Columns are as wide as their content and separated by two spaces.
class TextTable
{
public:
    /// Creates a table. `titles`: column titles; a leading `>` right-aligns the column, for numbers.
    explicit TextTable(const QStringList& titles);
    /// Adds a row, with one cell per title. Cells must be printable.
    void row(const QStringList& cells) { m_rows.push_back(cells); }
    bool isEmpty() const { return m_rows.empty(); }
    std::size_t rows() const { return m_rows.size(); }
    /// Returns the rows added since the last call, without padding the last column. The first call also returns the
    /// title line. If a long table is printed in pieces, columns may get wider from piece to piece.
    QString take();

private:
    QStringList m_titles;
    std::vector<bool> m_right;
    std::vector<qsizetype> m_widths;
    bool m_titled = false;
    std::vector<QStringList> m_rows;
};

} // namespace dueline
