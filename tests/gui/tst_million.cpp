// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/operationlog.h"
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/picturepalette.h"
#include "tests/gui/spreadfailures.h"
#include "tests/support/millionqueue.h"
#include "ui/dialogs/rescheduledialog.h"
#include "ui/failures/failurespanel.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/panels/dock.h"
#include "ui/text/language.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QComboBox>
#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QJsonDocument>
#include <QProcess>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>

#include <csignal>
#include <cstdio>
#include <cstring>

#include <sys/prctl.h>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int patience = 600'000;
constexpr qint64 inTheMiddle = 1'000; ///< number of tasks processed before the operation is canceled or killed
constexpr qint64 takesLong = 300'000; ///< enough tasks to keep an operation busy even at full speed

/// Returns the number of tasks in the queue: 30,000, or the value of DUELINE_MILLION.
qint64 size() { return qEnvironmentVariable("DUELINE_MILLION", u"30000"_s).toLongLong(); }

/// Runs the window in a separate process and operates it with mouse and keyboard. The process reports progress on
/// stdout until it is killed.
class Operator
{
public:
    explicit Operator(const QString& url)
        : m_theme(*qobject_cast<QApplication*>(QCoreApplication::instance()))
        , m_open(m_theme, {1600, 1000})
    {
        Profile profile;
        profile.name = u"million"_s;
        profile.url = url;
        m_open.open(profile);
    }

    int work()
    {
        if (!wait([this] { return m_open.bench.view().queue() && m_open.bench.list().tasks().rowCount() > 0; }))
            return say("no queue");
        if (!brushWhatIsToCome())
            return say("nothing was brushed");
        std::printf("%lld match\n", (long long)m_open.bench.list().feed().matches());
        std::fflush(stdout);
        QPointer<OperationJob> job;
        qint64 done = 0;
        QObject::connect(&m_open.bench.events(), &WindowEvents::operationStarted, [&](OperationJob* started) {
            job = started;
            done = 0;
            QObject::connect(
                started, &OperationJob::progressed, [&done](const OperationProgress& p) { done = p.done; });
        });
        if (!rescheduleAll() || !wait([&done] { return done >= inTheMiddle; }))
            return say("nothing was rescheduled");
        m_open.part<Dock>().open(u"activity"_s);
        QToolButton& cancel = m_open.part<ActivityPanel>().cancelButton();
        if (!wait([&cancel] { return cancel.isEnabled(); }))
            return say("nothing could be cancelled");
        cancel.click();
        if (!wait([this, &job] { return !job && m_open.bench.actions().undo().isPossible(); }))
            return say("nothing was cancelled");
        std::printf("cancelled after %lld\n", (long long)done);
        std::fflush(stdout);
        // A queue remembers only where a task was before its last action. Undo the first operation now, so that the
        // next one can be undone completely.
        bool undone = false;
        QObject::connect(&m_open.bench.events(), &WindowEvents::noticed,
            [&undone](const Notice& notice) { undone |= notice.icon == u"undo"_s; });
        m_open.window.actions()["edit.undo"]->trigger();
        if (!wait([&undone] { return undone; }))
            return say("nothing was undone");
        if (!rescheduleAll() || !wait([&done] { return done >= inTheMiddle; }))
            return say("nothing was rescheduled again");
        std::puts("in the middle");
        std::fflush(stdout);
        QTest::qWait(patience);
        return 1;
    }

private:
    static bool wait(const std::function<bool()>& fact) { return QTest::qWaitFor(fact, patience); }
    static int say(const char* trouble)
    {
        std::puts(trouble);
        return 1;
    }

    /// Brushes from half an hour from now to the last task and presses Return, so that the table lists these tasks.
    bool brushWhatIsToCome()
    {
        TimelineWidget& timeline = m_open.part<TimelineWidget>();
        bool fitted = false; // set once the view has been fitted, because an earlier range may contain fewer tasks
        QObject::connect(
            &m_open.window.shownTimeline().feed(), &TimelineFeed::fitted, &timeline, [&fitted] { fitted = true; });
        m_open.window.actions()["view.fit"]->trigger();
        if (!wait([&] { return fitted && timeline.data().totals[TaskState::Scheduled] > 0; }))
            return false;
        const int y = timeline.plot().center().y();
        const QPoint from(int(timeline.scale().x(m_open.bench.view().now() + 30min)), y);
        const QPoint to(timeline.plot().right() - 1, y);
        QTest::mousePress(&timeline, Qt::LeftButton, {}, from);
        QTest::mouseMove(&timeline, (from + to) / 2);
        QTest::mouseMove(&timeline, to);
        QTest::mouseRelease(&timeline, Qt::LeftButton, {}, to);
        if (!timeline.brush())
            return false;
        QTest::keyClick(&timeline, Qt::Key_Return);
        return wait(
            [this] { return m_open.bench.list().feed().matches() > 0 && !m_open.bench.list().feed().isSearching(); });
    }

    /// Selects all matches by pressing Ctrl+A twice, and reschedules them by a quarter of an hour at a limited pace.
    bool rescheduleAll()
    {
        TaskTable& table = m_open.table();
        table.setFocus();
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        if (!wait([this] { return !m_open.bench.list().tasks().ticked().isEmpty(); }))
            return false;
        QTest::keyClick(&table, Qt::Key_A, Qt::ControlModifier);
        if (!m_open.bench.list().tasks().isAll())
            return false;
        bool asked = false;
        QTimer watch; // fires while the dialog runs its own event loop
        QObject::connect(&watch, &QTimer::timeout, [&] {
            auto* dialog = qobject_cast<RescheduleDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible())
                return;
            for (auto* pace : dialog->findChildren<QComboBox*>()) {
                const int slow = pace->findText(u"1,000 per second"_s);
                if (slow >= 0 && size() < takesLong)
                    pace->setCurrentIndex(slow);
            }
            for (auto* verb : dialog->findChildren<QPushButton*>()) {
                if (!verb->isDefault() || !verb->isEnabled())
                    continue;
                watch.stop();
                asked = true;
                return verb->click();
            }
        });
        watch.start(50);
        m_open.window.actions()["task.reschedule"]->trigger();
        return wait([&asked] { return asked; });
    }

    Theme m_theme;
    OpenWindow m_open;
};

} // namespace

/// Tests a large queue, from brushing to undo, in a window that is killed during an operation. In the end, every task
/// must have its original score.
class TestMillion : public QObject
{
    Q_OBJECT

    /// Returns a digest of each sorted set's members and scores.
    static std::map<QByteArray, QByteArray> everyScore(RedisServer& server)
    {
        constexpr qint64 atOnce = 10'000;
        std::map<QByteArray, QByteArray> all;
        for (const char* role : {"pending", "retry", "leased", "failed", "done", "trash"}) {
            QCryptographicHash hash(QCryptographicHash::Sha256);
            qint64 first = 0;
            for (;;) {
                const Reply part = server.call({"ZRANGE", QByteArray("dueline:{mail}:") + role,
                    QByteArray::number(first), QByteArray::number(first + atOnce - 1), "WITHSCORES"});
                for (const Reply& item : part.items) {
                    hash.addData(item.bytes + '\n');
                }
                first += qint64(part.items.size()) / 2;
                if (part.items.size() < 2 * atOnce)
                    break;
            }
            all[role] = QByteArray::number(first) + ' ' + hash.result().toHex();
        }
        return all;
    }
    static QString lineOf(QProcess& program)
    {
        if (!program.canReadLine() && !QTest::qWaitFor([&program] { return program.canReadLine(); }, patience))
            return {};
        return QString::fromUtf8(program.readLine()).trimmed();
    }

private Q_SLOTS:
    void brushedFilteredRescheduledCancelledKilledResumedAndUndoneEveryScoreIsAsBefore()
    {
        Shop shop;
        shop.server.call({"CONFIG", "SET", "maxmemory", "0"});
        MillionQueue queue(shop.backend(), "mail", 200);
        queue.fill(size());
        queue.completeStates(int(size() / 1000), int(size() / 100));
        const auto before = everyScore(shop.server);

        QProcess program;
        program.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
        program.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        program.start(QCoreApplication::applicationFilePath(), {u"tst_million"_s, u"--operator"_s, shop.server.url()});
        QVERIFY(program.waitForStarted());
        const QString matching = lineOf(program);
        QVERIFY2(matching.endsWith(u" match"_s), qPrintable(matching));
        const qint64 matches = matching.section(u' ', 0, 0).toLongLong();
        QVERIFY2(matches > size() / 3 && matches < size(), qPrintable(matching));
        const QString cancelled = lineOf(program);
        QVERIFY2(cancelled.startsWith(u"cancelled after"_s), qPrintable(cancelled));
        const QString middle = lineOf(program);
        QCOMPARE(middle, u"in the middle"_s);
        program.kill();
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        QVERIFY(everyScore(shop.server) != before);

        // Once the killed window's claim has expired, the record shows the interruption.
        auto records = shop.backend().inspector().operations("mail");
        QVERIFY(QTest::qWaitFor(
            [&] {
                records = shop.backend().inspector().operations("mail");
                return records && !records->empty() && records->front().isInterrupted();
            },
            patience));
        const OperationRecord killed = records->front();
        const OperationRecord first = records->at(2); // the record of the first operation's undo is in between
        QVERIFY(killed.done >= inTheMiddle && killed.done < killed.total);
        QVERIFY(!first.undoneBy.isEmpty() && first.done >= inTheMiddle && first.done < first.total);

        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        OpenWindow window(theme, {1600, 1000});
        Connection& connection = window.open(shop.profile(u"again"_s));
        QTRY_VERIFY_WITH_TIMEOUT(window.bench.view().queue(), patience);
        window.part<Dock>().open(u"activity"_s);
        ActivityPanel& activity = window.part<ActivityPanel>();
        connection.refresher().refresh();
        const OperationId id = killed.id;
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                activity.showOperation(id);
                return activity.pauseButton().isEnabled() && activity.pauseButton().text() == u"Resume";
            }(),
            patience);
        activity.pauseButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(findOperation(shop.backend().inspector(), id)->finished, patience);
        const OperationRecord resumed = *findOperation(shop.backend().inspector(), id);
        QCOMPARE(resumed.skipped, size() / 1000); // A leased task's due time can't be changed.
        QCOMPARE(resumed.done, killed.total - size() / 1000);

        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                activity.showOperation(id);
                return activity.undoButton().isEnabled();
            }(),
            patience);
        const int row = activity.table().currentIndex().row();
        QCOMPARE(activity.model().rowAt(row)->record.id, id);
        activity.undoButton().click();
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                const auto record = findOperation(shop.backend().inspector(), id);
                return record && !record->undoneBy.isEmpty();
            }(),
            patience);
        QTRY_VERIFY_WITH_TIMEOUT(
            [&] {
                const auto newest = shop.backend().inspector().operations("mail", 1);
                return newest && newest->front().undoes == id && newest->front().finished;
            }(),
            patience);
        QCOMPARE(everyScore(shop.server), before);
        qInfo("%lld tasks, %lld rescheduled, %s, killed after %lld", (long long)size(), (long long)matches,
            qPrintable(cancelled), (long long)killed.done);
    }

    void failedTasksAreCountedToTheLastAndThePanelSaysHowFarItIs()
    {
        Shop shop;
        shop.server.call({"CONFIG", "SET", "maxmemory", "0"});
        MillionQueue(shop.backend(), "mail", 200).fail(size());
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        OpenWindow window(theme, {1600, 1000});
        window.open(shop.profile(u"failed"_s));
        QTRY_VERIFY_WITH_TIMEOUT(window.bench.view().queue(), patience);
        auto& panel = window.part<FailuresPanel>();
        const auto* head = panel.findChild<PanelHeader*>();
        QStringList said;
        QElapsedTimer timer;
        timer.start();
        window.part<Dock>().open(u"failures"_s);
        QVERIFY(QTest::qWaitFor(
            [&] {
                if (said.isEmpty() || said.last() != head->note())
                    said << head->note();
                return panel.feed().isLoaded();
            },
            patience));
        const FailureGroups& counts = panel.feed().result();
        QCOMPARE(counts.counted, size());
        QCOMPARE(panel.feed().others(), 0);
        QCOMPARE(counts.groups.size(), 5U);
        qint64 sum = 0;
        for (const FailureGroup& kind : counts.groups) {
            QCOMPARE(kind.shares.size(), 10U); // one share per type
            sum += kind.tasks;
        }
        QCOMPARE(sum, size());
        QVERIFY2(!said.filter(u" of %1"_s.arg(Formatting::count(size()))).isEmpty(), qPrintable(said.join(u'\n')));
        qInfo("%lld failed tasks counted in %lld ms", (long long)size(), timer.elapsed());
    }

    void whatIsFilledWasAddedThenDueThenTriedThenFailed()
    {
        Shop shop;
        MillionQueue(shop.backend(), "mail", 200, furthestFailure + 10min).fill(2'000);
        spreadFailures(shop.server, "mail", must(shop.backend().serverTime()));
        for (const TaskState state : {TaskState::Failed, TaskState::Retrying}) {
            std::vector<TaskId> ids;
            for (const Task& task : must(shop.backend().inspector().page({"mail", state, 0, 100})).tasks)
                ids.push_back(task.id);
            QCOMPARE(ids.size(), 100U);
            for (const auto& whole : must(shop.backend().inspector().readRecords("mail", ids))) {
                QVERIFY(whole && whole->detail.task.addedAt && whole->detail.firstDue
                    && whole->detail.attempts.size() == 1U);
                const Attempt& attempt = whole->detail.attempts.front();
                QVERIFY(*whole->detail.task.addedAt < *whole->detail.firstDue
                    && *whole->detail.firstDue <= attempt.startedAt);
                QVERIFY(attempt.startedAt <= attempt.endedAt && attempt.endedAt <= whole->detail.task.at);
                QVERIFY(whole->payload.size() == 200 && QJsonDocument::fromJson(whole->payload).isObject());
            }
        }
    }

    /// Saves the screenshots for the README. resources/pictures/update runs this function.
    void itsPictures()
    {
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        if (folder.isEmpty())
            QSKIP("DUELINE_PICTURES names no folder for them");
        Shop shop(
            // Use TCP, because the screenshot shows the address.
            "mail.send", {.tcp = true, .aof = false, .password = {}, .arguments = {}});
        shop.server.call({"CONFIG", "SET", "maxmemory", "0"});
        MillionQueue queue(shop.backend(), "mail", 200, furthestFailure + 10min);
        queue.fill(size());
        queue.completeStates(int(size() / 2000), int(size() / 100));
        spreadFailures(shop.server, "mail", *shop.backend().serverTime());
        Language language;
        language.use(u"en"_s);
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        OpenWindow window(theme, {1440, 900});
        window.open(shop.profile(u"orders"_s));
        QTRY_VERIFY_WITH_TIMEOUT(window.bench.view().queue() && window.table().currentTask(), patience);
        window.window.actions()["view.fit"]->trigger();
        auto& timeline = window.part<TimelineWidget>();
        QTRY_VERIFY_WITH_TIMEOUT(timeline.scale().range().length() > 8h, patience);
        window.part<Dock>().open(u"failures"_s);
        QTRY_VERIFY_WITH_TIMEOUT(window.part<FailuresPanel>().feed().isLoaded(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(timeline.data().totals[TaskState::Failed] > size() / 4, patience);
        timeline.setBrush(TimeRange{window.bench.view().now() - 2h - 50min, window.bench.view().now() - 2h});
        QTRY_VERIFY_WITH_TIMEOUT(window.bench.list().feed().isKnown() && window.bench.list().tasks().isAll(), patience);
        const int row = window.bench.list().tasks().rowCount() / 2; // a task in the brushed range
        window.table().verticalScrollBar()->setValue((row - 3) * window.table().rowHeight());
        QTRY_VERIFY_WITH_TIMEOUT(window.bench.list().tasks().taskAt(row), patience);
        window.table().setCurrentIndex(window.bench.list().tasks().index(row, TaskTableModel::Type));
        for (const auto& [choice, name] : {std::pair(ThemeChoice::Light, u"million-light.png"_s),
                 std::pair(ThemeChoice::Dark, u"million-dark.png"_s)}) {
            theme.choose(choice);
            QVERIFY(isAnswered(*window.bench.view().current()));
            const QImage image = window.window.grab().toImage();
            QVERIFY(image.convertToFormat(QImage::Format_Indexed8, picturePalette(image), Qt::ThresholdDither)
                        .save(QDir(folder).filePath(name), "PNG", 0));
        }
    }
};

int main(int argc, char** argv)
{
    qputenv("QTEST_FUNCTION_TIMEOUT", "3600000");
    const QTemporaryDir config;
    qputenv("XDG_CONFIG_HOME", config.path().toUtf8());
    QApplication application(argc, argv);
    if (argc == 3 && std::strcmp(argv[1], "--operator") == 0)
        return Operator(QString::fromLocal8Bit(argv[2])).work();
    TestMillion test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_million.moc"
