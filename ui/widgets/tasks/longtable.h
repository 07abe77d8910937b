// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace dueline {

/// Table whose rows all have the same height and take no memory. (QTableView needs 16 bytes per row for its vertical
/// header. This class leaves that header empty and calculates the rows' positions.) The table scrolls by pixel and only
/// vertically, so the columns must fit. It supports no spans, hidden rows or grid. Keyboard search is disabled: it
/// would read every row.
class LongTable : public QTableView
{
    Q_OBJECT

public:
    explicit LongTable(int rowHeight, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;

    /// Sets the height of all rows in logical pixels.
    void setRowHeight(int height);
    int rowHeight() const { return m_rowHeight; }
    /// Sets the height of the part at the bottom that floating widgets cover. The last row can be scrolled above it.
    void setBottomRoom(int height);
    // Replacements for QTableView functions that use the vertical header.
    int rowHeight(int row) const;
    int rowAt(int y) const;
    int rowViewportPosition(int row) const;

    QRect visualRect(const QModelIndex& index) const override;
    QModelIndex indexAt(const QPoint& at) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    void keyboardSearch(const QString&) override { }

protected:
    void paintEvent(QPaintEvent* event) override;
    /// Keeps the current row visible when the pane shrinks.
    void resizeEvent(QResizeEvent* event) override;
    void updateGeometries() override;
    int verticalOffset() const override;
    bool isIndexHidden(const QModelIndex& index) const override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
    void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command) override;
    QRegion visualRegionForSelection(const QItemSelection& selection) const override;
    void dataChanged(const QModelIndex& from, const QModelIndex& to, const QList<int>& roles) override;

private:
    int rows() const;
    /// Returns the visible columns from left to right.
    QList<int> shownColumns() const;
    QRect rowsRect(int from, int to) const;
    void placeHead();
    void fitScrollBar();
    int openHeight() const;
    int movedColumn(const QList<int>& shown, CursorAction action, int column) const;

    int m_rowHeight;
    int m_bottomRoom = 0;
    bool m_placing = false;
};

} // namespace dueline
