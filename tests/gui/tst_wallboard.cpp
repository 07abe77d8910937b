// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardwall.h"
#include "ui/board/figurestrip.h"
#include "ui/board/wallrow.h"
#include "ui/board/walltile.h"
#include "ui/text/language.h"
#include "ui/timeline/walltimeline.h"
#include "ui/widgets/searchline.h"

#include <QAccessible>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Tests the wallboard, which shows the overview for a wall display.
class TestWallboard : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_connection = nullptr;

    BoardPane& board() { return m_open->part<BoardPane>(); }
    /// Opens the wallboard at the size for which it is designed.
    BoardWall& wall(QSize size = {1920, 1080})
    {
        if (!board().wall())
            m_open->window.actions()["view.wall"]->trigger();
        BoardWall& wall = *board().wall();
        wall.setWindowState(Qt::WindowNoState);
        wall.resize(size);
        return wall;
    }
    static QStringList names(const BoardWall& wall)
    {
        QStringList names;
        for (const WallRow* row : wall.rows())
            names << row->item().name;
        return names;
    }
    static bool says(const BoardWall& wall, const QString& words)
    {
        const auto labels = wall.findChildren<PlainLabel*>();
        return std::any_of(labels.begin(), labels.end(),
            [&words](const PlainLabel* label) { return label->isVisible() && label->fullText().contains(words); });
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_shop->add(3, 1h, "calm");
        m_shop->add(3, 1h, "asleep");
        QVERIFY(m_shop->backend().editor()->setPaused("asleep", true).ok());
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_connection = &m_open->open(m_shop->profile(u"orders"_s, Environment::Production));
        QTRY_VERIFY(m_connection->queues().size() >= 2);
    }
    void cleanup()
    {
        m_language.use(u"en"_s);
        m_theme->choose(ThemeChoice::Light);
        m_open.reset();
        m_shop.reset();
    }

    void aRowSaysWhatIsWrongWithAQueue()
    {
        m_shop->failNew("orders", "charge", "connect ETIMEDOUT 10.20.3.% while charging", 30);
        BoardWall& wall = this->wall();
        QTRY_COMPARE(names(wall), QStringList(u"orders"_s));
        const WallRow& row = *wall.rows().front();
        QTRY_COMPARE(row.item().value, u"30"_s);
        QCOMPARE(row.item().unit, u"failed"_s);
        QTRY_VERIFY2(row.item().sentence.startsWith(u"connect ETIMEDOUT … while charging, new since "_s),
            qPrintable(row.item().sentence));
        QTRY_VERIFY(says(wall, u"3 queues, 2 need attention"_s));
        QVERIFY(says(wall, u"PRODUCTION"_s));
        QVERIFY(says(wall, u"1 fine"_s));
        QVERIFY(says(wall, u"calm"_s));
        QVERIFY(says(wall, u"1 paused: asleep"_s));
        QCOMPARE(row.accessibleName(), u"orders, 30 failed"_s);
        QCOMPARE(row.accessibleDescription(), row.item().sentence);
        // The search in the window doesn't affect the wallboard.
        board().search().setText(u"calm"_s);
        QTRY_COMPARE(board().model().rowCount(), 1);
        QCOMPARE(names(wall), QStringList(u"orders"_s));
        QVERIFY(says(wall, u"3 queues, 2 need attention"_s));
    }

    void tasksThatWaitAreShownWithTheirAge()
    {
        m_shop->add(2, -10min, "slow");
        BoardWall& wall = this->wall();
        QTRY_COMPARE(names(wall), QStringList(u"slow"_s));
        const WallItem& item = wall.rows().front()->item();
        QVERIFY(!item.isFailure);
        QVERIFY2(item.value.startsWith(u"10:"_s), qPrintable(item.value));
        QCOMPARE(item.unit, u"min"_s);
        QVERIFY2(item.sentence.contains(u"due"_s), qPrintable(item.sentence));
    }

    void theFiguresAreThoseOfTheOverview()
    {
        m_shop->failNew("orders", "charge", "boom", 3);
        m_shop->add(1, -10min, "slow");
        const BoardWall& wall = this->wall();
        const auto value = [&wall](std::size_t tile) { return wall.tiles()[tile]->content().value; };
        QTRY_COMPARE(value(0), u"3"_s);
        QTRY_VERIFY(value(1).startsWith(u"10:"_s));
        QTRY_COMPARE(value(2), u"1"_s);
        QVERIFY(wall.tiles()[0]->alarm().isValid()); // tasks failed
        QVERIFY(wall.tiles()[1]->alarm().isValid()); // a task is late
        QVERIFY(!wall.tiles()[2]->alarm().isValid());
        for (const WallTile* tile : wall.tiles())
            QVERIFY(tile->accessibleName().contains(u": "_s));
    }

    void textIsReadableAtFourMetres()
    {
        m_shop->failNew("orders", "charge", "boom", 3);
        BoardWall& wall = this->wall();
        QTRY_COMPARE(names(wall), QStringList(u"orders"_s));
        QTRY_COMPARE(wall.rows().front()->height(), 101);
        QCOMPARE(wall.tiles().front()->height(), 212);
        QCOMPARE(wall.tiles().front()->y(), 84);
        for (const PlainLabel* label : wall.findChildren<PlainLabel*>()) {
            if (label->isVisible() && !label->text().isEmpty())
                QVERIFY2(label->font().pixelSize() >= 26, qPrintable(label->text()));
        }
        this->wall({3840, 2160});
        QTRY_COMPARE(wall.rows().front()->height(), 202);
    }

    void theTimelineTakesTheRoomOfMissingRows()
    {
        const BoardWall& wall = this->wall();
        QTRY_VERIFY(says(wall, u"1 fine"_s));
        QTRY_COMPARE(wall.timeline().height(), 1080 - 84 - 212 - 68);
        m_shop->failNew("orders", "charge", "boom", 3);
        QTRY_COMPARE(wall.rows().size(), std::size_t(1));
        QTRY_COMPARE(wall.timeline().height(), 1080 - 84 - 212 - 68 - 101);
        QTRY_VERIFY(wall.timeline().data().isKnown());
        QVERIFY(!wall.timeline().accessibleDescription().isEmpty());
    }

    void pagesOfFourFollowEachOther()
    {
        for (int i = 0; i < 9; ++i)
            m_shop->failNew("queue-" + QByteArray::number(i), "charge", "boom", 20 - i);
        BoardWall& wall = this->wall();
        QTRY_COMPARE(wall.pages(), 3);
        QTRY_VERIFY(says(wall, u"page 1 of 3"_s));
        QTRY_COMPARE(names(wall), (QStringList{u"queue-0"_s, u"queue-1"_s, u"queue-2"_s, u"queue-3"_s}));
        QTest::keyClick(&wall, Qt::Key_Right);
        QCOMPARE(names(wall), (QStringList{u"queue-4"_s, u"queue-5"_s, u"queue-6"_s, u"queue-7"_s}));
        QVERIFY(says(wall, u"page 2 of 3"_s));
        QTest::keyClick(&wall, Qt::Key_PageUp);
        QTest::keyClick(&wall, Qt::Key_Left);
        QCOMPARE(names(wall), QStringList(u"queue-8"_s));
        // Pages also follow each other without a key, unless the user is about to open a row.
        QTimer* turns = nullptr;
        for (QTimer* timer : wall.findChildren<QTimer*>()) {
            if (timer->intervalAsDuration() == BoardWall::pageEvery)
                turns = timer;
        }
        QVERIFY(turns);
        turns->setInterval(200);
        QTRY_COMPARE(wall.page(), 0);
        QTRY_COMPARE(wall.page(), 1);
    }

    void rowsOpenTheirQueues()
    {
        m_shop->failNew("orders", "charge", "boom", 3);
        m_shop->failNew("mail", "send", "boom", 2);
        BoardWall& wall = this->wall();
        QTRY_COMPARE(names(wall), (QStringList{u"orders"_s, u"mail"_s}));
        QTest::keyClick(&wall, Qt::Key_Down);
        QVERIFY(wall.rows()[0]->hasFocus() || wall.focusWidget() == wall.rows()[0]);
        QTest::keyClick(wall.focusWidget(), Qt::Key_Down);
        QCOMPARE(wall.focusWidget(), wall.rows()[1]);
        QTest::keyClick(wall.focusWidget(), Qt::Key_Return);
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_connection->id(), "mail", {}}));
        QTRY_VERIFY(!board().wall());
        // From a queue, F11 shows the overview first, so that the figures are those of all queues.
        m_open->window.actions()["view.wall"]->trigger();
        QVERIFY(board().wall());
        QCOMPARE(m_open->bench.view().place().queue, QueueName());
        QTest::keyClick(board().wall(), Qt::Key_Escape);
        QTRY_VERIFY(!board().wall());
    }

    void aLostConnectionIsToldInTheHeadAndDimsTheRest()
    {
        m_shop->failNew("orders", "charge", "boom", 3);
        BoardWall& wall = this->wall();
        QTRY_COMPARE(names(wall), QStringList(u"orders"_s));
        QVERIFY(!wall.isStale());
        const auto pixels = [&wall] { return wall.grab(wall.rows().front()->geometry()).toImage(); };
        const QImage before = pixels();
        m_connection->session().setRetryDelays(60s, 60s);
        m_shop->server.kill9();
        QTRY_VERIFY_WITH_TIMEOUT(wall.isStale(), 15'000);
        QTRY_VERIFY(says(wall, u"not responding, last data "_s));
        QVERIFY(!says(wall, u"need attention"_s));
        QVERIFY(pixels() != before);
        for (const char* language : {"en", "zh_CN"}) {
            m_language.use(QString::fromLatin1(language));
            QTRY_COMPARE(Overflow::in(wall), QStringList());
        }
    }

    void durationsAreClocks_data()
    {
        QTest::addColumn<qint64>("ms");
        QTest::addColumn<QString>("words");
        QTest::newRow("seconds") << qint64(42'900) << u"42 s"_s;
        QTest::newRow("minutes") << qint64(502'000) << u"8:22 min"_s;
        QTest::newRow("hours") << qint64(3 * 3'600'000 + 5 * 60'000) << u"3:05 h"_s;
        QTest::newRow("days") << qint64(49) * 3'600'000 << u"2 d"_s;
        QTest::newRow("negative") << qint64(-5) << u"0 s"_s;
    }
    void durationsAreClocks()
    {
        QFETCH(const qint64, ms);
        const auto [value, unit] = WallTile::clockWords(Millis(ms));
        QTEST(value + u' ' + unit, "words");
    }

    void narrowBarsAreCombined()
    {
        TimelineData data;
        data.span = Millis(10);
        for (int i = 3; i < 12; ++i) {
            TimelineBin bin{TimePoint{Millis(i * 10)}, TimePoint{Millis(i * 10 + 10)}, {}};
            bin.counts[TaskState::Done] = i;
            data.bins.push_back(bin);
        }
        const TimelineData combined = WallTimeline::combined(data, Millis(35));
        QCOMPARE(combined.span, Millis(40));
        QCOMPARE(combined.bins.size(), std::size_t(3));
        QCOMPARE(combined.bins[0].from, TimePoint{Millis(0)});
        QCOMPARE(combined.bins[0].counts[TaskState::Done], 3);
        QCOMPARE(combined.bins[1].counts[TaskState::Done], 4 + 5 + 6 + 7);
        QCOMPARE(combined.bins[2].counts[TaskState::Done], 8 + 9 + 10 + 11);
        QCOMPARE(WallTimeline::combined(data, Millis(5)).bins, data.bins);
    }
};

QTEST_MAIN(TestWallboard)
#include "tst_wallboard.moc"
