// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <functional>
#include <vector>

namespace dueline {

class Theme;

/// Table in a panel, with a flat header, rows of 26 pixels, and columns as wide as their widest text. If the panel is
/// too narrow, columns are hidden, least important first. No column is narrower than its text. Visible rows stay in
/// place on screen when rows are inserted or removed above them.
class PanelTable : public QTableView
{
    Q_OBJECT

public:
    struct Column
    {
        /// Longest text that must fit. If empty, the column takes the remaining width; if no column does, the widest
        /// one does.
        QString widest;
        int lead = 0; ///< width in pixels of a tile, dot or bar in front of the text
        // Priority for hiding the column if space is short: the highest number is hidden first. 0: never hidden;
        // neverShown: always hidden.
        int hides = 0;
        bool rest = false; ///< true if the column takes the remaining width even though `widest` is set
        bool even = false; ///< true if the column shares the remaining width equally with other such columns
        /// True if the column is as wide as its contents, up to the width of `widest`. It doesn't shrink until the list
        /// is empty.
        bool seen = false;
        int least = 0; ///< width that `lead` can shrink to before columns are hidden; 0 if it doesn't shrink
    };

    static constexpr int neverShown = 1000;

    static Column asSeen(Column column)
    {
        column.seen = true;
        return column;
    }

    struct Words
    {
        QString name; ///< table's accessible name
        std::vector<Column> columns;
    };

    /// Creates a table. `words` is called immediately and after each language change.
    PanelTable(const Theme& theme, QAbstractItemModel& model, std::function<Words()> words, QWidget* parent = nullptr);
    /// Creates a table for a dialog. The text never changes: the dialog is recreated each time it is opened.
    PanelTable(const Theme& theme, QAbstractItemModel& model, const QString& name, std::vector<Column> columns);

    /// Returns the selected row numbers from top to bottom.
    std::vector<int> selectedRowNumbers() const;
    /// Returns the key of the current row (see Cell::Key); empty if there is no current row.
    QByteArray currentKey() const;
    void selectKey(const QByteArray& key);

    /// Changes a column's hiding priority; see Column::hides.
    void setHides(int column, int hides);
    /// Changes the space in front of a column's text; see Column::lead.
    void setLead(int column, int lead);
    /// Sets the height of the rows in pixels.
    void setRowHeight(int height);

    /// Sets whether the rows are dimmed because they are from before the connection was lost.
    void setStale(bool stale);
    bool isStale() const { return m_stale; }

    /// Selects cells rather than rows: the current cell has a frame, and activatedRow() refers to currentIndex().
    void setChoosesCells();

    /// Saves the scroll position. Call this before changing the model's contents.
    void holdPlace();
    void restorePlace();

Q_SIGNALS:
    void chosen(); ///< emitted when the selection or the current row changes
    void activatedRow(int row); ///< emitted when the user presses Return or double-clicks a row
    void headChosen(int column); ///< emitted when the user clicks a header section

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layoutColumns();
    /// Measures the first rows for the columns whose width depends on their contents.
    void see();
    void lookSoon();
    void applyRowHeight();
    int rowOfKey(const QByteArray& key) const;

    const Theme& m_theme;
    std::vector<Column> m_columns;
    bool m_hasLooked = false; ///< true once rows have been measured
    std::vector<int> m_seen; ///< width of the widest cell measured in each column; 0 if none has been measured
    bool m_looks = false; ///< true if a see() call is queued
    bool m_stale = false;
    int m_rowHeight;
    QByteArray m_heldTop;
    int m_heldOffset = 0;
};

} // namespace dueline
