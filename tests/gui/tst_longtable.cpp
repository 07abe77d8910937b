// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "ui/widgets/tasks/longtable.h"

#include <QAbstractTableModel>
#include <QAccessible>
#include <QHeaderView>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyledItemDelegate>
#include <QTest>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace dueline;

namespace {

constexpr int rowPixels = 20;
constexpr int manyRows = 50'000'000;

/// Model in which each row contains its number.
class Numbers : public QAbstractTableModel
{
public:
    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : m_rows; }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : 4; }
    QVariant data(const QModelIndex& index, int role) const override
    {
        ++asked;
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(QString::number(index.row()))
                                                                         : QVariant();
    }
    void reset(int rows)
    {
        beginResetModel();
        m_rows = rows;
        endResetModel();
    }
    void setRows(int rows)
    {
        if (rows > m_rows) {
            beginInsertRows({}, m_rows, rows - 1);
            m_rows = rows;
            endInsertRows();
        } else {
            beginRemoveRows({}, rows, m_rows - 1);
            m_rows = rows;
            endRemoveRows();
        }
    }

    mutable int asked = 0;

private:
    int m_rows = 0;
};

/// Delegate that records which rows were painted and where.
class Witness : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter*, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        painted[index.row()] = option.rect.top();
        if (option.state & QStyle::State_Selected)
            selected.insert(index.row());
    }

    mutable QMap<int, int> painted; ///< vertical position by row
    mutable QSet<int> selected;
};

struct Place
{
    explicit Place(int rows)
    {
        table.setModel(&model);
        table.setItemDelegate(&witness);
        table.setSelectionBehavior(QAbstractItemView::SelectRows);
        table.setSelectionMode(QAbstractItemView::SingleSelection);
        table.horizontalHeader()->setFixedHeight(20);
        table.setFrameShape(QFrame::NoFrame);
        model.reset(rows);
        table.resize(430, 220); // large enough for ten rows
        table.show();
        (void)QTest::qWaitForWindowExposed(&table);
    }
    /// Returns whether painting has stopped, and clears the record. Busy machines may paint windows late.
    bool isStill()
    {
        return QTest::qWaitFor([this] {
            witness.painted.clear();
            return test::isSettled() && test::isSettled() && witness.painted.isEmpty();
        });
    }
    QMap<int, int> paintedNow()
    {
        witness.painted.clear();
        witness.selected.clear();
        table.viewport()->grab();
        return witness.painted;
    }

    Numbers model;
    Witness witness;
    LongTable table{rowPixels};
};

/// Returns the number of bytes allocated on the heap, including mapped blocks, or 0 if unknown.
std::size_t allocated()
{
#ifdef __GLIBC__
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

} // namespace

class TestLongTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsCostNothing()
    {
        Place place(1'000);
        place.table.verticalScrollBar()->setValue(500 * rowPixels);
        place.paintedNow();
        const std::size_t before = allocated();
        // The model first grows step by step, like a queue, and later in a single step, like when a different queue is
        // opened.
        for (int rows = 10'000; rows <= manyRows; rows *= 2)
            place.model.setRows(rows);
        place.paintedNow();
        QVERIFY2(allocated() < before + 1'000'000, qPrintable(QString::number(allocated() - before)));
        place.model.reset(manyRows);
        place.table.verticalScrollBar()->setValue(20'000'000 * rowPixels);
        place.paintedNow();
        QVERIFY2(allocated() < before + 1'000'000, qPrintable(QString::number(allocated() - before)));
        QCOMPARE(place.table.verticalHeader()->count(), 0);
    }

    void whatIsInViewIsPaintedAndNothingElse()
    {
        Place place(manyRows);
        place.table.verticalScrollBar()->setValue(40'000'000 * rowPixels + 5);
        const QMap<int, int> painted = place.paintedNow();
        QCOMPARE(painted.firstKey(), 40'000'000);
        QCOMPARE(painted.first(), -5);
        QCOMPARE(painted.lastKey(), 40'000'010);
        QCOMPARE(painted.size(), 11);
        for (auto row = painted.begin(); row != painted.end(); ++row) {
            QCOMPARE(place.table.rowViewportPosition(row.key()), row.value());
            QCOMPARE(place.table.rowAt(row.value() + rowPixels - 1), row.key());
            const QModelIndex index = place.model.index(row.key(), 2);
            QCOMPARE(place.table.indexAt(place.table.visualRect(index).bottomRight()), index);
        }
    }

    void theLastRowStandsAtTheBottom()
    {
        Place place(1'000'000);
        QScrollBar& bar = *place.table.verticalScrollBar();
        bar.setValue(bar.maximum());
        QCOMPARE(place.paintedNow().last(), place.table.viewport()->height() - rowPixels);
        QCOMPARE(place.paintedNow().lastKey(), 999'999);
        place.model.setRows(7); // all rows fit in the view
        QTRY_VERIFY(!bar.isVisible());
        QCOMPARE(bar.value(), 0);
        QCOMPARE(place.paintedNow().size(), 7);
        QCOMPARE(place.table.rowAt(7 * rowPixels), -1);
        place.model.reset(0);
        QVERIFY(place.paintedNow().isEmpty());
        QVERIFY(!place.table.indexAt({5, 5}).isValid());
        QTest::keyClick(&place.table, Qt::Key_Down);
        QVERIFY(!place.table.currentIndex().isValid());
    }

    void rowsThatComeLeaveTheViewWhereItIs()
    {
        Place place(1'000);
        QScrollBar& bar = *place.table.verticalScrollBar();
        bar.setValue(400 * rowPixels);
        place.table.setCurrentIndex(place.model.index(403, 1));
        place.model.setRows(2'000'000);
        QTRY_COMPARE(bar.maximum(), 2'000'000 * rowPixels - place.table.viewport()->height());
        QCOMPARE(bar.value(), 400 * rowPixels);
        QCOMPARE(place.table.currentIndex().row(), 403);
        QVERIFY(place.paintedNow().contains(403));
        QCOMPARE(place.witness.selected, QSet<int>{403});
    }

    void keysMoveTheCursor()
    {
        Place place(1'000'000);
        LongTable& table = place.table;
        table.setColumnHidden(2, true);
        table.setCurrentIndex(place.model.index(500'000, 1));
        const auto press = [&table](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(&table, key, modifiers);
            return std::pair(table.currentIndex().row(), table.currentIndex().column());
        };
        const auto inView
            = [&table] { return table.viewport()->rect().contains(table.visualRect(table.currentIndex())); };
        QCOMPARE(press(Qt::Key_Down), std::pair(500'001, 1));
        QCOMPARE(press(Qt::Key_Up), std::pair(500'000, 1));
        QCOMPARE(press(Qt::Key_Right), std::pair(500'000, 3)); // skips hidden columns
        QCOMPARE(press(Qt::Key_Right), std::pair(500'000, 3));
        QCOMPARE(press(Qt::Key_Left), std::pair(500'000, 1));
        QCOMPARE(press(Qt::Key_PageDown), std::pair(500'010, 1));
        QTRY_VERIFY(inView());
        QCOMPARE(press(Qt::Key_PageUp), std::pair(500'000, 1));
        QTRY_VERIFY(inView());
        QCOMPARE(press(Qt::Key_End, Qt::ControlModifier), std::pair(999'999, 3));
        QTRY_VERIFY(inView());
        QCOMPARE(press(Qt::Key_PageDown), std::pair(999'999, 3));
        QCOMPARE(press(Qt::Key_Down), std::pair(999'999, 3));
        QCOMPARE(press(Qt::Key_Home, Qt::ControlModifier), std::pair(0, 0));
        QCOMPARE(press(Qt::Key_Up), std::pair(0, 0));
        QCOMPARE(press(Qt::Key_PageUp), std::pair(0, 0));
        QTRY_VERIFY(inView());
        QCOMPARE(table.selectionModel()->selectedRows().size(), 1);
    }

    void aClickChoosesTheRowBelowThePointer()
    {
        Place place(1'000'000);
        place.table.verticalScrollBar()->setValue(700'000 * rowPixels);
        QTest::mouseClick(place.table.viewport(), Qt::LeftButton, {}, QPoint(120, 3 * rowPixels + 2));
        QCOMPARE(place.table.currentIndex(), place.model.index(700'003, 1));
        place.paintedNow();
        QCOMPARE(place.witness.selected, QSet<int>{700'003});
        QCOMPARE(place.table.selectionModel()->selectedRows().size(), 1);
    }

    void itScrollsNoFurtherThanAsked()
    {
        Place place(1'000'000);
        const auto top = [&place] { return place.table.rowAt(0); };
        const auto to = [&place](int row, QAbstractItemView::ScrollHint hint) {
            place.table.scrollTo(place.model.index(row, 0), hint);
        };
        to(600, QAbstractItemView::PositionAtTop);
        QCOMPARE(top(), 600);
        to(605, QAbstractItemView::EnsureVisible);
        QCOMPARE(top(), 600);
        to(610, QAbstractItemView::EnsureVisible);
        QCOMPARE(top(), 601);
        to(590, QAbstractItemView::EnsureVisible);
        QCOMPARE(top(), 590);
        to(700, QAbstractItemView::PositionAtBottom);
        QCOMPARE(top(), 691);
        to(800, QAbstractItemView::PositionAtCenter);
        QVERIFY(std::abs(top() - 795) <= 1);
        // New rows are included.
        place.model.setRows(3'000'000);
        to(2'999'999, QAbstractItemView::EnsureVisible);
        QCOMPARE(top(), 2'999'990);
    }

    void whatChangedIsPaintedAnew()
    {
        Place place(1'000'000);
        place.table.verticalScrollBar()->setValue(1'000 * rowPixels);
        QVERIFY(place.isStill());
        Q_EMIT place.model.dataChanged(place.model.index(0, 0), place.model.index(999'999, 3));
        QTRY_COMPARE(place.witness.painted.size(), 10);
        QVERIFY(place.isStill());
        Q_EMIT place.model.dataChanged(place.model.index(1'002, 1), place.model.index(1'003, 1), {Qt::DisplayRole});
        QTRY_COMPARE(place.witness.painted.keys(), (QList<int>{1'002, 1'003}));
        QVERIFY(place.isStill());
        Q_EMIT place.model.dataChanged(place.model.index(2'000, 0), place.model.index(3'000, 3));
        Q_EMIT place.model.dataChanged(place.model.index(1'005, 1), place.model.index(1'005, 1), {Qt::DisplayRole});
        QTRY_VERIFY(!place.witness.painted.isEmpty()); // All changed rows are painted in a single paint event.
        QCOMPARE(place.witness.painted.keys(), QList<int>{1'005});
    }

    void anotherRowHeightMovesThemAll()
    {
        Place place(1'000'000);
        place.table.setRowHeight(40);
        QTRY_COMPARE(place.table.verticalScrollBar()->maximum(), 1'000'000 * 40 - place.table.viewport()->height());
        QCOMPARE(place.table.rowHeight(3), 40);
        QCOMPARE(place.table.rowViewportPosition(3), 120);
        QCOMPARE(place.paintedNow().size(), 5);
    }

    void typingAsksForNoRow()
    {
        Place place(1'000'000);
        place.table.setCurrentIndex(place.model.index(5, 0));
        QVERIFY(test::isSettled());
        place.model.asked = 0;
        QTest::keyClicks(&place.table, QStringLiteral("no such text"));
        QVERIFY2(place.model.asked < 1'000, qPrintable(QString::number(place.model.asked)));
    }

    void assistiveProgramsFindEveryCell()
    {
        Place place(1'000'000);
        place.table.verticalScrollBar()->setValue(900'000 * rowPixels);
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&place.table);
        QVERIFY(face && face->tableInterface());
        QCOMPARE(face->tableInterface()->rowCount(), 1'000'000);
        QAccessibleInterface* cell = face->tableInterface()->cellAt(900'002, 1);
        QVERIFY(cell && cell->isValid());
        QCOMPARE(cell->text(QAccessible::Name), QStringLiteral("900002"));
        const QRect rect = place.table.visualRect(place.model.index(900'002, 1));
        QCOMPARE(cell->rect(), rect.translated(place.table.viewport()->mapToGlobal(QPoint())));
        QCOMPARE(face->childAt(cell->rect().center().x(), cell->rect().center().y()), cell);
    }
};

QTEST_MAIN(TestLongTable)
#include "tst_longtable.moc"
