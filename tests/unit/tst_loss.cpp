// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/duration.h"
#include "core/console/witness/changesreport.h"
#include "core/console/witness/losswatch.h"

#include <QTemporaryDir>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const TimePoint noon = fromMs(1'764'331'200'000);

RecordSample figures(qint64 scheduled, qint64 due, qint64 leased, qint64 failed, qint64 done, TimePoint at = noon)
{
    RecordSample sample;
    sample.at = at;
    sample[RecordSample::Scheduled] = scheduled;
    sample[RecordSample::Due] = due;
    sample[RecordSample::Leased] = leased;
    sample[RecordSample::Failed] = failed;
    sample[RecordSample::Done] = done;
    return sample;
}

} // namespace

/// Tests that a queue's losses are noticed, and that finished and discarded tasks are not reported as lost.
class TestLoss : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<RecordFile> m_file;
    qint64 m_queue = 0;
    qint64 m_span = 0;

    void add(const RecordSample& sample)
    {
        RecordSample row = sample;
        row.queue = m_queue;
        QVERIFY(m_file->write(RecordTier::Seconds, row));
        QVERIFY(m_file->touchSpan(m_span, row.at));
    }
    Discontinuity flushAt(TimePoint at, bool isTotal)
    {
        RecordEvent event{0, at, {}, "flush", "FLUSHALL ran once", {}};
        const auto id = m_file->write(event);
        if (!id)
            qFatal("The event was not written.");
        event.id = *id;
        return {event, at - Millis(1000), Millis(2000), isTotal};
    }
    std::vector<RecordEvent> losses() const
    {
        std::vector<RecordEvent> found;
        const auto events = m_file->events(noon, noon + Millis(hourMs));
        for (const RecordEvent& event : *events) {
            if (event.kind == "loss")
                found.push_back(event);
        }
        return found;
    }

private Q_SLOTS:
    void init()
    {
        static int count = 0;
        auto file
            = RecordFile::write(m_folder.filePath(u"l%1.dwit"_s.arg(++count)), {"redis://shop", "native", "duectl"});
        QVERIFY(file);
        m_file = *std::move(file);
        m_queue = *m_file->queueId({0, "mail", "native", {}});
        m_span = *m_file->beginSpan({0, noon, noon, "run", "master", Millis(0), {}});
    }

    void theLossOfAQueueFollowsFromItsFigures_data()
    {
        QTest::addColumn<bool>("isTotal");
        QTest::addColumn<QList<qint64>>("after"); // scheduled, due, leased, failed, done; 40, 30, 2, 10 and 5 before
        QTest::addColumn<qint64>("removed");
        QTest::addColumn<qint64>("tasks");
        QTest::addColumn<qint64>("mayHaveRun");
        QTest::addColumn<bool>("mayBecomeDue");
        const auto row = [](const char* name, bool isTotal, const QList<qint64>& after, qint64 removed, qint64 tasks,
                             qint64 mayHaveRun, bool mayBecomeDue = false) {
            QTest::newRow(name) << isTotal << after << removed << tasks << mayHaveRun << mayBecomeDue;
        };
        row("nothing is missing", false, {40, 30, 2, 10, 5}, 0, 0, 0);
        row("tasks changed their state", false, {20, 40, 2, 20, 5}, 0, 0, 0);
        row("leased tasks ended", false, {40, 30, 0, 10, 5}, 0, 0, 0);
        row("at the usual pace", false, {40, 22, 2, 10, 5}, 0, 0, 0);
        row("above the usual pace", false, {40, 19, 2, 10, 5}, 0, 11, 11);
        row("tasks are done", false, {0, 0, 2, 10, 75}, 0, 0, 0);
        row("an operator discarded tasks", false, {0, 0, 2, 10, 5}, 70, 0, 0);
        row("an operator discarded a part", false, {0, 0, 0, 0, 0}, 10, 72, 32);
        row("everything is missing", false, {0, 0, 0, 0, 0}, 0, 82, 32);
        row("the server lost all data", true, {0, 0, 0, 0, 0}, 0, 82, 32);
        row("scheduled tasks became due", true, {0, 0, 0, 0, 0}, 0, 82, 72, true);
        row("producers were faster than the reading", true, {0, 90, 0, 0, 0}, 0, 82, 32);
    }
    void theLossOfAQueueFollowsFromItsFigures()
    {
        QFETCH(bool, isTotal);
        QFETCH(QList<qint64>, after);
        QFETCH(qint64, removed);
        QFETCH(qint64, tasks);
        QFETCH(qint64, mayHaveRun);
        QFETCH(bool, mayBecomeDue);
        const auto loss
            = lossFrom({figures(40, 30, 2, 10, 5), figures(after[0], after[1], after[2], after[3], after[4]), isTotal,
                0, removed, 4, true, Millis(2000), mayBecomeDue});
        QCOMPARE(loss ? loss->tasks : 0, tasks);
        QCOMPARE(loss ? loss->mayHaveRun : 0, mayHaveRun);
    }

    void aSmallDecreaseOfABusyQueueIsNoLoss()
    {
        // Workers claim tasks about as fast as new ones arrive, so the largest decrease in the count doesn't show the
        // workers' pace.
        LossEvidence busy{figures(0, 1'000, 5, 0, 0), figures(0, 801, 5, 0, 0), false, 0, 0, 10, false, Millis(2000)};
        QVERIFY(!lossFrom(busy));
        busy.after = figures(0, 700, 5, 0, 0);
        QCOMPARE(lossFrom(busy)->tasks, qint64(300));
        // The framework's counter shows how many tasks were added.
        busy.after = figures(0, 801, 5, 0, 0);
        busy.knowsTaken = true;
        busy.added = 10;
        QCOMPARE(lossFrom(busy)->tasks, qint64(209));
        busy.perSecond = 400;
        QVERIFY(!lossFrom(busy));
    }

    void theCounterOfAddedTasksShowsThePace()
    {
        LossWatch watch(*m_file, Millis(1000));
        qint64 added = 1'000;
        for (int second = 0; second <= 5; ++second, added += 400) { // 400 tasks per second arrive and leave
            const RecordSample sample = figures(0, 1'000, 5, 0, 0, noon + Millis(1000 * second));
            add(sample);
            QVERIFY(watch.compare("mail", sample, added, 0));
        }
        const TimePoint at = noon + Millis(6000);
        QVERIFY(watch.begin(flushAt(at, false)));
        // No tasks have arrived since the last count.
        QVERIFY(watch.compare("mail", figures(0, 300, 5, 0, 0, at), added - 400, 0));
        QVERIFY(losses().empty());
        QVERIFY(watch.begin(flushAt(at, false)));
        QVERIFY(watch.compare("mail", figures(0, 100, 5, 0, 0, at), added - 400, 0));
        QCOMPARE(losses().size(), std::size_t(1));
        QCOMPARE(lossOf(losses().front().detail).tasks, qint64(900));
        QCOMPARE(lossOf(losses().front().detail).mayHaveRun, qint64(900));
    }

    void everyDueTaskMayHaveRun_data()
    {
        QTest::addColumn<qint64>("before"); // due tasks in the reading before the last
        QTest::newRow("no task had left the queue") << qint64(400);
        QTest::newRow("the workers were slower before") << qint64(440);
    }
    /// The workers may have started or sped up since the last reading.
    void everyDueTaskMayHaveRun()
    {
        QFETCH(qint64, before);
        LossWatch watch(*m_file, Millis(1000));
        for (const auto& [at, due] : {std::pair(noon, before), {noon + Millis(1000), qint64(400)}}) {
            add(figures(0, due, 0, 0, 0, at));
            QVERIFY(watch.compare("mail", figures(0, due, 0, 0, 0, at), {}, 0));
        }
        QVERIFY(watch.begin(flushAt(noon + Millis(2000), true)));
        QVERIFY(watch.compare("mail", figures(0, 0, 0, 0, 0, noon + Millis(2000)), {}, 0));
        QCOMPARE(losses().size(), std::size_t(1));
        QCOMPARE(lossOf(losses().front().detail).mayHaveRun, qint64(400));
    }

    void scheduledTasksMayHaveRunIfTheyBecameDue_data()
    {
        QTest::addColumn<std::optional<TimePoint>>("nextDue");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("later") << std::optional(noon + Millis(2001)) << QByteArray("none was due");
        QTest::newRow("earlier") << std::optional(noon + Millis(2000)) << QByteArray("up to 7 may have run");
        QTest::newRow("unknown") << std::optional<TimePoint>() << QByteArray("up to 7 may have run");
    }
    void scheduledTasksMayHaveRunIfTheyBecameDue()
    {
        QFETCH(std::optional<TimePoint>, nextDue);
        QFETCH(QByteArray, text);
        LossWatch watch(*m_file, Millis(1000));
        const RecordSample before = figures(7, 0, 0, 2, 0, noon + Millis(1000));
        add(before);
        QVERIFY(watch.compare("mail", before, {}, 0, nextDue));
        QVERIFY(watch.begin(flushAt(noon + Millis(2000), true)));
        QVERIFY(watch.compare("mail", figures(0, 0, 0, 0, 0, noon + Millis(2000)), {}, 0));
        QCOMPARE(losses().size(), std::size_t(1));
        QCOMPARE(losses().front().text, "9 tasks were lost: scheduled 7 to 0, failed 2 to 0; " + text);
    }

    void theReportStatesThatAQueueWasPaused()
    {
        RecordSample paused = figures(0, 3, 0, 0, 0);
        paused.flags = RecordSample::Paused;
        const RecordSample running = figures(0, 3, 0, 0, 0);
        const auto notes = [](const RecordSample& before, const RecordSample& after) {
            QStringList texts;
            for (const char* note : notesOn({"mail", "native", before, after, {}, {}}))
                texts << QString::fromUtf8(note);
            return texts.join(u", "_s);
        };
        QCOMPARE(notes(paused, running), u"was paused"_s);
        QCOMPARE(notes(paused, paused), u"paused"_s);
        QCOMPARE(notes(running, running), QString());
    }

    void failedTasksCannotHaveRun()
    {
        const auto loss
            = lossFrom({figures(0, 1, 0, 9, 0), figures(0, 0, 0, 0, 0), true, 0, 0, 100, true, Millis(2000)});
        QVERIFY(loss);
        QCOMPARE(loss->tasks, qint64(10));
        QCOMPARE(loss->mayHaveRun, qint64(1));
    }

    void aLossIsReadAsItWasWritten()
    {
        QueueLoss loss{7, "restart", figures(40, 30, 2, 10, 5), figures(0, 3, 2, 10, 5, noon + Millis(1000)), 67, 45};
        loss.before.flags = RecordSample::Paused;
        QCOMPARE(lossText(loss), u"67 tasks were lost: scheduled 40 to 0, due 30 to 3; up to 45 may have run"_s);
        const QueueLoss read = lossOf(lossJson(loss));
        QCOMPARE(read.event, qint64(7));
        QCOMPARE(read.cause, QByteArray("restart"));
        QCOMPARE(lossText(read), lossText(loss));
        QCOMPARE(read.after.at, noon + Millis(1000));
        QCOMPARE(read.before.flags, qint64(RecordSample::Paused));
        loss.mayHaveRun = 0; // an early recorder didn't count the due tasks
        QCOMPARE(lossOf(lossJson(loss)).mayHaveRun, qint64(32));
        QCOMPARE(lossOf("{\"tasks\":1e300,\"may_have_run\":-5}").mayHaveRun, qint64(0));
        QCOMPARE(lossOf("no JSON").tasks, qint64(0));
    }

    void aQueueIsComparedOnceAtItsNextCount()
    {
        add(figures(5, 3, 0, 1, 0));
        LossWatch watch(*m_file, Millis(1000));
        QVERIFY(watch.begin(flushAt(noon + Millis(1000), true)));
        RecordSample unreadable;
        unreadable.flags = RecordSample::Unreadable;
        QVERIFY(watch.compare("mail", unreadable, {}, 0) && watch.compare("other", figures(0, 0, 0, 0, 0), {}, 0));
        QCOMPARE(watch.waiting(), std::vector<QueueName>{"mail"});
        QVERIFY(watch.compare("mail", figures(0, 0, 0, 0, 0, noon + Millis(1000)), {}, 0));
        QVERIFY(watch.compare("mail", figures(0, 0, 0, 0, 0, noon + Millis(2000)), {}, 0));
        QVERIFY(watch.waiting().empty());
        QCOMPARE(losses().size(), std::size_t(1));
        QCOMPARE(losses().front().text,
            QByteArray("9 tasks were lost: scheduled 5 to 0, due 3 to 0, failed 1 to 0; up to 8 may have run"));
        QCOMPARE(losses().front().queue, std::optional<qint64>(m_queue));
    }

    void theUsualPaceIsRead()
    {
        for (int second = 0; second <= 10; ++second) // 8 tasks per second leave the queue
            add(figures(0, 100 - 8 * second, 0, 0, 0, noon + Millis(1000 * second)));
        LossWatch watch(*m_file, Millis(1000));
        const TimePoint at = noon + Millis(11'000);
        QVERIFY(watch.begin(flushAt(at, false)));
        QVERIFY(watch.compare("mail", figures(0, 4, 0, 0, 0, at), {}, 0)); // 16 tasks left in 2 s, as before the flush.
        QVERIFY(losses().empty());
        QVERIFY(watch.begin(flushAt(at, false)));
        QVERIFY(watch.compare("mail", figures(0, 3, 0, 0, 0, at), {}, 0));
        QCOMPARE(losses().size(), std::size_t(1));
    }

    void aQueueThatWasEmptyBeforeTheFlushLostNothing()
    {
        add(figures(0, 100, 0, 0, 0));
        add(figures(0, 0, 0, 0, 100, noon + Millis(1000)));
        LossWatch watch(*m_file, Millis(1000));
        QVERIFY(watch.begin(flushAt(noon + Millis(2000), true)));
        QVERIFY(watch.waiting().empty());
    }

    void tasksThatAnOperatorRemovedBeforeAreNotLost()
    {
        add(figures(0, 100, 0, 0, 0));
        QVERIFY(m_file->write(RecordEvent{0, noon + Millis(500), m_queue, "operation", "discard: 100 tasks", {}}));
        add(figures(0, 0, 0, 0, 0, noon + Millis(1000)));
        LossWatch watch(*m_file, Millis(1000));
        QVERIFY(watch.begin(flushAt(noon + Millis(2000), true)));
        QVERIFY(watch.waiting().empty());
    }

    void oldFiguresAndLongAbsencesAreNotCompared()
    {
        add(figures(0, 100, 0, 0, 0));
        LossWatch watch(*m_file, Millis(1000));
        QVERIFY(watch.begin(flushAt(noon + Millis(5 * minuteMs), true)));
        QVERIFY(watch.waiting().empty());
        Discontinuity restart = flushAt(noon + Millis(1000), false);
        restart.active = Millis(hourMs);
        QVERIFY(watch.begin(restart));
        QVERIFY(watch.waiting().empty());
    }

    void aLongEvictionIsOneLoss()
    {
        add(figures(0, 100, 0, 0, 0));
        LossWatch watch(*m_file, Millis(1000));
        Discontinuity eviction = flushAt(noon + Millis(1000), false);
        QVERIFY(watch.begin(eviction) && watch.compare("mail", figures(0, 60, 0, 0, 0, noon + Millis(1000)), {}, 0));
        add(figures(0, 60, 0, 0, 0, noon + Millis(1000)));
        eviction.seen = noon + Millis(1000);
        QVERIFY(watch.begin(eviction) && watch.compare("mail", figures(0, 0, 0, 0, 0, noon + Millis(2000)), {}, 0));
        QCOMPARE(losses().size(), std::size_t(1));
        QCOMPARE(losses().front().text, QByteArray("100 tasks were lost: due 100 to 0; up to 100 may have run"));
    }

    void aServerThatLostAllDataIsRecognized()
    {
        ServerReading last;
        ServerReading now;
        last.run = now.run = "a";
        last.flushAll = now.flushAll = 3;
        ServerSample known;
        known[ServerSample::Keys] = 1'000;
        now.figures[ServerSample::Keys] = 900;
        QVERIFY(!hasLostAll("flush", &last, known, now)); // only one database was flushed
        now.flushAll = 4;
        QVERIFY(hasLostAll("flush", &last, known, now));
        QVERIFY(!hasLostAll("flush", nullptr, known, now));
        QVERIFY(!hasLostAll("restart", &last, known, now));
        now.figures[ServerSample::Keys] = 10; // the missing keys may have expired
        QVERIFY(!hasLostAll("restart", &last, known, now));
        now.figures[ServerSample::Keys] = 0;
        QVERIFY(hasLostAll("restart", &last, known, now));
        now.servers = 3;
        QVERIFY(!hasLostAll("flush", &last, known, now));
    }

    void theOffsetProvesThatAReplicaHasAllData()
    {
        ServerReading last;
        last.replication = "a";
        last.offset = 500;
        ServerReading now;
        now.replication = "b";
        now.previousReplication = "a";
        now.previousEnd = 500;
        QVERIFY(hasAllDataOf(last, now) && !lacksDataOf(last, now));
        now.previousEnd = 499;
        QVERIFY(!hasAllDataOf(last, now) && lacksDataOf(last, now));
        now.previousEnd = 600;
        now.previousReplication = "c";
        QVERIFY(!hasAllDataOf(last, now) && !lacksDataOf(last, now));
        QVERIFY(!hasAllDataOf(ServerReading(), ServerReading()) && !lacksDataOf(ServerReading(), ServerReading()));
    }

    /// A row for a minute contains that minute's maximum number of due tasks, so the report prefers one of its finer
    /// rows.
    void theLastFiguresOfAQueueAreNotTheMaximumOfAMinute()
    {
        RecordSample minute = figures(0, 100, 0, 0, 0);
        minute.queue = m_queue;
        QVERIFY(m_file->write(RecordTier::Minutes, minute));
        const auto due = [this] {
            const auto changes = readChanges(*m_file, {.from = noon});
            return changes && changes->queues.size() == 1
                ? QueueChange::figureOf(changes->queues.front().after, RecordSample::Due).value_or(-1)
                : -2;
        };
        QVERIFY(m_file->touchSpan(m_span, noon + Millis(5 * minuteMs)));
        QCOMPARE(due(), qint64(100)); // no finer row has been kept
        RecordSample last = figures(0, 3, 0, 0, 0, noon + Millis(30'000));
        last.queue = m_queue;
        QVERIFY(m_file->write(RecordTier::Seconds, last));
        QCOMPARE(due(), qint64(3));
    }

    void theReportBeginsBeforeTheLastLoss()
    {
        add(figures(5, 3, 0, 1, 0));
        LossWatch watch(*m_file, Millis(1000));
        QVERIFY(watch.begin(flushAt(noon + Millis(1000), true)));
        QVERIFY(watch.compare("mail", figures(0, 0, 0, 0, 0, noon + Millis(1000)), {}, 0));
        QVERIFY(m_file->queueId({0, "other", {}, {}}));
        // A restart without loss follows.
        const auto restart
            = m_file->write(RecordEvent{0, noon + Millis(9000), {}, "restart", "Redis was restarted", {}});
        QVERIFY(restart);
        QVERIFY(m_file->touchSpan(m_span, noon + Millis(10'000)));
        const auto changes = readChanges(*m_file, {});
        QVERIFY(changes);
        QCOMPARE(changes->around->kind, QByteArray("flush"));
        QCOMPARE(changes->losses.size(), std::size_t(1));
        QCOMPARE(changes->losses.front().queue, QByteArray("mail"));
        QCOMPARE(changes->losses.front().loss.tasks, qint64(9));
        QCOMPARE(changes->lossTotals().tasks, qint64(9));
        const QString text = changesText(*changes, formatInstant);
        QVERIFY2(text.contains(u"Lost:      9 tasks in 1 queue; up to 8 may have run\n"_s), qPrintable(text));
        // If a queue has lost tasks more than once, the report shows which event each list belongs to.
        Changes twice = *changes;
        twice.losses.push_back(twice.losses.front());
        twice.losses[0].known = VanishedTasks{3, 1, "mail", noon, 9, 9, 0, 0};
        QVERIFY(changesText(twice, formatInstant).contains(u"By id:     9 of mail, 9 with payload\n"_s));
        twice.losses[1].known = VanishedTasks{7, 1, "mail", noon, 2, 2, 0, 0};
        QVERIFY(changesText(twice, formatInstant)
                    .contains(u"By id:     9 of mail, 9 with payload (--event 3)\n"
                              "By id:     2 of mail, 2 with payload (--event 7)\n"_s));
        const auto later = readChanges(*m_file, {.event = *restart});
        QVERIFY(later && later->losses.empty());
        QCOMPARE(later->from, noon + Millis(9000));
        QCOMPARE(later->around->kind, QByteArray("restart"));
        const auto other = readChanges(*m_file, {.queue = "other"});
        QVERIFY(other && other->losses.empty());
        QCOMPARE(other->around->kind, QByteArray("restart"));
        const auto none = readChanges(*m_file, {.queue = "none"});
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(TestLoss)
#include "tst_loss.moc"
