// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/journeyscreen.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QClipboard>
#include <QGuiApplication>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Waits until `actual` equals `expected`.
#define COMES(actual, expected)                                                                                        \
    do {                                                                                                               \
        (void)QTest::qWaitFor([&] { return (actual) == (expected); }, patience);                                       \
        QCOMPARE(actual, expected);                                                                                    \
    } while (false)

/// Tests an operator's session in the real program, with real key and mouse events on a private screen. Checks the
/// results on the server with duectl. The functions form one session and run in this order.
class TestJourney : public QObject
{
    Q_OBJECT

    static constexpr int patience = 20'000;
    // The window fills the screen. Positions follow look.md for this size.
    static constexpr QPoint addButton{63, 49};
    static constexpr QPoint discardButton{458, 49};
    static constexpr QPoint firstRow{680, 368};
    static constexpr QPoint undoLink{761, 509}; ///< first link of the lowest toast, above the open panels
    static constexpr int plotLeft = 301;
    static constexpr int plotWidth = 963;
    static constexpr int inThePlot = 190;
    static constexpr int axis = 266;

    JourneyScreen& m_screen;
    RedisServer m_mail{RedisServer::Options{true, true, {}, {}}};
    RedisServer m_jobs{RedisServer::Options{true, true, {}, {}}};
    Duectl m_duectl{m_mail.url()};
    Duectl m_duectlOfJobs{m_jobs.url()};

    QJsonObject task(const QString& id) { return m_duectl.run({u"show"_s, u"mail"_s, id, u"--json"_s}).object(); }
    QString stateOf(const QString& id) { return task(id).value(u"state"_s).toString(); }
    qint64 dueOf(const QString& id) { return qint64(task(id).value(u"due_ms"_s).toDouble()); }
    bool isPaused() { return m_duectl.run("queue mail show --json").object().value(u"paused"_s).toBool(); }
    qsizetype workers() { return m_duectl.run("workers --json").array().size(); }

    /// Returns a time's horizontal position in a timeline that has not been moved. It covers four hours, a third of
    /// them in the past.
    static int placeOf(qint64 ms)
    {
        constexpr double length = 4 * 3'600'000;
        return plotLeft + int((double(ms - QDateTime::currentMSecsSinceEpoch()) / length + 1. / 3) * plotWidth);
    }

    bool takeWindow() { return m_screen.take(u" on 127[.]0[.]0[.]1"_s); }
    bool takeWindowOf(const QString& queue) { return m_screen.take(u'^' + queue + u" on 127[.]0[.]0[.]1"_s); }
    /// Returns the ids copied by Ctrl+C.
    QStringList copied()
    {
        QGuiApplication::clipboard()->clear();
        m_screen.keys({u"ctrl+c"_s});
        (void)QTest::qWaitFor([] { return !QGuiApplication::clipboard()->text().isEmpty(); }, 400);
        QStringList ids = QGuiApplication::clipboard()->text().split(u'\n');
        ids.sort();
        return ids;
    }
    /// Filters for one task and clicks it.
    bool choose(const QString& id)
    {
        m_screen.keys({u"ctrl+f"_s, u"ctrl+a"_s});
        m_screen.write(u"id:"_s + id);
        m_screen.keys({u"Return"_s});
        return QTest::qWaitFor(
            [&] {
                m_screen.click(firstRow);
                return copied() == QStringList{id};
            },
            patience);
    }
    /// Fills in the dialog for a new task and accepts it.
    bool fillTask(const QString& type, const QString& id, const QString& in)
    {
        if (!m_screen.take(u"^Add task$"_s))
            return false;
        m_screen.keys({u"ctrl+a"_s});
        m_screen.write(type);
        m_screen.keys({u"alt+d"_s}); // moves to the field "ID"
        m_screen.write(id);
        m_screen.keys({u"alt+i"_s, u"Tab"_s, u"ctrl+a"_s}); // moves to the field "In"
        m_screen.write(in);
        m_screen.keys({u"Return"_s});
        return m_screen.isGone(u"^Add task$"_s) && takeWindow();
    }
    /// Runs the first command that the palette finds.
    bool find(const QString& words)
    {
        m_screen.keys({u"ctrl+k"_s});
        if (!m_screen.take(u"^Find an action$"_s))
            return false;
        m_screen.write(words);
        m_screen.keys({u"Return"_s});
        return m_screen.isGone(u"^Find an action$"_s) && takeWindow();
    }

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* id : {"a1", "a2", "a3"})
            EXIT(m_duectl.run(
                     {u"add"_s, u"mail"_s, u"mail.send"_s, u"--in"_s, u"1h"_s, u"--id"_s, QString::fromLatin1(id)}),
                0);
        EXIT(m_duectl.run("add mail mail.send --in 70m --id near"), 0);
        EXIT(m_duectl.run("queue mail set attempts=1"), 0);
        EXIT(m_duectl.run("add mail mail.send --in 2h --id late"), 0);
        EXIT(m_duectlOfJobs.run("add jobs jobs.send --in 1h --id first"), 0);
        m_screen.start(qEnvironmentVariable("DUELINE"),
            {u"--connect"_s, m_mail.url(), u"--size"_s, u"1280x800"_s, u"--theme"_s, u"light"_s, u"--lang"_s, u"en"_s});
        QVERIFY(takeWindowOf(u"mail"_s));
    }
    void init() { QVERIFY(takeWindow()); }
    void cleanup()
    {
        m_screen.picture(QString::fromLatin1(QTest::currentTestFunction()));
        if (QTest::currentTestFailed())
            QVERIFY2(!m_screen.hasCrashed(), "the program has crashed");
    }

    void aTaskIsAdded()
    {
        m_screen.keys({u"ctrl+t"_s});
        const qint64 before = QDateTime::currentMSecsSinceEpoch();
        QVERIFY(fillTask(u"mail.hello"_s, u"order-1"_s, u"1200s"_s));
        COMES(stateOf(u"mail.hello#order-1"_s), u"scheduled"_s);
        QVERIFY(dueOf(u"mail.hello#order-1"_s) >= before + 1'200'000);
        QVERIFY(dueOf(u"mail.hello#order-1"_s) <= QDateTime::currentMSecsSinceEpoch() + 1'200'000);
    }

    void itIsRescheduledToFortyMinutesEarlier()
    {
        QVERIFY(choose(u"mail.hello#order-1"_s));
        const qint64 before = dueOf(u"mail.hello#order-1"_s);
        m_screen.keys({u"shift+r"_s});
        QVERIFY(m_screen.take(u"^Reschedule 1 task$"_s));
        m_screen.write(u"40m"_s);
        m_screen.keys({u"shift+Tab"_s, u"Down"_s}); // moves to the sign combo box
        m_screen.keys({u"Return"_s});
        QVERIFY(m_screen.isGone(u"^Reschedule"_s));
        COMES(dueOf(u"mail.hello#order-1"_s), before - 2'400'000);
    }

    void aWorkerIsStartedAndRunsIt()
    {
        QCOMPARE(workers(), 0);
        m_screen.keys({u"alt+1"_s, u"Return"_s});
        m_screen.write(u"mail.broken"_s);
        m_screen.keys({u"Tab"_s});
        m_screen.write(u"fail:100"_s);
        m_screen.keys({u"Return"_s, u"Down"_s, u"Return"_s});
        m_screen.write(u"mail.*"_s);
        m_screen.keys({u"Tab"_s});
        m_screen.write(u"echo"_s);
        m_screen.keys({u"Return"_s, u"ctrl+Return"_s});
        COMES(workers(), 1);
        COMES(stateOf(u"mail.hello#order-1"_s), u"done"_s);
    }

    void aTaskFailsAndTheWorkerIsDrained()
    {
        m_screen.click(addButton);
        QVERIFY(fillTask(u"mail.broken"_s, u"order-2"_s, u"0s"_s));
        COMES(stateOf(u"mail.broken#order-2"_s), u"failed"_s);
        QVERIFY(!task(u"mail.broken#order-2"_s).value(u"error"_s).toString().isEmpty());
        QVERIFY(find(u"drain"_s));
        COMES(workers(), 0);
    }

    void retriedWithRItRunsAgain()
    {
        // Selecting a different handler stops the failures.
        m_screen.keys({u"alt+1"_s, u"ctrl+Home"_s, u"Right"_s, u"Return"_s, u"ctrl+a"_s});
        m_screen.write(u"echo"_s);
        m_screen.keys({u"Return"_s, u"ctrl+Return"_s});
        COMES(workers(), 1);
        QCOMPARE(stateOf(u"mail.broken#order-2"_s), u"failed"_s);
        QVERIFY(choose(u"mail.broken#order-2"_s));
        m_screen.keys({u"r"_s});
        COMES(stateOf(u"mail.broken#order-2"_s), u"done"_s);
    }

    void discardedWithDeleteAndUndoneWithControlZ()
    {
        QVERIFY(choose(u"mail.send#late"_s));
        const qint64 before = dueOf(u"mail.send#late"_s);
        m_screen.keys({u"Delete"_s});
        COMES(stateOf(u"mail.send#late"_s), u"trash"_s);
        m_screen.keys({u"ctrl+z"_s});
        COMES(stateOf(u"mail.send#late"_s), u"scheduled"_s);
        QCOMPARE(dueOf(u"mail.send#late"_s), before);
    }

    void discardedAndUndoneWithTheMouse()
    {
        QVERIFY(choose(u"mail.send#late"_s));
        m_screen.click(discardButton);
        COMES(stateOf(u"mail.send#late"_s), u"trash"_s);
        m_screen.picture(u"discarded"_s);
        // The toast appears when the operation ends, shortly after the task has moved.
        QVERIFY(QTest::qWaitFor(
            [this] {
                m_screen.click(undoLink);
                return stateOf(u"mail.send#late"_s) == u"scheduled"_s;
            },
            patience));
    }

    void aPausedQueueGivesNothingUntilItGoesOn()
    {
        QVERIFY(find(u"pause"_s));
        COMES(isPaused(), true);
        EXIT(m_duectl.run("add mail mail.hello --id waits"), 0);
        QTest::qWait(1'500); // The window's worker runs throughout the test.
        QCOMPARE(workers(), 1);
        QCOMPARE(stateOf(u"mail.hello#waits"_s), u"due"_s);
        QVERIFY(find(u"resume"_s));
        COMES(isPaused(), false);
        COMES(stateOf(u"mail.hello#waits"_s), u"done"_s);
    }

    void theTimelineIsZoomedMovedAndBrushed()
    {
        m_screen.keys({u"ctrl+shift+f"_s});
        // Three wheel steps halve the time range. The time under the cursor stays in place.
        const QPoint there(placeOf(dueOf(u"mail.send#a2"_s)), inThePlot);
        for (int step = 0; step < 3; ++step)
            m_screen.wheelUp(there);
        m_screen.drag({there.x(), axis}, {there.x() - 200, axis});
        // Brush a range of eight minutes on either side of the task, which excludes the task due ten minutes later.
        m_screen.drag(there - QPoint(260, 0), there - QPoint(140, 0));
        m_screen.picture(u"brushed"_s);
        m_screen.keys({u"Return"_s});
        const QStringList brushed{u"mail.send#a1"_s, u"mail.send#a2"_s, u"mail.send#a3"_s};
        const auto listed = [this] {
            m_screen.keys({u"ctrl+a"_s});
            return copied();
        };
        COMES(listed(), brushed);
        m_screen.click(firstRow);
        // Press Ctrl+A only once. Pressing it twice would select all matches, and the action would require
        // confirmation.
        m_screen.keys({u"Escape"_s, u"ctrl+a"_s, u"Delete"_s});
        for (const QString& id : brushed)
            COMES(stateOf(id), u"trash"_s);
        QCOMPARE(stateOf(u"mail.send#near"_s), u"scheduled"_s);
        QCOMPARE(stateOf(u"mail.send#late"_s), u"scheduled"_s);
        m_screen.keys({u"ctrl+z"_s});
        for (const QString& id : brushed)
            COMES(stateOf(id), u"scheduled"_s);
    }

    void besideADeadConnectionTheOtherWorks()
    {
        m_screen.keys({u"ctrl+n"_s});
        QVERIFY(m_screen.take(u"^Connect"_s));
        m_screen.write(m_jobs.url());
        m_screen.keys({u"Return"_s});
        QVERIFY(takeWindowOf(u"jobs"_s));
        m_jobs.kill9();
        QVERIFY(find(u"queue mail"_s));
        QVERIFY(takeWindowOf(u"mail"_s));
        m_screen.keys({u"ctrl+t"_s});
        QVERIFY(fillTask(u"mail.hello"_s, u"beside"_s, u"0s"_s));
        COMES(stateOf(u"mail.hello#beside"_s), u"done"_s);
        QVERIFY(!m_jobs.isRunning());
    }

    void theDeadOneComesBackByItself()
    {
        m_jobs.start();
        const auto clients = [this] { return m_jobs.call({"CLIENT", "LIST"}).bytes.count('\n'); };
        QVERIFY(QTest::qWaitFor([&] { return clients() > 1; }, 40'000)); // One connection is the test's own.
        QVERIFY(find(u"queue jobs"_s));
        QVERIFY(takeWindowOf(u"jobs"_s));
        m_screen.keys({u"ctrl+t"_s});
        QVERIFY(fillTask(u"jobs.send"_s, u"again"_s, u"600s"_s));
        const auto state = [this](const char* id) {
            return m_duectlOfJobs.run({u"show"_s, u"jobs"_s, QString::fromLatin1(id), u"--json"_s})
                .object()
                .value(u"state"_s)
                .toString();
        };
        COMES(state("jobs.send#again"), u"scheduled"_s);
        QCOMPARE(state("jobs.send#first"), u"scheduled"_s);
    }

    void drainedItQuits()
    {
        QVERIFY(find(u"drain"_s));
        COMES(workers(), 0);
        m_screen.keys({u"ctrl+q"_s});
        QCOMPARE(m_screen.ended(10'000), std::optional(0));
    }

public:
    explicit TestJourney(JourneyScreen& screen)
        : m_screen(screen)
    { }
};

int main(int argc, char** argv)
{
    if (const QString missing = JourneyScreen::missing(); !missing.isEmpty()) {
        std::printf("SKIP   : %s\n", qPrintable(missing));
        return 77;
    }
    // Run the test itself on the same screen, so that it shares the program's clipboard.
    JourneyScreen screen;
    qputenv("QT_QPA_PLATFORM", "xcb");
    qputenv("DISPLAY", screen.display());
    QGuiApplication application(argc, argv);
    TestJourney journey(screen);
    return QTest::qExec(&journey, argc, argv);
}

#include "tst_journey.moc"
