// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/marks.h"
#include "tests/gui/openwindow.h"
#include "ui/panels/dock.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QAccessible>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the timeline's marks in the real window: operations, server starts, and recurring task runs.
class TestTimelineMarks : public QObject
{
    Q_OBJECT

    using Kind = TimelineMark::Kind;

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    TimelineWidget& timeline() { return m_open->window.timelinePane().timeline(); }
    std::vector<TimelineMark> marks(Kind kind) { return marksOf(timeline(), kind); }
    void open(const QString& layout = {})
    {
        Profile profile = m_shop->profile(u"orders"_s);
        if (!layout.isEmpty())
            profile.layout = layout;
        m_open->open(profile);
    }
    void retry(const QByteArray& reason)
    {
        OperationRequest request;
        request.queue = "mail";
        request.action.kind = ActionKind::Retry;
        request.selection.kind = TaskSelection::Kind::All;
        request.states = {TaskState::Failed};
        request.reason = reason;
        m_open->bench.actions().run(m_open->bench.actions().makeJob(request));
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
        m_open = std::make_unique<OpenWindow>(*m_theme);
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }

    void anOperationIsMarkedWithWhoAndWhy()
    {
        m_shop->add(3, -4h, "mail");
        for (int i = 0; i < 3; ++i)
            m_shop->fail("timeout");
        open();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QVERIFY(marks(Kind::Operation).empty());
        retry("the mail server is back");
        QTRY_VERIFY(marks(Kind::Operation).size() == 1
            // Once the operation has finished, the title starts with the number of tasks.
            && marks(Kind::Operation).front().title.startsWith(u"3 task"_s));
        const TimelineMark mark = marks(Kind::Operation).front();
        QCOMPARE(detailOf(mark, u"By"_s), QString::fromUtf8(Session::identity()));
        QCOMPARE(detailOf(mark, u"Reason"_s), u"the mail server is back"_s);
        QVERIFY(timeline().summary().contains(u"mark"_s));

        // The arrow keys move from mark to mark. Each mark is read out, and Return opens it.
        const QSignalSpy told(&timeline(), &TimelineWidget::cursorDescribed);
        timeline().setFocus();
        QTest::keyClick(&timeline(), Qt::Key_Home); // moves to the current time
        for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_Down}) { // skips the server start's mark
            if (told.value(told.size() - 1).value(0).toString().contains(u"retried"_s))
                break;
            QTest::keyClick(&timeline(), key);
        }
        QVERIFY2(told.last()[0].toString().contains(u"retried, By: "_s), qPrintable(told.last()[0].toString()));
        QVERIFY(told.last()[0].toString().contains(u"Reason: the mail server is back"_s));
        const QImage with = timeline().grab().toImage();
        QTest::keyClick(&timeline(), Qt::Key_Return);
        QTRY_COMPARE(m_open->part<Dock>().currentId(), u"activity"_s);
        QTest::keyClick(&timeline(), Qt::Key_Left); // moves back to a bar
        QVERIFY(!told.last()[0].toString().contains(u"retried"_s));
        QVERIFY(timeline().grab().toImage() != with); // The tooltip is hidden.
    }

    void aClickOnAMarkOpensItAndItsTooltipIsBelowThePointer()
    {
        m_shop->add(1, -4h, "mail");
        m_shop->fail("timeout");
        open();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        retry("again");
        QTRY_COMPARE(marks(Kind::Operation).size(), 1U);
        const auto place = [&] {
            const TimelineMarkLane lane = timeline().markLane();
            for (const TimelineMarkLane::Group& group : lane.groups()) {
                for (std::size_t i = group.first; i <= group.last; ++i) {
                    if (timeline().marks()[i].kind == Kind::Operation)
                        return lane.rectOf(group).center().toPoint();
                }
            }
            return QPoint();
        };
        QVERIFY(!place().isNull() && place().y() > timeline().plot().bottom());
        const QSignalSpy activated(&timeline(), &TimelineWidget::markActivated);
        QTest::mouseMove(&timeline(), place() - QPoint(60, 0));
        const QImage without = timeline().grab().toImage();
        QTest::mouseMove(&timeline(), place());
        QVERIFY(timeline().grab().toImage() != without);
        QCOMPARE(timeline().cursor().shape(), Qt::PointingHandCursor);
        QTest::mouseClick(&timeline(), Qt::LeftButton, {}, place());
        QCOMPARE(activated.count(), 1);
    }

    void theServersStartsAreMarked()
    {
        m_shop->add(3, 1h, "mail");
        open();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QTRY_COMPARE(marks(Kind::ServerStart).size(), 1U);
        const TimePoint first = marks(Kind::ServerStart).front().at;
        QVERIFY(m_open->bench.view().now() - first < 5min && first - m_open->bench.view().now() < 2s);
        const auto uptime = [this] { // the uptime in whole seconds
            const QByteArray info = m_shop->server.call({"INFO", "server"}).bytes;
            return info.mid(info.indexOf("uptime_in_seconds:") + 18).split('\r').front().toInt();
        };
        QTRY_VERIFY_WITH_TIMEOUT(uptime() > 4, 20'000);
        m_shop->server.restart();
        QTRY_COMPARE_WITH_TIMEOUT(marks(Kind::ServerStart).size(), 2U, 20'000);
        QVERIFY(marks(Kind::ServerStart).back().at > first);
        QCOMPARE(marks(Kind::ServerStart).back().title, u"The server was started"_s);
    }

    void runsOfRecurringTasksAreMarked()
    {
        m_shop->add(1, 1h, "mail");
        Schedule schedule;
        schedule.name = "hourly";
        schedule.cron = "*/20 * * * *";
        schedule.type = "report.send";
        schedule.payload = "{}";
        QVERIFY(m_shop->backend().schedules()->put("mail", schedule, true).ok());
        open();
        QTRY_COMPARE(marks(Kind::NextRun).size(), 1U);
        const TimelineMark next = marks(Kind::NextRun).front();
        QCOMPARE(next.title, u"Recurring task hourly runs next"_s);
        QCOMPARE(next.at, m_shop->backend().schedules()->schedules("mail").value().front().next.value());
        QVERIFY(marks(Kind::Run).empty());
        timeline().setFocus();
        QTest::keyClick(&timeline(), Qt::Key_Home);
        const QSignalSpy told(&timeline(), &TimelineWidget::cursorDescribed);
        for (int i = 0; i < 2 && !told.value(told.size() - 1).value(0).toString().contains(u"hourly"_s); ++i)
            QTest::keyClick(&timeline(), Qt::Key_Down); // skips the server start's mark
        QTest::keyClick(&timeline(), Qt::Key_Return);
        QTRY_COMPARE(m_open->part<Dock>().currentId(), u"schedules"_s);
    }

    void marksOfAnotherPlaceAreTakenBackAndNamesTellTheirQueue()
    {
        m_shop->add(1, -4h, "mail");
        m_shop->fail("timeout");
        m_shop->add(1, 1h, "post");
        open();
        QTRY_VERIFY(m_open->bench.view().queue());
        m_open->bench.view().show({m_open->bench.view().current()->id(), "mail", {}});
        retry("again");
        QTRY_COMPARE(marks(Kind::Operation).size(), 1U);
        m_open->bench.view().show({m_open->bench.view().current()->id(), "post", {}});
        QVERIFY(marks(Kind::Operation).empty());
        m_open->bench.view().show({m_open->bench.view().current()->id(), {}, {}});
        QTRY_COMPARE(marks(Kind::Operation).size(), 1U);
        QCOMPARE(detailOf(marks(Kind::Operation).front(), u"Queue"_s), u"mail"_s);
    }

    void marksWrittenByOthersAreNotesInEveryLayout_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::newRow("native") << QString();
        QTest::newRow("all layouts") << u"auto"_s;
        QTest::newRow("sorted set") << u"zset:delayed"_s;
    }
    void marksWrittenByOthersAreNotesInEveryLayout()
    {
        QFETCH(QString, layout);
        m_shop->add(1, 1h, "mail");
        m_shop->server.call({"ZADD", "delayed", QByteArray::number(toMs(SystemClock().now()) / 1000 + 600), "job-1"});
        const QByteArray add[]{"XADD", "dueline:marks", "*", "text"};
        m_shop->server.call({add[0], add[1], add[2], add[3], "deploy api 4.12.0"});
        m_shop->server.call({add[0], add[1], add[2], "note", "no text, so no mark"});
        m_shop->server.call({add[0], add[1], add[2], add[3], "line\nbreak\x1b"});
        open(layout);
        QTRY_COMPARE(marks(Kind::Note).size(), 2U);
        QCOMPARE(marks(Kind::Note).front().title, u"deploy api 4.12.0"_s);
        QVERIFY(!marks(Kind::Note).back().title.contains(u'\n')); // control characters are replaced with visible ones
        const TimePoint now = m_open->bench.view().now();
        QVERIFY(now - marks(Kind::Note).front().at < 5min && marks(Kind::Note).front().at - now < 2s);

        // Each refresh reads only new marks. Earlier ones stay, even if the stream has been deleted.
        m_shop->server.call({"DEL", "dueline:marks"});
        m_shop->server.call({add[0], add[1], add[2], add[3], "deploy api 4.13.0"});
        Q_EMIT m_open->bench.view().refreshRequested();
        QTRY_COMPARE(marks(Kind::Note).size(), 3U);
        QCOMPARE(marks(Kind::Note).back().title, u"deploy api 4.13.0"_s);
    }

    void closeMarksBecomeANumberAndTheBracketKeysVisitEachOfThem()
    {
        m_shop->add(1, 1h, "mail");
        for (const char* text : {"deploy 1", "deploy 2", "deploy 3"})
            m_shop->server.call({"XADD", "dueline:marks", "*", "text", text});
        open();
        QTRY_COMPARE(marks(Kind::Note).size(), 3U);
        const TimelineMarkLane lane = timeline().markLane();
        for (std::size_t i = 1; i < lane.groups().size(); ++i)
            QVERIFY(lane.groups()[i].x - lane.groups()[i - 1].x >= 20);
        const auto last = lane.groupOf(timeline().marks().size() - 1);
        QVERIFY(last && last->last - last->first >= 2);

        timeline().setFocus();
        const QSignalSpy told(&timeline(), &TimelineWidget::cursorDescribed);
        QTest::keyClick(&timeline(), Qt::Key_BracketLeft);
        for (std::size_t i = 0; i < timeline().marks().size(); ++i)
            QTest::keyClick(&timeline(), Qt::Key_BracketRight); // moves to the last mark
        QStringList visited{told.last()[0].toString()};
        for (std::size_t i = 1; i < timeline().marks().size(); ++i) {
            QTest::keyClick(&timeline(), Qt::Key_BracketLeft);
            visited << told.last()[0].toString();
        }
        visited = visited.filter(u"deploy"_s); // ignores the server start's mark
        QCOMPARE(visited.size(), 3);
        for (int i = 0; i < 3; ++i)
            QVERIFY2(visited[i].endsWith(u"deploy %1"_s.arg(3 - i)), qPrintable(visited[i]));
    }

    void aUserWhoMayNotReadTheMarksSeesTheOtherMarks()
    {
        m_shop->add(1, 1h, "mail");
        m_shop->server.call({"XADD", "dueline:marks", "*", "text", "deploy"});
        m_shop->server.call({"ACL", "SETUSER", "default", "resetkeys", "~dueline:[^m]*"});
        open();
        QTRY_COMPARE(marks(Kind::ServerStart).size(), 1U);
        QVERIFY(marks(Kind::Note).empty());
        QVERIFY(!m_open->part<Toasts>().isVisible());
    }

    /// A sorted set stores neither operations nor recurring tasks, so the timeline has no marks for them.
    void aLayoutThatKeepsNoneHasNoMarksOfThem()
    {
        const qint64 now = toMs(SystemClock().now()) / 1000;
        m_shop->server.call({"ZADD", "delayed", QByteArray::number(now + 600), "job-1"});
        open(u"zset:delayed"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QTRY_COMPARE(marks(Kind::ServerStart).size(), 1U);
        QCOMPARE(timeline().marks().size(), 1U);
    }
};

QTEST_MAIN(TestTimelineMarks)
#include "tst_timelinemarks.moc"
