// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/rowlist.h"

#include <QSet>
#include <QStringList>

#include <functional>

namespace dueline {

/// Row of a table on the changes page.
struct ChangesRow
{
    QByteArray id; ///< identity of the row
    QStringList cells;
    QStringList tips = {}; ///< the cells' tooltips; default: none
    bool isStrong = false; ///< true to highlight the row's first cell

    QByteArray key() const { return id; }
    bool operator==(const ChangesRow&) const = default;
};

/// Table model for text, such as a report's events or queues.
class ChangesTable : public RowList<ChangesRow>
{
public:
    /// Creates a model. `titles`: returns the column titles in the current language. `numbers`: columns with numbers,
    /// which are right-aligned.
    ChangesTable(std::function<QStringList()> titles, QSet<int> numbers, QObject* parent)
        : RowList<ChangesRow>(parent)
        , m_titles(std::move(titles))
        , m_numbers(std::move(numbers))
        , m_columns(int(m_titles().size()))
    { }

    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : m_columns; }
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    void set(std::vector<ChangesRow> rows) { replaceRows(std::move(rows)); }

private:
    std::function<QStringList()> m_titles;
    QSet<int> m_numbers;
    int m_columns;
};

} // namespace dueline
