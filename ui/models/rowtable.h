// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/models/cell.h"
#include "ui/models/rowlist.h"
#include "ui/text/plaintexttooltip.h"

#include <utility>

namespace dueline {

/// Model whose cells are text. Derived models return the titles of the columns and the text and tone of a cell, and
/// override the other functions if their cells show more. Reading text when a cell is painted keeps it in the current
/// language and time zone. `List`: base class that holds the rows, a RowList or a LogList.
template <typename Row, typename List = RowList<Row>> class RowTable : public List
{
public:
    int columnCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : m_columns; }

    QVariant data(const QModelIndex& index, int role) const final
    {
        const Row* row = index.isValid() ? this->rowAt(index.row()) : nullptr;
        if (!row)
            return {};
        const int column = index.column();
        switch (role) {
        case Qt::DisplayRole:
            return text(*row, column);
        case Qt::AccessibleTextRole:
            return accessibleText(*row, column);
        case Qt::ToolTipRole:
            return plainTextToolTip(tip(*row, column));
        case Qt::TextAlignmentRole:
            return isRight(column) ? QVariant(int(Qt::AlignRight | Qt::AlignVCenter)) : QVariant();
        case Cell::Key:
            return this->keyAt(index.row());
        case Cell::Look:
            return QVariant::fromValue(tone(*row, column));
        default:
            return decoration(*row, column, role);
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation, int role) const final
    {
        if (orientation != Qt::Horizontal)
            return {};
        if (role == Qt::TextAlignmentRole)
            return int((isRight(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(titles().value(section))
                                                                         : QVariant();
    }

    /// Sets the server time that relative times are based on.
    void setNow(TimePoint now)
    {
        if (std::exchange(m_now, now) != now)
            redraw(m_firstTimed, m_lastTimed);
    }

protected:
    RowTable(int columns, QObject* parent)
        : List(parent)
        , m_columns(columns)
    { }
    /// The columns from `firstTimed` to `lastTimed` show times relative to now.
    RowTable(int columns, int firstTimed, int lastTimed, QObject* parent)
        : List(parent)
        , m_columns(columns)
        , m_firstTimed(firstTimed)
        , m_lastTimed(lastTimed)
    { }

    TimePoint now() const { return m_now; }
    /// Signals that all cells in these columns may have changed.
    void redraw(int first, int last)
    {
        if (this->rowCount() > 0)
            Q_EMIT this->dataChanged(this->index(0, first), this->index(this->rowCount() - 1, last));
    }

private:
    /// Returns the translated title of each column, in order.
    virtual QStringList titles() const = 0;
    virtual QString text(const Row& row, int column) const = 0;
    virtual Cell::Tone tone(const Row& row, int column) const = 0;
    virtual QString accessibleText(const Row& row, int column) const { return text(row, column); }
    virtual QString tip(const Row&, int) const { return {}; }
    /// Returns whether the column is aligned to the right, as are numbers.
    virtual bool isRight(int) const { return false; }
    /// Returns the data for a role of Cell other than Key and Look.
    virtual QVariant decoration(const Row&, int, int) const { return {}; }

    int m_columns;
    int m_firstTimed = 0;
    int m_lastTimed = 0;
    TimePoint m_now{};
};

} // namespace dueline
