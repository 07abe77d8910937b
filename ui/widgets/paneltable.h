// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

#include <functional>
#include <vector>

namespace dueline {

class Theme;

/// A table of a panel: flat head, rows of 26, columns as wide as their widest text. When the panel is too narrow for
/// all, columns hide, the least important first; nothing is squeezed below its text. What is looked at stays in place
/// when rows come and go above it.
class PanelTable : public QTableView
{
    Q_OBJECT

public:
    struct Column
    {
        QString widest; ///< a text that has to fit; empty: takes the rest, which else goes to the widest column
        int lead = 0; ///< pixels before the text: a tile, a dot, a bar
        int hides = 0; ///< 0: never; else the highest hides first; neverShown: always
        bool rest = false; ///< takes the rest, too, though it has a widest text
        bool even = false; ///< shares the rest with the others of these, each as wide as the next
        bool seen = false; ///< as wide as what has stood in it since the list was empty, `widest` at most
    };

    static constexpr int neverShown = 1000;

    static Column asSeen(Column column)
    {
        column.seen = true;
        return column;
    }

    struct Words
    {
        QString name; ///< of the table, for screen readers
        std::vector<Column> columns;
    };

    /// `words`: asked now and whenever the language changes.
    PanelTable(const Theme& theme, QAbstractItemModel& model, std::function<Words()> words, QWidget* parent = nullptr);
    /// In a dialog, which is made anew each time, and so keeps its words.
    PanelTable(const Theme& theme, QAbstractItemModel& model, const QString& name, std::vector<Column> columns);

    /// Rows of the selection, from the top.
    std::vector<int> selectedRowNumbers() const;
    /// Of the current row (Cell::Key); empty: none.
    QByteArray currentKey() const;
    void selectKey(const QByteArray& key);

    /// Another place in the order in which columns hide.
    void setHides(int column, int hides);

    /// Dims the rows: they are from before the connection was lost.
    void setStale(bool stale);
    bool isStale() const { return m_stale; }

    /// Cells are chosen within rows: the current one has a frame, and activatedRow() is about currentIndex().
    void setChoosesCells();
    /// Everything so many times as large, for a screen that is looked at from afar.
    void setScale(int scale);

    /// Call around a change of the model's contents.
    void holdPlace();
    void restorePlace();

Q_SIGNALS:
    void chosen(); ///< the selection or the current row is another
    void activatedRow(int row); ///< Return, or a double click
    void headChosen(int column); ///< its title was clicked

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void layoutColumns();
    /// Looks at the first rows for the columns that are as wide as what is seen in them.
    void see();
    void lookSoon();
    int rowOfKey(const QByteArray& key) const;

    const Theme& m_theme;
    std::vector<Column> m_columns;
    bool m_hasLooked = false; ///< there were rows to see
    std::vector<int> m_seen; ///< by column: the widest cell so far; 0: none yet
    bool m_looks = false; ///< see() comes with the event loop
    bool m_stale = false;
    int m_scale = 1;
    QByteArray m_heldTop;
    int m_heldOffset = 0;
};

} // namespace dueline
