// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardtable.h"
#include "ui/board/figurebutton.h"
#include "ui/board/figurestrip.h"
#include "ui/inspector/inspector.h"
#include "ui/models/cell.h"
#include "ui/text/language.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/searchline.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractItemModelTester>
#include <QAccessible>
#include <QDir>
#include <QHeaderView>
#include <QPushButton>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tests a connection's overview in the real window: its rows, their order, and the links in its cells.
class TestBoardPane : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_connection = nullptr;

    BoardPane& board() { return m_open->part<BoardPane>(); }
    QByteArrayList queues()
    {
        QByteArrayList names;
        for (const BoardItem& item : board().model().rows())
            names << item.row.queue;
        return names;
    }
    QString text(int row, BoardModel::Column column)
    {
        return board().model().index(row, column).data(Qt::DisplayRole).toString();
    }
    void go(int row, BoardModel::Column column)
    {
        board().table().setCurrentIndex(board().model().index(row, column));
        QTest::keyClick(&board().table(), Qt::Key_Return);
    }
    /// Saves a screenshot in the folder DUELINE_BOARD_PICTURES, if it is set.
    static void picture(QWidget& of, const QString& name)
    {
        if (const QString folder = qEnvironmentVariable("DUELINE_BOARD_PICTURES"); !folder.isEmpty())
            of.grab().save(QDir(folder).filePath(name + u".png"_s));
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_shop->add(3, 1h, "calm");
        m_shop->add(2, 0ms, "failing");
        m_shop->fail("boom", "failing");
        m_shop->add(3, 1h, "asleep");
        QVERIFY(m_shop->backend().editor()->setPaused("asleep", true).ok());
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_connection = &m_open->open(m_shop->profile(u"orders"_s));
        QTRY_VERIFY(!m_open->bench.view().place().queue.isEmpty());
        m_open->window.actions()["view.board"]->trigger();
        QTRY_COMPARE(board().model().rowCount(), 3);
        QTRY_COMPARE(text(0, BoardModel::FailedLately), u"1"_s);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void aConnectionOfSeveralQueuesOpensHere()
    {
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->bench.connections().add(std::move(*Connection::open(m_shop->profile(u"orders"_s))));
        QTRY_COMPARE(board().model().rowCount(), 3);
        QVERIFY(board().isVisible());
        QCOMPARE(m_open->bench.view().place().queue, QueueName());
        QTRY_VERIFY(board().table().hasFocus());
        // Another connection is needed: with only one queue, the overview has nothing to compare.
        Shop other;
        other.add(1, 1h, "alone");
        m_open->bench.connections().add(std::move(*Connection::open(other.profile(u"other"_s))));
        QTRY_COMPARE(m_open->bench.view().place().queue, QueueName("alone"));
        m_open->bench.connections().close(m_open->bench.view().current()->id());
        QTRY_COMPARE(m_open->bench.view().place().queue, QueueName());
        QTRY_VERIFY(board().isVisible());
    }

    void theWorstQueueIsFirstAndFiguresStandInItsRow()
    {
        const QAbstractItemModelTester tester(&board().model());
        QVERIFY(board().isVisible());
        QVERIFY(!m_open->table().isVisible());
        QCOMPARE(queues(), (QByteArrayList{"failing", "asleep", "calm"}));
        QCOMPARE(text(0, BoardModel::Failed), u"1"_s);
        QCOMPARE(text(0, BoardModel::Due), u"0"_s); // The second task is due in an hour.
        QCOMPARE(text(2, BoardModel::Failed), u"0"_s);
        QCOMPARE(text(2, BoardModel::NextRun), QString());
        m_shop->add(1, 0ms, "failing", 50);
        QTRY_COMPARE(text(0, BoardModel::Due), u"1"_s);
        QTRY_COMPARE(text(0, BoardModel::Workers), u"0"_s);
    }

    /// Failing queues are marked with a triangle, other problems with a circle.
    void theHeadCountsTheSignsOfWhatIsWrong()
    {
        const auto sign = [this](int row) {
            return board().model().index(row, BoardModel::Queue).data(Cell::Sign).value<Cell::Mark>();
        };
        QTRY_COMPARE(board().head().note(), u"3 queue(s), 2 need attention"_s);
        QCOMPARE(sign(0), Cell::Mark::Warning); // The queue is failing.
        QCOMPARE(sign(1), Cell::Mark::Notice); // The queue is paused.
        QCOMPARE(sign(2), Cell::Mark::Hollow);
    }

    /// The overview has no tasks to inspect, so the inspector is hidden and the columns use its space.
    void whatFitsIsNotHidden()
    {
        m_open->window.resize(1280, 800);
        for (const BoardModel::Column column :
            {BoardModel::LastHour, BoardModel::Workers, BoardModel::In, BoardModel::Out, BoardModel::Running})
            QTRY_VERIFY2(!board().table().isColumnHidden(column), qPrintable(QString::number(column)));
        picture(m_open->window, u"board-1280"_s);
    }

    void theFiguresAreTheTotalsOfTheQueues()
    {
        FigureStrip& figures = board().figures();
        QVERIFY(figures.isVisible());
        // The figures are in the upper half of the window, above the timeline.
        QVERIFY(figures.geometry().bottom() < figures.parentWidget()->height() / 2);
        QTRY_COMPARE(figures.value(FigureStrip::FailedLately), u"1"_s);
        QCOMPARE(figures.note(FigureStrip::FailedLately), u"in 1 queue(s)"_s);
        QCOMPARE(figures.value(FigureStrip::DueNow), u"0"_s);
        QCOMPARE(figures.value(FigureStrip::LongestOverdue), u"0"_s);
        m_shop->add(2, 0ms, "calm", 50);
        m_shop->add(1, 0ms, "failing", 50);
        QTRY_COMPARE(figures.value(FigureStrip::DueNow), u"2"_s); // `calm`'s second task is due in an hour.
        QCOMPARE(figures.note(FigureStrip::DueNow), u"1 in calm"_s);
        QTRY_COMPARE(figures.value(FigureStrip::Workers), u"0"_s);
        QTRY_VERIFY(figures.value(FigureStrip::Throughput).contains(u" → "_s));
        for (int figure = 0; figure < FigureStrip::FigureCount; ++figure) {
            const FigureButton& button = figures.button(FigureStrip::Figure(figure));
            QVERIFY(button.accessibleName().contains(u": "_s));
            QVERIFY(!button.toolTip().isEmpty());
        }
        figures.button(FigureStrip::DueNow).setFocus();
        QTest::keyClick(&figures.button(FigureStrip::DueNow), Qt::Key_Space);
        QCOMPARE(board().model().order(), BoardModel::Due);
        figures.button(FigureStrip::DueNow).click();
        QCOMPARE(board().model().order(), std::nullopt);
        m_open->bench.view().show({m_connection->id(), "calm", {}});
        QVERIFY(!figures.isVisible());
    }

    void aNarrowWindowHasFourLowerFigures()
    {
        FigureStrip& figures = board().figures();
        m_open->window.resize(1600, 1000);
        QTRY_COMPARE(figures.height(), 92);
        QVERIFY(figures.button(FigureStrip::Throughput).isVisible());
        QCOMPARE(board().table().verticalHeader()->defaultSectionSize(), 34);
        m_open->window.resize(1024, 640);
        QTRY_COMPARE(figures.height(), 76);
        QVERIFY(!figures.button(FigureStrip::Throughput).isVisible());
        m_open->window.resize(2560, 1440);
        QTRY_COMPARE(board().table().verticalHeader()->defaultSectionSize(), 44);
        QVERIFY(board().table().columnWidth(BoardModel::LastHour) > 560);
    }

    void columnsWithoutValuesAreHiddenAndNamed()
    {
        m_open->window.resize(1600, 1000);
        QTRY_VERIFY(board().table().isColumnHidden(BoardModel::NextRun)); // no queue has a recurring task
        QVERIFY(!board().table().isColumnHidden(BoardModel::Oldest)); // the column has values once a task is due
        QTRY_VERIFY(m_open->says(u"Hidden empty columns: Next run"_s));
        const auto buttons = board().findChildren<QPushButton*>();
        const auto found = std::find_if(buttons.begin(), buttons.end(),
            [](const QPushButton* button) { return button->accessibleName() == u"Show empty columns"_s; });
        QVERIFY(found != buttons.end());
        QPushButton* show = *found;
        show->click();
        QVERIFY(!board().table().isColumnHidden(BoardModel::NextRun));
        show->click();
        QVERIFY(board().table().isColumnHidden(BoardModel::NextRun));
    }

    void loadingIsNotUnknown()
    {
        BoardModel model(m_open->formatting);
        BoardItem item{u"c"_s, u"shop"_s, {}};
        item.row.queue = "jobs";
        item.row.addedRate = Absence::NotKept;
        model.set({item});
        const QModelIndex loading = model.index(0, BoardModel::Workers);
        QVERIFY(loading.data(Cell::Loading).toBool());
        QCOMPARE(loading.data(Qt::DisplayRole).toString(), QString());
        QVERIFY(loading.data(Qt::AccessibleTextRole).toString().contains(u"Not read yet."_s));
        const QModelIndex unknown = model.index(0, BoardModel::In);
        QVERIFY(!unknown.data(Cell::Loading).toBool());
        QCOMPARE(unknown.data(Qt::DisplayRole).toString(), u"–"_s);
        QCOMPARE(model.read(), std::size_t(0));
    }

    /// Rows must not move while the user is reading them.
    void theOrderChangesOnlyAfterAWhileAndNotUnderThePointer()
    {
        BoardModel model(m_open->formatting);
        const auto item = [](const QueueName& queue, std::optional<qint64> failed) {
            BoardItem made{u"c"_s, u"shop"_s, {}};
            made.row.queue = queue;
            if (failed)
                made.row.failedLately = *failed;
            return made;
        };
        const auto first = [&model] { return model.rowAt(0)->row.queue; };
        model.set({item("a", {}), item("b", {})});
        QCOMPARE(first(), QueueName("a"));
        model.set({item("a", 0), item("b", 1)}); // Rows are re-sorted immediately while figures are loading.
        QCOMPARE(first(), QueueName("b"));
        model.set({item("a", 5), item("b", 1), item("c", 9)});
        QCOMPARE(first(), QueueName("b"));
        QCOMPARE(model.rowAt(2)->row.queue, QueueName("c"));
        model.setOrder(BoardModel::FailedLately);
        QCOMPARE(first(), QueueName("c"));
        model.setOrder(std::nullopt);
        QCOMPARE(first(), QueueName("c"));
    }

    void theInspectorIsClosedBesideThePageAndComesBackWithTheTable()
    {
        const QAction& inspects = *m_open->window.actions()["view.inspector"];
        const auto& inspector = m_open->part<Inspector>();
        const auto list = [this](bool shown) {
            if (shown)
                m_open->bench.view().show({m_connection->id(), "calm", {}});
            else
                m_open->window.actions()["view.board"]->trigger();
        };
        QVERIFY(!inspects.isChecked() && !inspector.isVisible());
        list(true);
        QVERIFY(inspects.isChecked() && inspector.isVisible());
        list(false);
        QVERIFY(!inspector.isVisible());
        m_open->window.actions()["view.inspector"]->trigger(); // as if the user opened the inspector
        QVERIFY(inspects.isChecked() && inspector.isVisible());
        list(true);
        QVERIFY(inspector.isVisible());
        m_open->window.actions()["view.inspector"]->trigger();
        QVERIFY(!inspector.isVisible());
        list(false);
        list(true);
        QVERIFY(!inspects.isChecked()
            && !inspector.isVisible()); // The overview remembers that the user closed the inspector.
        // A narrow window closes the inspector. A wide window reopens it beside the table if it was open there.
        m_open->window.actions()["view.inspector"]->trigger();
        list(false);
        m_open->window.resize(1100, 800);
        m_open->window.resize(1300, 820);
        QVERIFY(!inspector.isVisible());
        list(true);
        QVERIFY(inspector.isVisible());
    }

    void returnLeadsToTheQueueOrToWhatTheCellCounts()
    {
        go(0, BoardModel::FailedLately);
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_connection->id(), "failing", TaskState::Failed}));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QVERIFY(m_open->table().isVisible());
        QVERIFY(!board().isVisible());
        m_open->window.actions()["view.board"]->trigger();
        QVERIFY(board().isVisible());
        go(2, BoardModel::Queue);
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_connection->id(), "calm", {}}));
        m_open->window.actions()["view.board"]->trigger();
        go(1, BoardModel::NextRun);
        QCOMPARE(m_open->bench.view().place().queue, QByteArray("asleep"));
    }

    /// The button does the same as Return. It is for mouse users, and for assistive technologies that select a row and
    /// press a button.
    void aButtonLeadsToTheChosenQueue()
    {
        QItemSelectionModel& chosen = *board().table().selectionModel();
        chosen.select(board().model().index(2, BoardModel::Queue),
            QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QTRY_COMPARE(board().table().currentIndex().row(), 2);
        for (auto* button : board().findChildren<QToolButton*>()) {
            if (button->text() == u"Open queue"_s)
                button->click();
        }
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_connection->id(), "calm", {}}));
    }

    /// The queue that the user selected stays selected even if another queue becomes the worst.
    void theWorstQueueIsTheCurrentOneUntilAnotherIsChosen()
    {
        QTRY_COMPARE(board().currentPlace().queue, QueueName("failing"));
        // A table without a current row selects one when it gains the focus.
        board().table().clearFocus();
        board().table().setCurrentIndex({});
        board().table().setFocus();
        QTRY_COMPARE(board().currentPlace().queue, QueueName("failing"));
        m_shop->failNew("calm", "hook.call", "boom", 9);
        QTRY_COMPARE_WITH_TIMEOUT(queues().first(), QByteArray("calm"), 20'000);
        QCOMPARE(board().currentPlace().queue, QueueName("calm"));
        board().table().setCurrentIndex(board().model().index(1, BoardModel::Failed));
        const QueueName chosen = board().currentPlace().queue;
        QCOMPARE(chosen, QueueName("failing"));
        QVERIFY(m_shop->backend().editor()->setPaused("asleep", false).ok());
        m_shop->failNew("asleep", "hook.call", "boom", 20);
        QTRY_COMPARE_WITH_TIMEOUT(queues().first(), QByteArray("asleep"), 20'000);
        QCOMPARE(board().currentPlace().queue, chosen);
    }

    void aTitleSortsAndWordsFilter()
    {
        board().model().setOrder(BoardModel::Queue);
        QCOMPARE(queues(), (QByteArrayList{"asleep", "calm", "failing"}));
        board().model().setOrder(BoardModel::Due);
        QCOMPARE(queues().front(), QByteArray("failing"));
        board().model().setOrder(std::nullopt);
        QTest::keyClicks(&board().search(), u"CAL"_s);
        QCOMPARE(queues(), (QByteArrayList{"calm"}));
        QTest::keyClicks(&board().search(), u"x"_s);
        QCOMPARE(board().model().rowCount(), 0);
        QVERIFY(m_open->says(u"No queue matches"_s));
        board().search().clear();
        QCOMPARE(board().model().rowCount(), 3);
        board().model().setTroubledOnly(true);
        QCOMPARE(queues(), (QByteArrayList{"failing", "asleep"}));
    }

    void aScreenReaderHearsQueueAndTrouble()
    {
        const QModelIndex first = board().model().index(0, BoardModel::Queue);
        QVERIFY(first.data(Qt::AccessibleTextRole).toString().contains(u"failing"_s));
        QVERIFY(first.data(Qt::AccessibleTextRole).toString().contains(u"1 failed in the last hour"_s));
        for (int column = 0; column < BoardModel::ColumnCount; ++column) {
            QVERIFY(!board().model().index(2, column).data(Qt::AccessibleTextRole).toString().isEmpty());
            QVERIFY(!board().model().headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
        QAccessibleInterface* table = QAccessible::queryAccessibleInterface(&board().table());
        QCOMPARE(table->text(QAccessible::Name), u"Overview of queues"_s);
        QVERIFY(!QAccessible::queryAccessibleInterface(&board().search())->text(QAccessible::Name).isEmpty());
    }

    /// The header's title changes every second, which must not move the note.
    void theNoteStaysWhereItIs()
    {
        const int before = board().head().sizeHint().width();
        for (int i = 0; i < 30; ++i)
            board().head().setTitle(u"Overview"_s);
        QCOMPARE(board().head().sizeHint().width(), before);
    }

    void nothingIsCut_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("language");
        for (const char* language : {"en", "zh_CN"}) {
            for (const QSize size : {QSize(1024, 640), QSize(1280, 800), QSize(1920, 1080)})
                QTest::addRow("%s %dx%d", language, size.width(), size.height())
                    << size << QString::fromLatin1(language);
        }
    }
    void nothingIsCut()
    {
        QFETCH(const QSize, size);
        QFETCH(const QString, language);
        m_language.use(language);
        m_open->window.resize(size);
        QStringList flaws;
        for (const ThemeChoice choice : {ThemeChoice::Light, ThemeChoice::Dark, ThemeChoice::HighContrast}) {
            m_theme->choose(choice);
            (void)QTest::qWaitFor([this] { return Overflow::in(board()).isEmpty(); });
            flaws << Overflow::in(board());
            const auto* note = board().head().findChildren<PlainLabel*>().at(1);
            if (!QTest::qWaitFor([note] { return !note->text().isEmpty(); }))
                flaws << u"the head does not say how many are wrong"_s;
            picture(m_open->window, u"board-%1-%2-%3"_s.arg(language).arg(size.width()).arg(int(choice)));
        }
        m_theme->choose(ThemeChoice::Light);
        m_language.use(u"en"_s);
        QVERIFY2(flaws.isEmpty(), qPrintable(flaws.join(u'\n')));
    }
};

QTEST_MAIN(TestBoardPane)
#include "tst_boardpane.moc"
