// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace dueline {

/// A table whose rows are all of one height, and cost nothing: QTableView keeps 16 bytes for each, in its vertical
/// header, which has no rows here. Where rows are is computed. It scrolls by pixels and downwards alone, so the columns
/// have to fit; nothing spans cells, no row is hidden, there is no grid. Typing looks for nothing, which would ask for
/// every row.
class LongTable : public QTableView
{
    Q_OBJECT

public:
    explicit LongTable(int rowHeight, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;

    /// In logical pixels, of every row.
    void setRowHeight(int height);
    int rowHeight() const { return m_rowHeight; }
    // In place of QTableView's, which ask the vertical header.
    int rowHeight(int row) const;
    int rowAt(int y) const;
    int rowViewportPosition(int row) const;

    QRect visualRect(const QModelIndex& index) const override;
    QModelIndex indexAt(const QPoint& at) const override;
    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
    void keyboardSearch(const QString&) override { }

protected:
    void paintEvent(QPaintEvent* event) override;
    /// What was in view under the cursor stays in view in a lower pane.
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
    /// The columns that are shown, from the left.
    QList<int> shownColumns() const;
    QRect rowsRect(int from, int to) const;
    void placeHead();
    void fitScrollBar();
    int movedColumn(const QList<int>& shown, CursorAction action, int column) const;

    int m_rowHeight;
    bool m_placing = false;
};

} // namespace dueline
