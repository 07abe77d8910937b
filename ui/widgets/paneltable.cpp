// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/paneltable.h"

#include "ui/models/cell.h"
#include "ui/text/languagechange.h"
#include "ui/theme/theme.h"
#include "ui/widgets/assistive.h"
#include "ui/widgets/celldelegate.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int leastColumnWidth = 72; // minimum width of a flexible column in pixels
constexpr int restWidth = 120; // minimum width in pixels of the column that takes up the remaining space
bool asksForRest(const PanelTable::Column& column) { return column.rest || column.widest.isEmpty(); }

constexpr int legendSquare = 8;
constexpr int legendGap = 10;
constexpr int mostSeen = 200; // maximum number of rows measured for the column widths
constexpr int slack = 4; // tolerance in pixels for rounded widths

/// Flat header with text in the color text2 and a separator line below.
class TableHeader : public QHeaderView
{
public:
    TableHeader(const Theme& theme, QWidget* parent)
        : QHeaderView(Qt::Horizontal, parent)
        , m_theme(theme)
    {
        setFixedHeight(26);
        setSectionsClickable(false);
        setHighlightSections(false);
        setMinimumSectionSize(24);
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const Tokens& t = m_theme.tokens();
        QPainter ground(viewport());
        ground.fillRect(viewport()->rect(), t.surface);
        ground.fillRect(0, viewport()->height() - 1, viewport()->width(), 1, t.line);
        ground.end();
        QHeaderView::paintEvent(event);
    }
    void paintSection(QPainter* painter, const QRect& section, int index) const override
    {
        const Tokens& t = m_theme.tokens();
        const QRect rect(0, 0, section.width(), section.height());
        painter->save();
        painter->translate(section.topLeft());
        painter->fillRect(rect, t.surface);
        painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), t.line);
        painter->setFont(m_theme.font(-1));
        painter->setPen(t.text2);
        const int alignment = model()->headerData(index, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        const int left = section.left() <= 0 ? 2 * CellDelegate::padding : CellDelegate::padding;
        const auto* table = static_cast<const QAbstractScrollArea*>(parentWidget());
        const int right = CellDelegate::padding
            + (section.right() >= table->viewport()->width() - 1 ? CellDelegate::edge(*table) : 0);
        const QRect room = rect.adjusted(left, 0, -right, -1);
        const QString title = model()->headerData(index, Qt::Horizontal).toString();
        painter->drawText(room,
            (alignment & int(Qt::AlignHorizontal_Mask)) | int(Qt::AlignVCenter) | int(Qt::TextSingleLine),
            painter->fontMetrics().elidedText(title, Qt::ElideRight, room.width()));
        paintLegend(
            *painter, room.adjusted(painter->fontMetrics().horizontalAdvance(title) + legendGap, 0, 0, 0), index);
        painter->restore();
    }
    /// Paints the bars' legend on the right if there is room.
    void paintLegend(QPainter& painter, QRect room, int index) const
    {
        const Tokens& t = m_theme.tokens();
        const QStringList words = model()->headerData(index, Qt::Horizontal, Cell::Legend).toStringList();
        painter.setFont(m_theme.font(-2));
        int wide = 0;
        for (const QString& word : words)
            wide += legendSquare + 4 + painter.fontMetrics().horizontalAdvance(word) + legendGap;
        if (wide == 0 || wide - legendGap > room.width())
            return;
        room.setLeft(room.right() + 1 - wide + legendGap);
        for (qsizetype i = 0; i < words.size(); ++i) {
            painter.fillRect(QRect(room.left(), room.center().y() - legendSquare / 2 + 1, legendSquare, legendSquare),
                i == 0 ? CellDelegate::doneColour(t) : t.of(TaskState::Failed).fill);
            room.setLeft(room.left() + legendSquare + 4);
            painter.drawText(room, int(Qt::AlignLeft) | int(Qt::AlignVCenter) | int(Qt::TextSingleLine), words[i]);
            room.setLeft(room.left() + painter.fontMetrics().horizontalAdvance(words[i]) + legendGap);
        }
    }

private:
    const Theme& m_theme;
};

} // namespace

PanelTable::PanelTable(const Theme& theme, QAbstractItemModel& model, std::function<Words()> words, QWidget* parent)
    : QTableView(parent)
    , m_theme(theme)
    , m_rowHeight(CellDelegate::rowHeight)
{
    setHorizontalHeader(new TableHeader(theme, this));
    verticalHeader()->hide();
    // Set this before calling setModel(); otherwise, the header would measure each row.
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(CellDelegate::rowHeight);
    verticalHeader()->setMinimumSectionSize(CellDelegate::rowHeight);
    setModel(&model);
    Assistive::followSelection(*this);
    setItemDelegate(new CellDelegate(theme, this));
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setFrameShape(NoFrame);
    setWordWrap(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setCornerButtonEnabled(false);
    setMinimumWidth(160);
    connect(selectionModel(), &QItemSelectionModel::selectionChanged, this, &PanelTable::chosen);
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PanelTable::chosen);
    connect(
        this, &QTableView::doubleClicked, this, [this](const QModelIndex& index) { Q_EMIT activatedRow(index.row()); });
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, &PanelTable::headChosen);
    connect(&model, &QAbstractItemModel::headerDataChanged, this, &PanelTable::layoutColumns);
    connect(&theme, &Theme::changed, this, [this] {
        m_seen.clear();
        see();
        layoutColumns();
    });
    connect(&model, &QAbstractItemModel::rowsInserted, this, &PanelTable::lookSoon);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, &PanelTable::lookSoon);
    connect(&model, &QAbstractItemModel::dataChanged, this, &PanelTable::lookSoon);
    connect(&model, &QAbstractItemModel::modelReset, this, &PanelTable::lookSoon);
    onLanguageChange(this, [this, words = std::move(words)] {
        Words now = words();
        setAccessibleName(now.name);
        for (std::size_t i = 0; i < m_columns.size(); ++i) { // keep changes made by setHides() and setLead()
            now.columns[i].hides = m_columns[i].hides;
            now.columns[i].lead = m_columns[i].lead;
        }
        m_columns = std::move(now.columns);
        m_seen.clear();
        see();
        layoutColumns();
    });
}

PanelTable::PanelTable(const Theme& theme, QAbstractItemModel& model, const QString& name, std::vector<Column> columns)
    : PanelTable(theme, model, [words = Words{name, std::move(columns)}] { return words; })
{ }

/// Schedules one see() call for all changes in the current iteration of the event loop.
void PanelTable::lookSoon()
{
    if (m_looks || std::none_of(m_columns.begin(), m_columns.end(), [](const Column& column) { return column.seen; }))
        return;
    m_looks = true;
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_looks = false;
            const std::vector<int> before = m_seen;
            see();
            if (m_seen != before)
                layoutColumns();
        },
        Qt::QueuedConnection);
}

void PanelTable::see()
{
    const int rows = std::min(model()->rowCount(), mostSeen);
    m_hasLooked = rows > 0;
    if (rows == 0 || m_seen.size() != m_columns.size())
        m_seen.assign(m_columns.size(), 0);
    const QFontMetrics metrics(m_theme.font(-1, QFont::DemiBold));
    const QFontMetrics tails(m_theme.mono());
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        for (int row = 0; m_columns[i].seen && row < rows; ++row) {
            const QModelIndex cell = model()->index(row, int(i));
            const QVariant steady = cell.data(Cell::Steady);
            const bool leads = steady.isValid() || cell.data(Cell::Meter).isValid() || cell.data(Cell::Tile).isValid()
                || cell.data(Cell::Share).isValid() || cell.data(Cell::Sign).value<Cell::Mark>() != Cell::Mark::None;
            const QString text = (steady.isValid() ? steady : cell.data(Qt::DisplayRole)).toString();
            const QVariant note = cell.data(Cell::Note);
            const QString tail = (note.isValid() ? note : cell.data(Cell::Tail)).toString();
            const int behind = tail.isEmpty()
                ? 0
                : (note.isValid() ? metrics : tails).horizontalAdvance(tail) + CellDelegate::padding;
            m_seen[i] = std::max(m_seen[i], metrics.horizontalAdvance(text) + behind + (leads ? m_columns[i].lead : 0));
        }
    }
}

void PanelTable::layoutColumns()
{
    const QFontMetrics metrics(m_theme.font(-1, QFont::DemiBold));
    const QFontMetrics head(m_theme.font(-1));
    std::vector<int> widths;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const Column& column = m_columns[i];
        const QString title = model()->headerData(int(i), Qt::Horizontal).toString();
        int most = metrics.horizontalAdvance(column.widest) + column.lead;
        if (column.seen && i < m_seen.size() && m_hasLooked) // if there are no contents, only the title needs space
            most = std::min(most, m_seen[i]);
        const int content = std::max(most, column.widest.isEmpty() ? restWidth : head.horizontalAdvance(title));
        widths.push_back(content + 2 * CellDelegate::padding + (i == 0 ? CellDelegate::padding : 0) + slack);
    }
    std::vector<bool> shown;
    for (const Column& column : m_columns)
        shown.push_back(column.hides != neverShown);
    std::vector<int> gives; // width by which each column can shrink
    for (const Column& column : m_columns)
        gives.push_back(column.least > 0 ? std::max(0, column.lead - column.least) : 0);
    const auto taken = [&] {
        int sum = CellDelegate::edge(*this); // the margin follows the last column
        for (std::size_t i = 0; i < widths.size(); ++i)
            sum += shown[i] ? widths[i] - gives[i] : 0;
        return sum;
    };
    const int room = viewport()->width();
    while (taken() > room) {
        std::size_t least = m_columns.size();
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            const bool canHide = shown[i] && m_columns[i].hides > 0;
            if (canHide && (least == m_columns.size() || m_columns[i].hides > m_columns[least].hides))
                least = i;
        }
        if (least == m_columns.size())
            break;
        shown[least] = false;
    }
    // Restore the width of columns that don't need to shrink.
    for (std::size_t i = 0; i < gives.size(); ++i) {
        const int given = std::exchange(gives[i], 0);
        widths[i] -= std::clamp(taken() - room, 0, given);
    }
    // If no more columns can be hidden, shrink the flexible column first, then the widest one. Their text is elided.
    int lacking = taken() - room;
    for (std::size_t i = 0; i < m_columns.size() && lacking > 0; ++i) {
        if (!shown[i] || !m_columns[i].rest)
            continue;
        const int given = std::clamp(widths[i] - restWidth, 0, lacking);
        widths[i] -= given;
        lacking -= given;
    }
    while (lacking > 0) {
        std::size_t widest = m_columns.size();
        for (std::size_t i = 0; i < m_columns.size(); ++i) {
            if (shown[i] && (widest == m_columns.size() || widths[i] > widths[widest]))
                widest = i;
        }
        if (widest == m_columns.size() || widths[widest] <= leastColumnWidth)
            break;
        const int given = std::min(lacking, std::max(1, (widths[widest] - leastColumnWidth) / 4));
        widths[widest] -= given;
        lacking -= given;
    }
    // Add the remaining width to the flexible column or, if it is hidden or there is none, to the widest column.
    std::size_t rest = m_columns.size();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (!shown[i])
            continue;
        const bool asks = asksForRest(m_columns[i]);
        if (rest == m_columns.size() || asks || (!asksForRest(m_columns[rest]) && widths[i] > widths[rest]))
            rest = i;
    }
    const int spare = std::max(0, room - taken());
    const auto isEven = [this, &shown](std::size_t i) { return shown[i] && m_columns[i].even; };
    int even = 0;
    int wide = 0; // total width of the columns that share the remaining width
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        even += isEven(i);
        wide += isEven(i) ? widths[i] : 0;
    }
    bool last = true;
    for (std::size_t i = m_columns.size(); i-- > 0;) {
        setColumnHidden(int(i), !shown[i]);
        const int edge = shown[i] && std::exchange(last, last && !shown[i]) ? CellDelegate::edge(*this) : 0;
        if (isEven(i)) // the last column uses the remaining pixels
            setColumnWidth(int(i), edge + (wide + spare) / even + (i == rest ? (wide + spare) % even : 0));
        else
            setColumnWidth(int(i), edge + widths[i] + (i == rest && even == 0 ? spare : 0));
    }
}

void PanelTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    layoutColumns();
}

void PanelTable::keyPressEvent(QKeyEvent* event)
{
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        Q_EMIT activatedRow(currentIndex().row());
        return;
    }
    if ((event->key() == Qt::Key_Home || event->key() == Qt::Key_End) && model()->rowCount() > 0
        && event->modifiers() == Qt::NoModifier) {
        selectRow(event->key() == Qt::Key_Home ? 0 : model()->rowCount() - 1); // select a row, not a cell
        return;
    }
    QTableView::keyPressEvent(event);
}

void PanelTable::setHides(int column, int hides)
{
    if (std::exchange(m_columns[std::size_t(column)].hides, hides) != hides)
        layoutColumns();
}

void PanelTable::setLead(int column, int lead)
{
    if (std::exchange(m_columns[std::size_t(column)].lead, lead) == lead)
        return;
    m_seen.clear();
    see();
    layoutColumns();
}

void PanelTable::setRowHeight(int height)
{
    m_rowHeight = height;
    applyRowHeight();
}

void PanelTable::applyRowHeight()
{
    verticalHeader()->setMinimumSectionSize(std::min(m_rowHeight, CellDelegate::rowHeight));
    verticalHeader()->setDefaultSectionSize(m_rowHeight);
}

void PanelTable::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    static_cast<CellDelegate*>(itemDelegate())->setStale(stale);
    viewport()->update();
}

void PanelTable::setChoosesCells() { static_cast<CellDelegate*>(itemDelegate())->setFraming(true); }

std::vector<int> PanelTable::selectedRowNumbers() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange& range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

QByteArray PanelTable::currentKey() const { return currentIndex().data(Cell::Key).toByteArray(); }

int PanelTable::rowOfKey(const QByteArray& key) const
{
    for (int row = 0; row < model()->rowCount(); ++row) {
        if (model()->index(row, 0).data(Cell::Key).toByteArray() == key)
            return row;
    }
    return -1;
}

void PanelTable::selectKey(const QByteArray& key)
{
    if (const int row = rowOfKey(key); row >= 0)
        selectRow(row);
}

void PanelTable::holdPlace()
{
    const int top = rowAt(0);
    // Keep the position only if the list is scrolled. At the top, the list should show new rows.
    const bool scrolled = top >= 0 && verticalScrollBar()->value() > 0;
    m_heldTop = scrolled ? model()->index(top, 0).data(Cell::Key).toByteArray() : QByteArray();
    m_heldOffset = scrolled ? rowViewportPosition(top) : 0;
}

void PanelTable::restorePlace()
{
    if (m_heldTop.isEmpty())
        return;
    if (const int row = rowOfKey(m_heldTop); row >= 0) {
        executeDelayedItemsLayout(); // update the scroll bar's range for the new rows
        verticalScrollBar()->setValue(row * verticalHeader()->defaultSectionSize() - m_heldOffset);
    }
}

} // namespace dueline
