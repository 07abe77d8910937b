// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/hands.h"
#include "tests/gui/picturepalette.h"
#include "ui/actions/actions.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardwall.h"
#include "ui/failures/failuregrouppage.h"
#include "ui/panels/dock.h"
#include "ui/text/language.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/paneltable.h"

#include <QDir>
#include <QElapsedTimer>
#include <QScopeGuard>

#include <functional>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

constexpr int queues = 40;
constexpr int longWait = 120'000; ///< in ms
const QueueName worst = "payments";

/// Returns the number of tasks: 40,000, or the value of DUELINE_INCIDENT. One task in five fails.
qint64 allTasks() { return qEnvironmentVariable("DUELINE_INCIDENT", u"40000"_s).toLongLong(); }

} // namespace

/// Tests the first minutes of an incident in the real window on a real server, using only the keyboard: from the
/// overview of 40 queues to the worst new failure group and its page, a canary that fails, a spread retry, and its
/// undo. Saves screenshots of each step in the folder DUELINE_PICTURES, or in `incidentjourney` next to the program.
class TestIncidentJourney : public QObject
{
    Q_OBJECT

    std::unique_ptr<Shop> m_shop;
    int m_next = 0;

    void add(const QueueName& queue, const QByteArray& type, qint64 count, Millis in)
    {
        const TimePoint now = *m_shop->backend().serverTime();
        for (qint64 begin = 0; begin < count; begin += 1000) {
            std::vector<NewTask> tasks;
            for (qint64 i = begin; i < std::min(count, begin + 1000); ++i) {
                NewTask task;
                task.id = type + '#' + QByteArray::number(++m_next);
                task.dueAt = now + in + Millis(i);
                task.options.maxAttempts = 1;
                tasks.push_back(task);
            }
            if (!m_shop->backend().editor()->add(queue, tasks))
                qFatal("not added");
        }
    }
    /// Moves all of the queue's failures into the past.
    void dateBack(const QueueName& queue, Millis by)
    {
        const QByteArray key = "dueline:{" + queue + "}:failed";
        const Reply all = m_shop->server.call({"ZRANGE", key, "0", "-1", "WITHSCORES"});
        for (std::size_t i = 0; i < all.items.size();) {
            Command dated{"ZADD", key};
            for (std::size_t n = 0; n < 2000 && i + 1 < all.items.size(); ++n, i += 2)
                dated.insert(dated.end(),
                    {QByteArray::number(all.items[i + 1].bytes.toLongLong() - by.count()), all.items[i].bytes});
            m_shop->server.call(dated);
        }
        for (const Reply& counted : m_shop->server.call({"KEYS", "dueline:{" + queue + "}:stats:*"}).items)
            m_shop->server.call({"DEL", counted.bytes});
    }
    qint64 count(const QByteArray& role)
    {
        return m_shop->server.call({"ZCARD", "dueline:{" + worst + "}:" + role}).integer;
    }

private Q_SLOTS:
    void fromTheBoardToTheUndoneRetryByKeyboard()
    {
        const qint64 failed = allTasks() / 5;
        const qint64 ofEach = failed * 936 / 1000 / (queues - 1);
        const qint64 old = failed / 50;
        const qint64 fresh = failed - ofEach * (queues - 1) - old;
        m_shop = std::make_unique<Shop>();
        for (int i = 0; i < queues; ++i) {
            const QueueName queue = i == 0 ? worst : "tenant-" + QByteArray::number(i);
            const qint64 known = i == 0 ? old : ofEach;
            add(queue, "mail.send", known, -1min);
            m_shop->failDue(queue,
                i % 3 == 0       ? "Timeout after % s"
                    : i % 3 == 1 ? "HTTP 503 from api-%"
                                 : "quota used up",
                known);
            dateBack(queue, 5h);
            add(queue, "report.make", (allTasks() - failed) / queues, 1h);
        }
        add(worst, "charge.card", fresh, -1min);
        m_shop->failDue(worst, "connection to db-% refused\nat charge (charge.js:41)\nat run (worker.js:7)", fresh);
        QCOMPARE(count("failed"), old + fresh);

        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        Language language;
        language.use(u"en"_s);
        OpenWindow open(theme, {1440, 900});
        open.part<Dock>().setOpen(false); // A new window's dock is closed.
        const QDir pictures(qEnvironmentVariable(
            "DUELINE_PICTURES", QDir(QCoreApplication::applicationDirPath()).filePath(u"incidentjourney"_s)));
        QVERIFY(pictures.mkpath(u"."_s));
        QElapsedTimer time;
        qint64 filming = 0; // time in ms spent taking screenshots, excluded from the measurement
        const auto film = [&](const QString& name, QWidget* what = nullptr, const std::function<bool()>& isDrawn = {}) {
            const auto counted = qScopeGuard([&, from = time.elapsed()] { filming += time.elapsed() - from; });
            QTRY_VERIFY_WITH_TIMEOUT(!isDrawn || isDrawn(), longWait);
            QVERIFY(isSettled());
            const QImage image = (what ? what : &open.window)->grab().toImage();
            QVERIFY(image.convertToFormat(QImage::Format_Indexed8, picturePalette(image), Qt::ThresholdDither)
                        .save(pictures.filePath(u"incident-"_s + name + u".png"_s), "PNG", 0));
        };
        open.open(m_shop->profile(u"payments-prod"_s));
        auto& board = open.part<BoardPane>();
        QTRY_VERIFY_WITH_TIMEOUT(
            open.bench.view().current() && open.bench.view().current()->queues().size() == queues, longWait);
        Hands hands(open.window);
        time.start();
        const auto elapsed = [&] { return time.elapsed() - filming; };
        hands.press(Qt::Key_B, Qt::ControlModifier); // opens the overview, with the worst queue first
        QTRY_VERIFY_WITH_TIMEOUT(
            board.model().rowCount() == queues && board.model().rowAt(0)->row.queue == worst, longWait);
        hands.press(Qt::Key_Home, Qt::ControlModifier);
        QTRY_COMPARE(board.currentPlace().queue, worst);
        film(u"overview"_s, nullptr, [&] {
            const TimelineWidget& timeline = open.window.timelinePane().timeline();
            return board.model().rowAt(0)->row.failedLately && timeline.data().isKnown() && !timeline.isTooCoarse();
        });

        auto& page = open.part<FailureGroupPage>();
        // opens the selected queue's worst failure group
        hands.press(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(page.isVisible() && page.group(), longWait);
        const qint64 found = elapsed();
        QVERIFY2(page.group()->error.startsWith("connection to "), page.group()->error.constData());
        // The page shows the worst new group, although older groups have more failures.
        QCOMPARE(page.group()->tasks, fresh);
        QTRY_VERIFY_WITH_TIMEOUT(page.feed().isLoaded(), longWait);
        QCOMPARE(page.feed().result().counted, ofEach * (queues - 1) + old + fresh);
        QVERIFY(page.feed().result().groups.front().tasks > fresh);
        const qint64 counted = elapsed();
        QTRY_VERIFY_WITH_TIMEOUT(isAnswered(*open.bench.view().current()), longWait);
        film(u"kind"_s);

        const QString number = Formatting::count(fresh);
        const QString canary = hands.pressAndConfirm(Qt::Key_C, number); // retries a single task first
        QVERIFY2(canary.contains(u"--canary"_s), qPrintable(canary));
        QTRY_COMPARE_WITH_TIMEOUT(count("retry"), 1, longWait);
        QTRY_VERIFY(page.outcome());
        m_shop->failDue(worst, "connection to db-% refused", 1); // The worker runs the canary, which fails again.
        QTRY_VERIFY_WITH_TIMEOUT(page.outcome()->counts[std::size_t(RetryOutcome::FailedAlike)] == 1
                && open.bench.actions().undo().isPossible(),
            longWait);
        QCOMPARE(count("retry"), 0); // The retry stops when the canary fails.
        QTRY_COMPARE_WITH_TIMEOUT(page.group()->tasks, fresh, longWait);
        film(u"canary"_s);
        const qint64 tried = elapsed();

        // The retry is spread over half an hour.
        const QString spread = hands.pressAndConfirm(Qt::Key_R, number, Qt::ShiftModifier);
        QVERIFY2(spread.contains(u"--spread"_s), qPrintable(spread));
        QTRY_COMPARE_WITH_TIMEOUT(count("retry"), fresh, longWait);
        QTRY_VERIFY_WITH_TIMEOUT(page.outcome()->counts[std::size_t(RetryOutcome::Waiting)] > 0, longWait);
        const qint64 retried = elapsed();
        const auto waiting = m_shop->backend().inspector().page({worst, TaskState::Retrying, 0, 1});
        QVERIFY(waiting->tasks.front().at > *m_shop->backend().serverTime() - 2min);
        film(u"spread"_s);

        hands.press(Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(count("failed"), old + fresh, longWait);
        const qint64 undone = elapsed();
        QCOMPARE(count("retry"), 0);
        QTRY_COMPARE_WITH_TIMEOUT(page.group()->tasks, fresh, longWait);
        film(u"undone"_s);
        QVERIFY2(hands.pressed() <= 12, qPrintable(QString::number(hands.pressed())));
        qInfo(
            "%lld failed of %lld in %d queues, %d keys: kind found after %lld ms, all counted %lld, canary stopped %lld, "
            "spread %lld, undone %lld",
            failed, allTasks(), queues, hands.pressed(), found, counted, tried, retried, undone);
        // Wall mode shows the same queues.
        open.window.actions()["view.wall"]->trigger();
        QVERIFY(board.wall());
        board.wall()->setWindowState(Qt::WindowNoState);
        board.wall()->resize(1920, 1080);
        for (const auto& [choice, name] :
            {std::pair(ThemeChoice::Light, u"wall-light"_s), {ThemeChoice::Dark, u"wall-dark"_s}}) {
            theme.choose(choice);
            film(name, board.wall());
        }
        theme.choose(ThemeChoice::Light);
    }
};

QTEST_MAIN(TestIncidentJourney)
#include "tst_incidentjourney.moc"
