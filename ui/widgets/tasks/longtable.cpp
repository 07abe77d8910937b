// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/longtable.h"

#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <limits>

namespace dueline {

LongTable::LongTable(int rowHeight, QWidget* parent)
    : QTableView(parent)
    , m_rowHeight(rowHeight)
{
    verticalHeader()->hide();
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QTableView::updateGeometries(); // hides the corner button, which only QTableView can do
}

void LongTable::setModel(QAbstractItemModel* model)
{
    if (model == this->model())
        return;
    if (this->model())
        disconnect(this->model(), nullptr, this, nullptr);
    QTableView::setModel(model);
    verticalHeader()->setModel(nullptr);
    if (!model)
        return;
    // The vertical header no longer has a model, so these connections take over its work.
    connect(model, &QAbstractItemModel::rowsInserted, this, &LongTable::scheduleDelayedItemsLayout);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &LongTable::scheduleDelayedItemsLayout);
    connect(model, &QAbstractItemModel::modelReset, this, &LongTable::scheduleDelayedItemsLayout);
}

void LongTable::setRowHeight(int height)
{
    m_rowHeight = height;
    scheduleDelayedItemsLayout();
}

void LongTable::setBottomRoom(int height)
{
    m_bottomRoom = height;
    updateGeometries();
}

/// Returns the height of the uncovered part of the viewport, or of the entire viewport if that part is less than two
/// rows high.
int LongTable::openHeight() const
{
    const int whole = viewport()->height();
    return whole - m_bottomRoom >= 2 * m_rowHeight ? whole - m_bottomRoom : whole;
}

int LongTable::rows() const { return model() ? model()->rowCount(rootIndex()) : 0; }

int LongTable::rowHeight(int row) const { return row >= 0 && row < rows() ? m_rowHeight : 0; }

int LongTable::verticalOffset() const { return verticalScrollBar()->value(); }

int LongTable::rowAt(int y) const
{
    const int place = y + verticalOffset();
    const int row = place / m_rowHeight;
    return place >= 0 && row < rows() ? row : -1;
}

int LongTable::rowViewportPosition(int row) const
{
    return row >= 0 && row < rows() ? row * m_rowHeight - verticalOffset() : -1;
}

bool LongTable::isIndexHidden(const QModelIndex& index) const { return isColumnHidden(index.column()); }

QRect LongTable::visualRect(const QModelIndex& index) const
{
    if (!index.isValid() || index.parent() != rootIndex() || isIndexHidden(index) || index.row() >= rows())
        return {};
    return {columnViewportPosition(index.column()), rowViewportPosition(index.row()), columnWidth(index.column()),
        m_rowHeight};
}

QModelIndex LongTable::indexAt(const QPoint& at) const
{
    const int row = rowAt(at.y());
    const int column = columnAt(at.x());
    return row >= 0 && column >= 0 ? model()->index(row, column, rootIndex()) : QModelIndex();
}

void LongTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    if (!index.isValid() || index.parent() != rootIndex())
        return;
    executeDelayedItemsLayout(); // update the scroll bar's range for the new rows
    const int place = index.row() * m_rowHeight;
    const int room = openHeight();
    if (hint == EnsureVisible) {
        if (place < verticalOffset() || m_rowHeight > room)
            hint = PositionAtTop;
        else if (place + m_rowHeight > verticalOffset() + room)
            hint = PositionAtBottom;
    }
    if (hint == PositionAtTop)
        verticalScrollBar()->setValue(place);
    else if (hint == PositionAtBottom)
        verticalScrollBar()->setValue(place + m_rowHeight - room);
    else if (hint == PositionAtCenter)
        verticalScrollBar()->setValue(place - (room - m_rowHeight) / 2);
    update(index);
}

QList<int> LongTable::shownColumns() const
{
    QList<int> shown;
    for (int place = 0; place < horizontalHeader()->count(); ++place) {
        const int column = horizontalHeader()->logicalIndex(place);
        if (!isColumnHidden(column))
            shown << column;
    }
    return shown;
}

void LongTable::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    if (rows() == 0 || !itemDelegate())
        return;
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const QStyle::State state = option.state;
    const bool focused = hasFocus() || viewport()->hasFocus();
    const QPoint shift = dirtyRegionOffset();
    const QRect dirty = event->region().boundingRect().translated(shift);
    const int first = std::max(0, rowAt(std::max(0, dirty.top())));
    const int below = rowAt(dirty.bottom());
    const int last = below < 0 ? rows() - 1 : below;
    const QList<int> columns = shownColumns();
    for (int row = first; row <= last; ++row) {
        if (!event->region().translated(shift).intersects(rowsRect(row, row)))
            continue;
        for (const int column : columns) {
            const QModelIndex index = model()->index(row, column, rootIndex());
            option.rect = visualRect(index).translated(shift);
            if (!option.rect.intersects(dirty))
                continue;
            option.state = state;
            if (selectionModel() && selectionModel()->isSelected(index))
                option.state |= QStyle::State_Selected;
            const bool enabled = index.flags() & Qt::ItemIsEnabled && state & QStyle::State_Enabled;
            option.state.setFlag(QStyle::State_Enabled, enabled);
            option.palette.setCurrentColorGroup(enabled ? QPalette::Normal : QPalette::Disabled);
            if (focused && index == currentIndex())
                option.state |= QStyle::State_HasFocus;
            style()->drawPrimitive(QStyle::PE_PanelItemViewRow, &option, &painter, this);
            itemDelegateForIndex(index)->paint(&painter, option, index);
        }
    }
}

void LongTable::resizeEvent(QResizeEvent* event)
{
    const int top = currentIndex().isValid() ? rowViewportPosition(currentIndex().row()) : -1;
    const bool wasInView = top >= 0 && top + m_rowHeight <= event->oldSize().height();
    QTableView::resizeEvent(event);
    if (wasInView && event->size().height() < event->oldSize().height())
        scrollTo(currentIndex());
}

/// Computes the scroll bar's range. QTableView would use the vertical header, which is empty.
void LongTable::updateGeometries()
{
    if (m_placing)
        return;
    m_placing = true; // setting the margins resizes the viewport, which updates the layout
    placeHead();
    fitScrollBar();
    m_placing = false;
    QAbstractItemView::updateGeometries(); // NOLINT(bugprone-parent-virtual-call)
}

void LongTable::placeHead()
{
    QHeaderView& head = *horizontalHeader();
    const int height = head.isHidden()
        ? 0
        : std::min(std::max(head.minimumHeight(), head.sizeHint().height()), head.maximumHeight());
    setViewportMargins(0, height, 0, 0);
    const QRect place = viewport()->geometry();
    head.setGeometry(place.left(), place.top() - height, place.width(), height);
}

void LongTable::fitScrollBar()
{
    const qint64 length = rows() > 0 ? qint64(rows()) * m_rowHeight + m_bottomRoom : 0;
    const int room = length <= maximumViewportSize().height() ? maximumViewportSize().height() : viewport()->height();
    const int inView = std::clamp(room / m_rowHeight, 1, std::max(1, rows()));
    QScrollBar& bar = *verticalScrollBar();
    bar.setPageStep(room);
    bar.setRange(0, int(std::clamp<qint64>(length - room, 0, std::numeric_limits<int>::max() - room - m_rowHeight)));
    bar.setSingleStep(std::max(room / (inView + 1), 2));
}

QModelIndex LongTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const QList<int> shown = shownColumns();
    const int last = rows() - 1;
    if (last < 0 || shown.isEmpty())
        return {};
    const QModelIndex current = currentIndex();
    if (!current.isValid())
        return model()->index(0, shown.first(), rootIndex());
    int row = std::min(current.row(), last);
    const bool whole = modifiers & Qt::ControlModifier;
    const int top = row * m_rowHeight - verticalOffset();
    switch (action) {
    case MoveUp:
        row = std::max(0, row - 1);
        break;
    case MoveDown:
        row = std::min(last, row + 1);
        break;
    case MovePageUp: {
        const int above = rowAt(top + m_rowHeight - 1 - viewport()->height());
        row = above < 0 ? 0 : above;
        break;
    }
    case MovePageDown: {
        const int below = rowAt(top + viewport()->height());
        row = below < 0 ? last : below;
        break;
    }
    case MoveHome:
        row = whole ? 0 : row;
        break;
    case MoveEnd:
        row = whole ? last : row;
        break;
    default:
        break;
    }
    return model()->index(row, movedColumn(shown, action, current.column()), rootIndex());
}

int LongTable::movedColumn(const QList<int>& shown, CursorAction action, int column) const
{
    const qsizetype place = shown.indexOf(column);
    const bool mirrored = isRightToLeft();
    const auto beside = [&](int step) {
        return place < 0 ? shown.first() : shown[std::clamp<qsizetype>(place + step, 0, shown.size() - 1)];
    };
    switch (action) {
    case MoveLeft:
        return beside(mirrored ? 1 : -1);
    case MoveRight:
        return beside(mirrored ? -1 : 1);
    case MovePrevious:
        return beside(-1);
    case MoveNext:
        return beside(1);
    case MoveHome:
        return shown.first();
    case MoveEnd:
        return shown.last();
    default:
        return column;
    }
}

void LongTable::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags command)
{
    const QRect area = rect.normalized();
    const QModelIndex from = indexAt(isRightToLeft() ? area.topRight() : area.topLeft());
    const QModelIndex to = indexAt(isRightToLeft() ? area.bottomLeft() : area.bottomRight());
    const auto chosen = [](const QModelIndex& index) { return index.isValid() && index.flags() & Qt::ItemIsEnabled; };
    if (selectionModel() && chosen(from) && chosen(to))
        selectionModel()->select(QItemSelection(from, to), command);
}

/// Returns a selection's region, extended to complete rows, so that entire rows are repainted.
QRegion LongTable::visualRegionForSelection(const QItemSelection& selection) const
{
    QRegion region;
    for (const QItemSelectionRange& range : selection) {
        if (range.isValid() && range.parent() == rootIndex())
            region += rowsRect(range.top(), range.bottom());
    }
    return region;
}

QRect LongTable::rowsRect(int from, int to) const
{
    const int height = viewport()->height();
    const qint64 top = std::max<qint64>(qint64(from) * m_rowHeight - verticalOffset(), 0);
    const qint64 bottom = std::min<qint64>((qint64(to) + 1) * m_rowHeight - verticalOffset(), height);
    return top < bottom ? QRect(0, int(top), viewport()->width(), int(bottom - top)) : QRect();
}

/// Repaints changed rows. QTableView would use the vertical header to find them.
void LongTable::dataChanged(const QModelIndex& from, const QModelIndex& to, const QList<int>& roles)
{
    QTableView::dataChanged(from, to, roles);
    if (from.isValid() && to.isValid())
        viewport()->update(rowsRect(from.row(), to.row()));
    else
        viewport()->update();
}

} // namespace dueline
