// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeoutcomes.h"
#include "core/redis/redisconnection.h"
#include "tests/gui/panelplace.h"
#include "ui/models/cell.h"
#include "ui/panels/results/resultspanel.h"
#include "ui/theme/theme.h"
#include "ui/widgets/panelheader.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QScrollBar>
#include <QThread>
#include <QToolButton>

#include <atomic>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

ResultEntry entryOf(int number, const QByteArray& outcome = "done", const QByteArray& error = {})
{
    ResultEntry entry;
    entry.at = fromMs(1'800'000'000'000 + number);
    entry.queue = number % 2 == 0 ? "mail" : "billing";
    entry.outcome.id = PanelPlace::idOf(number);
    entry.outcome.outcome = outcome;
    entry.outcome.attempt = 1;
    entry.outcome.error = error;
    return entry;
}

} // namespace

/// Tests the results panel on a real server.
class TestResultsPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<PanelPlace> m_place;
    std::unique_ptr<ResultsPanel> m_panel;

    void show()
    {
        m_panel = std::make_unique<ResultsPanel>(*m_theme, m_place->formatting, m_place->bench.view());
        m_panel->resize(1100, 260);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_place->connectBench();
        QTRY_VERIFY(m_panel->log() && m_panel->log()->isListening());
    }
    /// Runs one task with a worker and reports its result.
    void finish(Backend& worker, const QueueName& queue, const QByteArray& error = {})
    {
        const Lease lease = PanelPlace::claim(worker, queue).front();
        Outcome outcome;
        outcome.id = lease.id;
        outcome.outcome = error.isEmpty() ? "done" : "failed";
        outcome.attempt = lease.attempt;
        outcome.worker = "worker-a";
        outcome.ran = 222ms;
        outcome.late = 4ms;
        outcome.error = error;
        const bool written = error.isEmpty()
            ? worker.broker()->ack(queue, {{lease.id, lease.token, {}}}, encodeOutcomes({outcome})).ok()
            : worker.broker()
                  ->nack(queue, {{lease.id, lease.token, {}, "failed", error, lease.dueAt}}, encodeOutcomes({outcome}))
                  .ok();
        QVERIFY(written);
    }
    QString words(int row, int column) { return m_panel->log()->model().index(row, column).data().toString(); }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init() { m_place = std::make_unique<PanelPlace>(); }
    void cleanup()
    {
        m_panel.reset();
        m_place.reset();
    }

    void whatAWorkerFinishesIsListedNewestFirst()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 1, 1);
        m_place->add("billing", 1, 2);
        show();
        finish(*worker, "mail");
        finish(*worker, "billing", "SMTP <b>451</b> greylisted");
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 2);
        QCOMPARE(words(0, ResultModel::Ended), u"Failed"_s);
        QCOMPARE(words(0, ResultModel::Queue), u"billing"_s);
        QCOMPARE(words(0, ResultModel::Words), u"SMTP <b>451</b> greylisted"_s); // shown as plain text
        QCOMPARE(words(1, ResultModel::Ended), u"Done"_s);
        QCOMPARE(words(1, ResultModel::Task), u"mail.send"_s);
        QCOMPARE(words(1, ResultModel::Took), u"222 ms"_s);
        QCOMPARE(words(1, ResultModel::Worker), u"worker-a"_s);
        const auto tip = m_panel->log()->model().index(0, ResultModel::Words).data(Qt::ToolTipRole).toString();
        QVERIFY2(!tip.contains(u"<b>"), qPrintable(tip));
    }

    /// BullMQ workers publish a stream of events. Events from before the panel opened are not listed.
    void whatWorkersOfAFrameworkAnnounceIsListed()
    {
        RedisServer& server = m_place->server;
        server.call({"HSET", "bull:jobs:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        const auto announce = [&server](const QByteArray& id, const QByteArray& event) {
            server.call({"XADD", "bull:jobs:events", "*", "event", event, "jobId", id, "failedReason", "550 no"});
        };
        announce("1", "completed");
        server.call({"HSET", "bull:jobs:2", "name", "send", "atm", "3", "processedOn", "1700000000000", "finishedOn",
            "1700000000250"});
        m_place->profile.layout = u"bullmq"_s;
        show();
        announce("2", "failed");
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 1);
        QCOMPARE(words(0, ResultModel::Ended), u"Failed"_s);
        QCOMPARE(words(0, ResultModel::Queue), u"jobs"_s);
        QCOMPARE(words(0, ResultModel::Task), u"send"_s);
        QCOMPARE(words(0, ResultModel::Attempt), u"3"_s);
        QCOMPARE(words(0, ResultModel::Took), u"250 ms"_s);
        QCOMPARE(words(0, ResultModel::Words), u"550 no"_s);
    }

    /// The header and the list must agree before the first result, with results, and after clearing.
    void theHeadCountsWhatWasListed()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 2, 1);
        show();
        QTRY_VERIFY(m_panel->log()->isListening());
        QVERIFY(m_panel->head().note().isEmpty());
        finish(*worker, "mail");
        QTRY_VERIFY2(m_panel->head().note().startsWith(u"1 received since"_s), qPrintable(m_panel->head().note()));
        QCOMPARE(m_panel->log()->model().rowCount(), 1);
        m_panel->log()->clear();
        QTRY_COMPARE(m_panel->head().note(), QString());
        QCOMPARE(m_panel->log()->heard(), 0);
        m_panel->log()->setPaused(true);
        finish(*worker, "mail");
        QTRY_COMPARE(m_panel->log()->waiting(), 1);
        QTRY_VERIFY(m_panel->head().note().startsWith(u"paused, 1 waiting · 1 received since"_s));
        QStringList said;
        for (const PlainLabel* label : m_panel->findChildren<PlainLabel*>())
            said << label->fullText();
        QVERIFY2(said.contains(u"Paused"_s) && !said.contains(u"No outcomes yet"_s), qPrintable(said.join(u" | "_s)));
    }

    void whatEndedBeforeThePanelWasOpenedIsListedBelow()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 3, 1);
        finish(*worker, "mail");
        const TimePoint first = SystemClock().now();
        QTRY_VERIFY(SystemClock().now() > first + 2ms); // so that the two tasks don't end in the same millisecond
        finish(*worker, "mail", "550 no such user");
        show();
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 3);
        ResultModel& model = m_panel->log()->model();
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(words(0, ResultModel::Ended), u"Earlier"_s);
        QVERIFY2(words(0, ResultModel::Words).contains(u"2 task(s)"_s), qPrintable(words(0, ResultModel::Words)));
        QCOMPARE(words(1, ResultModel::Ended), u"Failed"_s); // newest result first
        QCOMPARE(words(1, ResultModel::Words), u"550 no such user"_s);
        QCOMPARE(words(2, ResultModel::Ended), u"Done"_s);
        QCOMPARE(words(2, ResultModel::Took), u"–"_s); // The queue doesn't store durations.
        QCOMPARE(m_panel->log()->heard(), 0);
        finish(*worker, "mail");
        QTRY_COMPARE(model.rowCount(), 4);
        QCOMPARE(words(0, ResultModel::Took), u"222 ms"_s);
        QCOMPARE(words(1, ResultModel::Ended), u"Earlier"_s);
        QCOMPARE(m_panel->log()->heard(), 1);
        m_panel->filter().setText(u"550"_s);
        QCOMPARE(model.rowCount(), 2); // The summary row stays.
        m_panel->clearButton().click();
        QCOMPARE(model.held(), 0);
    }

    void whereNothingIsKeptThatIsSaid()
    {
        m_place->add("mail", 1, 1, 1h);
        show();
        QTRY_VERIFY(m_panel->log()->knowsEarlier());
        const auto says = [&](const QString& sentence) {
            for (const PlainLabel* label : m_panel->findChildren<PlainLabel*>()) {
                if (label->isVisible() && label->fullText().contains(sentence))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(says(u"Earlier outcomes are not kept"_s));
    }

    void theFilterHidesAndForgetsNothing()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 2, 1);
        show();
        finish(*worker, "mail");
        finish(*worker, "mail", "timeout");
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 2);
        m_panel->filter().setText(u"mail -timeout"_s);
        QCOMPARE(m_panel->log()->model().rowCount(), 1);
        QVERIFY2(m_panel->head().note().startsWith(u"1 of 2 match"), qPrintable(m_panel->head().note()));
        m_panel->filter().setText(u"nobody"_s);
        QCOMPARE(m_panel->log()->model().rowCount(), 0);
        m_panel->filter().clear();
        QCOMPARE(m_panel->log()->model().rowCount(), 2);
    }

    void whilePausedTheRowsStandStillAndWhatComesWaits()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 3, 1);
        show();
        finish(*worker, "mail");
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 1);
        m_panel->pauseButton().click();
        finish(*worker, "mail");
        finish(*worker, "mail");
        QTRY_COMPARE(m_panel->log()->waiting(), 2);
        QCOMPARE(m_panel->log()->model().rowCount(), 1);
        QVERIFY2(m_panel->head().note().startsWith(u"paused, 2 waiting"), qPrintable(m_panel->head().note()));
        m_panel->pauseButton().click();
        QCOMPARE(m_panel->log()->model().rowCount(), 3);
        m_panel->clearButton().click();
        QCOMPARE(m_panel->log()->model().rowCount(), 0);
        QCOMPARE(m_panel->log()->model().held(), 0);
    }

    void aLostConnectionLeavesAGapThatIsSaid()
    {
        m_place->add("mail", 1, 1, 1h);
        show();
        QAbstractItemModelTester tester(
            &m_panel->log()->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_place->server.kill9();
        QTRY_VERIFY(!m_panel->log()->isListening());
        QTRY_VERIFY2(m_panel->head().note().startsWith(u"not listening"), qPrintable(m_panel->head().note()));
        m_place->server.start();
        QTRY_VERIFY_WITH_TIMEOUT(m_panel->log()->isListening(), 20'000);
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 1);
        QCOMPARE(words(0, ResultModel::Ended), u"Gap"_s);
        QVERIFY(words(0, ResultModel::Words).contains(u"missing"_s));
    }

    void aFloodOfTenThousandASecondLeavesTheWindowUsableAndEveryOneCounted()
    {
        m_place->add("mail", 1, 1, 1h);
        show();
        constexpr int batches = 300;
        constexpr int perBatch = 100;
        QElapsedTimer took;
        took.start();
        std::atomic<bool> published = false;
        const std::unique_ptr<QThread> publisher(QThread::create([&, config = m_place->server.config()] {
            RedisConnection connection(config);
            if (!connection.open())
                return;
            QElapsedTimer clock;
            clock.start();
            for (int batch = 0; batch < batches; ++batch) {
                std::vector<Outcome> outcomes;
                for (int i = 0; i < perBatch; ++i)
                    outcomes.push_back(entryOf(batch * perBatch + i).outcome);
                if (!connection.send(
                        {"PUBLISH", "dueline:{mail}:results", NativeOutcomes::stamped(encodeOutcomes(outcomes), 0)})
                    || !connection.receive(5s))
                    return;
                // Add 10,000 results per second: 100 every 10 ms.
                while (clock.elapsed() < batch * 10)
                    QThread::msleep(1);
            }
            published = true;
        }));
        publisher->start();
        // Longest time without event processing.
        qint64 longest = 0;
        QElapsedTimer turn;
        turn.start();
        while (m_panel->log()->heard() < batches * perBatch && took.elapsed() < 30'000) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
            longest = std::max(longest, turn.restart());
        }
        publisher->wait();
        QVERIFY(published);
        QCOMPARE(m_panel->log()->heard(), qint64(batches * perBatch));
        qInfo("longest turn of the event loop: %lld ms", longest);
        QVERIFY2(longest < 250, qPrintable(QString::number(longest)));
        QTRY_COMPARE(m_panel->log()->model().held() + m_panel->log()->model().forgotten(), qint64(batches * perBatch));
        QVERIFY(m_panel->log()->model().held() <= qint64(ResultModel::capacity));
        QCOMPARE(words(0, ResultModel::Task), u"mail.send"_s);
        QCOMPARE(m_panel->log()->model().rowAt(0)->outcome.id, PanelPlace::idOf(batches * perBatch - 1));
    }

    void newRowsOnTopLeaveWhatIsLookedAtInPlace()
    {
        m_place->add("mail", 1, 1, 1h);
        show();
        ResultLog& log = *m_panel->log();
        const auto publish = [this](int from, int count) {
            std::vector<Outcome> outcomes;
            for (int i = from; i < from + count; ++i)
                outcomes.push_back(entryOf(i).outcome);
            m_place->server.call(
                {"PUBLISH", "dueline:{mail}:results", NativeOutcomes::stamped(encodeOutcomes(outcomes), 0)});
        };
        publish(0, 100);
        QTRY_COMPARE(log.model().rowCount(), 100);
        PanelTable& table = *m_panel->table();
        table.selectRow(50);
        table.verticalScrollBar()->setValue(48 * 26);
        const int y = table.rowViewportPosition(50);
        publish(100, 10);
        QTRY_COMPARE(log.model().rowCount(), 110);
        QCOMPARE(table.selectedRowNumbers(), std::vector<int>{60});
        QCOMPARE(table.rowViewportPosition(60), y);
    }

    void theRingKeepsItsPromisesWhateverComes()
    {
        const Formatting formatting{QTimeZone::utc()};
        ResultModel model(formatting);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        int number = 0;
        const auto batch = [&number](int count) {
            std::deque<ResultEntry> entries;
            for (int i = 0; i < count; ++i, ++number)
                entries.push_back(entryOf(number, number % 10 == 0 ? "failed" : "done"));
            return entries;
        };
        model.append(batch(3));
        QCOMPARE(model.rowCount(), 3);
        model.setFilter(u"failed"_s);
        QCOMPARE(model.rowCount(), 1);
        model.append(batch(9'997));
        QCOMPARE(model.held(), 10'000);
        QCOMPARE(model.rowCount(), 1'000);
        model.append(batch(25));
        QCOMPARE(model.held(), 10'000);
        QCOMPARE(model.rowCount(), 1'000);
        QCOMPARE(model.forgotten(), 25);
        model.append(batch(12'000)); // more than the ring buffer can hold
        QCOMPARE(model.held(), 10'000);
        QCOMPARE(model.forgotten(), 12'025);
        QCOMPARE(model.rowCount(), 1'000);
        QCOMPARE(model.rowAt(0)->outcome.id, entryOf(22'020).outcome.id);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 10'000);
        QCOMPARE(model.rowAt(0)->outcome.id, entryOf(22'024).outcome.id);
        QCOMPARE(model.rowAt(9'999)->outcome.id, entryOf(12'025).outcome.id);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void eachConnectionHasItsOwnList()
    {
        auto worker = m_place->open("worker-a");
        m_place->add("mail", 1, 1);
        show();
        finish(*worker, "mail");
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 1);
        ResultLog* first = m_panel->log();
        const QString firstId = m_place->bench.view().current()->id();
        m_place->connectBench();
        QTRY_VERIFY(m_panel->log() && m_panel->log() != first);
        // These results come from the queue, which stores them, not from the first connection's list.
        QTRY_COMPARE(m_panel->log()->model().rowCount(), 2);
        QVERIFY(m_panel->log()->model().rowAt(1)->kept);
        m_place->bench.view().show({firstId, "mail", {}});
        QCOMPARE(m_panel->log(), first);
        QCOMPARE(m_panel->log()->model().rowCount(), 1);
        m_place->bench.connections().close(firstId);
        QTRY_VERIFY(m_panel->log() != first);
    }
};

QTEST_MAIN(TestResultsPanel)
#include "tst_resultspanel.moc"
