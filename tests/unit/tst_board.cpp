// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardmemory.h"
#include "core/console/board/boardtotals.h"
#include "tests/support/manualclock.h"
#include "tests/support/memory/memorybackend.h"
#include "tests/support/must.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

BoardRow rowNamed(const QueueName& queue, qint64 failedLately = 0, qint64 failed = 0)
{
    BoardRow row;
    row.queue = queue;
    row.serverNow = fromMs(1'000'000'000);
    row.failedLately = failedLately;
    row.failed = failed;
    row.due = 0;
    return row;
}

/// Inspector for a framework that keeps no per-minute counts and lists failed tasks newest first.
class FailedByRank : public QueueInspector
{
public:
    explicit FailedByRank(std::vector<TimePoint> failed)
        : m_failed(std::move(failed))
    { }
    int pages = 0;

    Result<std::vector<QueueInfo>> queues() override { return std::vector<QueueInfo>(); }
    Result<QueueInfo> queue(const QueueName&) override { return QueueInfo(); }
    Result<TaskPage> page(const PageRequest& request) override
    {
        ++pages;
        TaskPage page;
        if (request.state != TaskState::Failed)
            return page;
        page.total = qint64(m_failed.size());
        for (qint64 i = request.offset; i < std::min(request.offset + request.limit, page.total); ++i) {
            Task task;
            task.at = m_failed[std::size_t(i)];
            page.tasks.push_back(task);
        }
        return page;
    }
    Result<SearchStep> search(const SearchRequest&) override { return SearchStep(); }
    Result<TaskDetail> task(const QueueName&, const TaskId&) override { return TaskDetail(); }
    Result<QByteArray> payload(const QueueName&, const TaskId&, qint64, qint64) override { return QByteArray(); }

private:
    std::vector<TimePoint> m_failed;
};

class FailedByRankBackend : public Backend
{
public:
    explicit FailedByRankBackend(std::vector<TimePoint> failed)
        : m_inspector(std::move(failed))
    { }
    FailedByRank& byRank() { return m_inspector; }
    const Capabilities& capabilities() const override { return m_can; }
    QueueInspector& inspector() override { return m_inspector; }
    Result<TimePoint> serverTime() override { return TimePoint(); }

private:
    Capabilities m_can;
    FailedByRank m_inspector;
};

} // namespace

/// Tests a connection overview's figures, the reads they require, and the order of the rows.
class TestBoard : public QObject
{
    Q_OBJECT

    std::shared_ptr<ManualClock> m_clock;
    std::unique_ptr<MemoryBackend> m_backend;
    BoardMemory m_memory;

    void add(const QueueName& queue, int count, Millis in)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = makeTaskId("t", m_clock->now());
            task.dueIn = in;
            tasks.push_back(task);
        }
        must(m_backend->editor()->add(queue, tasks));
    }
    std::vector<Lease> claim(const QueueName& queue, int limit)
    {
        ClaimRequest request;
        request.queue = queue;
        request.limit = limit;
        request.types.all = true;
        return must(m_backend->broker()->claim(request)).leases;
    }
    std::vector<QueueInfo> queues() { return must(m_backend->inspector().queues()); }
    /// Reads until there is nothing left to read. Returns the number of reads.
    int readAll()
    {
        int readings = 0;
        while (auto reading = m_memory.next(queues(), m_backend->queueCapabilities(), m_clock->now())) {
            while (!must(reading->step(*m_backend))) { }
            m_memory.keep(*reading, m_clock->now());
            if (++readings > 1000)
                qFatal("there is always something to read");
        }
        return readings;
    }
    BoardRow row(const QueueName& queue)
    {
        for (const BoardRow& row : m_memory.rows(queues(), m_backend->queueCapabilities(), m_clock->now())) {
            if (row.queue == queue)
                return row;
        }
        qFatal("no such queue");
    }

private slots:
    void init()
    {
        // Start the clock at the beginning of a minute.
        m_clock = std::make_shared<ManualClock>(fromMs(1'700'000'040'000));
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "w", Access::OperateAndWork);
        m_memory = BoardMemory();
    }

    void aQueueIsToldBeforeAndAfterItsMinutesWereRead()
    {
        add("mail", 3, 0ms);
        add("mail", 2, 1h);
        m_clock->advance(90s);
        BoardRow before = row("mail");
        QCOMPARE(*before.due, 3);
        QCOMPARE(before.serverNow - *before.oldestDue, 90s);
        QCOMPARE(*before.failed, 0);
        QVERIFY(!before.failedLately);
        QCOMPARE(before.failedLately.absence, Absence::NotRead);
        QCOMPARE(before.workers.absence, Absence::NotRead);
        QCOMPARE(before.addedRate.absence, Absence::NotRead);
        QVERIFY(readAll() >= 1);
        const BoardRow after = row("mail");
        QCOMPARE(*after.failedLately, 0);
        QCOMPARE(*after.addedRate, 1.0); // five tasks were added in the five full minutes
        QCOMPARE(*after.endedRate, 0.0);
        QCOMPARE(after.workers->alive, 0);
        QCOMPARE(after.nextRun.absence, Absence::Nothing);
        QCOMPARE(after.trouble(), Trouble::Late);
    }

    void theLastHourGoesOnWithTheClock()
    {
        add("mail", 4, 0ms);
        for (const Lease& lease : claim("mail", 2))
            must(m_backend->broker()->nack("mail", {{lease.id, lease.token, {}, "failed", "boom"}}, {}));
        QVERIFY(readAll() >= 1);
        QCOMPARE(*row("mail").failedLately, 2);
        QCOMPARE(row("mail").ended->back(), 2);
        QCOMPARE(row("mail").endedFailed.back(), 2);
        QCOMPARE(row("mail").trouble(), Trouble::Failing);
        m_clock->advance(2min);
        QVERIFY(readAll() >= 1);
        QCOMPARE((*row("mail").ended)[BoardRow::bars - 3], 2);
        QCOMPARE(*row("mail").endedRate, 0.4);
        m_clock->advance(60min);
        QVERIFY(readAll() >= 1);
        QCOMPARE(*row("mail").failedLately, 0);
        QCOMPARE(*row("mail").failed, 2);
        const BoardRow quiet = row("mail");
        QCOMPARE(*std::max_element(quiet.ended->begin(), quiet.ended->end()), 0);
    }

    void whatHasNotChangedIsReadOnceAMinuteAndWhatChangesEveryFiveSeconds()
    {
        add("mail", 1, 1h);
        add("sms", 1, 1h);
        readAll();
        m_clock->advance(10s);
        readAll(); // reads the workers
        add("mail", 1, 1h);
        m_clock->advance(4s);
        const auto one = m_memory.next(queues(), m_backend->queueCapabilities(), m_clock->now());
        QVERIFY(one);
        QCOMPARE(one->requests().size(), std::size_t(1));
        QCOMPARE(one->requests().front().queue, QByteArray("mail"));
        readAll();
        add("mail", 1, 1h);
        QVERIFY(!m_memory.next(queues(), m_backend->queueCapabilities(), m_clock->now()));
        m_clock->advance(1min);
        QCOMPARE(
            m_memory.next(queues(), m_backend->queueCapabilities(), m_clock->now())->requests().size(), std::size_t(2));
    }

    void oneReadingIsBoundedAndTheNextGoesOnWhereItEnded()
    {
        for (int i = 0; i < 100; ++i)
            add("q" + QByteArray::number(i), 1, 1h);
        auto first = m_memory.next(queues(), m_backend->queueCapabilities(), m_clock->now());
        QCOMPARE(first->requests().size(), std::size_t(100));
        int steps = 1;
        while (!must(first->step(*m_backend)))
            ++steps;
        QVERIFY(steps <= 2 * BoardReading::mostCalls);
        QVERIFY(first->read().size() < 100);
        m_memory.keep(*first, m_clock->now());
        auto second = m_memory.next(queues(), m_backend->queueCapabilities(), m_clock->now());
        QCOMPARE(second->requests().size(), 100 - first->read().size());
        for (const BoardRequest& request : second->requests())
            QVERIFY(!first->read().contains(request.queue));
        readAll();
        for (int i = 0; i < 100; ++i)
            QVERIFY(row("q" + QByteArray::number(i)).failedLately);
    }

    void failuresOfTheLastHourAreFoundByHalves_data()
    {
        QTest::addColumn<int>("fresh");
        QTest::addColumn<int>("old");
        for (const auto& [fresh, old] : {std::pair(0, 0), {0, 1}, {1, 0}, {1, 1}, {2, 5}, {7, 0}, {100, 10'000}})
            QTest::addRow("%d of %d", fresh, fresh + old) << fresh << old;
    }
    void failuresOfTheLastHourAreFoundByHalves()
    {
        QFETCH(const int, fresh);
        QFETCH(const int, old);
        const TimePoint now = m_clock->now();
        std::vector<TimePoint> failed;
        for (int i = 0; i < fresh; ++i)
            failed.push_back(now - 30min - i * 1ms);
        for (int i = 0; i < old; ++i)
            failed.push_back(now - 2h - i * 1ms);
        FailedByRankBackend backend(failed);
        BoardRequest request{"jobs", TimePoint::max(), {}, true};
        request.counts[TaskState::Failed] = fresh + old;
        BoardReading reading({request}, false, now);
        while (!must(reading.step(backend))) { }
        QCOMPARE(*reading.read().at("jobs").failedLately, fresh);
        QVERIFY(backend.byRank().pages <= 20);
    }

    void whatALayoutDoesNotTellIsAbsentWithTheReason()
    {
        QueueInfo info;
        info.name = "jobs";
        info.states = StateSet{TaskState::Due, TaskState::Failed};
        info.unseenWorkers = true;
        QueueCapabilities can;
        can.all.workers = true;
        can.all.sharedWork = true;
        BoardRow row = m_memory.rows({info}, can, m_clock->now()).front();
        QCOMPARE(row.leased.absence, Absence::NotKept);
        QCOMPARE(row.workers.absence, Absence::Unseen);
        QCOMPARE(row.oldestDue.absence, Absence::Nothing);
        FailedByRankBackend backend({});
        auto reading = m_memory.next({info}, can, m_clock->now());
        while (!must(reading->step(backend))) { }
        m_memory.keep(*reading, m_clock->now());
        row = m_memory.rows({info}, can, m_clock->now()).front();
        QCOMPARE(row.ended.absence, Absence::NotKept);
        QCOMPARE(row.addedRate.absence, Absence::NotKept);
        QCOMPARE(row.nextRun.absence, Absence::NotKept);
        QCOMPARE(*row.failedLately, 0);
        can.all.leases = can.all.statistics = true; // The layout's tasks may run on other workers too.
        QCOMPARE(m_memory.rows({info}, can, m_clock->now()).front().endedRate.absence, Absence::OthersWork);
        row.silence = Stillness();
        row.failedLately = 3;
        QCOMPARE(row.trouble(), Trouble::Silent); // Silence takes precedence over failures.
        info.unreadable = "The key is a string.";
        row = m_memory.rows({info}, can, m_clock->now()).front();
        QCOMPARE(row.failed.absence, Absence::Unreadable);
        QCOMPARE(row.trouble(), Trouble::Unreadable);
        info.forbidden = true;
        QCOMPARE(m_memory.rows({info}, can, m_clock->now()).front().trouble(), Trouble::None);
    }

    /// For frameworks without counters, rates are derived from the counts of successive refreshes.
    void changesBetweenCountsReplaceMissingCounters()
    {
        QueueInfo info;
        info.name = "jobs";
        info.states = StateSet{TaskState::Due, TaskState::Leased, TaskState::Failed};
        info.counts[TaskState::Due] = 10;
        QueueCapabilities can;
        FailedByRankBackend backend({});
        const auto told = [&] { return m_memory.rows({info}, can, m_clock->now()).front(); };
        m_memory.sample({info}, m_clock->now());
        auto reading = m_memory.next({info}, can, m_clock->now());
        while (!must(reading->step(backend))) { }
        m_memory.keep(*reading, m_clock->now());
        QCOMPARE(told().sampledSince, m_clock->now());
        QCOMPARE(told().endedRate.absence, Absence::NotRead); // The samples don't cover enough time yet.
        m_clock->advance(10s);
        info.counts[TaskState::Due] = 4; // Six tasks ended.
        m_memory.sample({info}, m_clock->now());
        m_clock->advance(10s);
        info.counts[TaskState::Due] = 7; // Four tasks were added, and one of the older ones failed.
        info.counts[TaskState::Failed] = 1;
        m_memory.sample({info}, m_clock->now());
        m_clock->advance(10s);
        info.counts[TaskState::Failed] = 0; // a retry neither adds nor ends a task
        info.counts[TaskState::Due] = 8;
        m_memory.sample({info}, m_clock->now());
        QCOMPARE(told().ended->back(), 7);
        QCOMPARE(told().endedFailed.back(), 1);
        QCOMPARE(*told().endedRate, 14.0);
        QCOMPARE(*told().addedRate, 8.0);
        info.asOf = m_clock->now(); // The second count is from the same instant.
        info.counts[TaskState::Due] = 0;
        m_memory.sample({info}, m_clock->now() + 5s);
        QCOMPARE(told().ended->back(), 7);
    }

    /// The queue is busy, but its size stays the same.
    void countersOfTheFrameworkMakeSamplesExact()
    {
        QueueInfo info;
        info.name = "jobs";
        info.states = StateSet{TaskState::Due, TaskState::Leased, TaskState::Failed};
        info.counts[TaskState::Due] = 10;
        info.counts[TaskState::Leased] = 1;
        FailedByRankBackend backend({});
        const auto told = [&] { return m_memory.rows({info}, {}, m_clock->now()).front(); };
        const auto sample = [&] {
            m_clock->advance(30s);
            m_memory.sample({info}, m_clock->now());
        };
        m_memory.sample({info}, m_clock->now());
        auto reading = m_memory.next({info}, {}, m_clock->now());
        while (!must(reading->step(backend))) { }
        m_memory.keep(*reading, m_clock->now());
        sample();
        QVERIFY(told().isLeast);
        QCOMPARE(told().endedRate.absence, Absence::NotKept); // The rate is unknown, so it is not reported as zero.
        info.everAdded = 100;
        sample();
        QVERIFY(!told().isLeast);
        info.everAdded = 160;
        info.counts[TaskState::Due] = 20;
        sample();
        QCOMPARE(*told().addedRate, 40.0); // 60 tasks added in 90 s
        QCOMPARE(qRound(*told().endedRate * 1.5), 50);
        info.everAdded.reset();
        info.everRun = 1000;
        sample();
        info.everRun = 1012;
        info.counts[TaskState::Failed] = 2;
        sample();
        qint64 ended = 0;
        qint64 failed = 0;
        for (std::size_t bar = 0; bar < BoardRow::bars; ++bar) {
            ended += (*told().ended)[bar];
            failed += told().endedFailed[bar];
        }
        QCOMPARE(ended, 62);
        QCOMPARE(failed, 2);
    }

    /// Before the first sample, the history comes from the stored tasks' end times.
    void storedTasksFillTheHourBeforeTheSamples()
    {
        QueueInfo info;
        info.name = "jobs";
        info.states = StateSet{TaskState::Due, TaskState::Failed};
        info.counts[TaskState::Failed] = 3;
        const TimePoint now = m_clock->now();
        FailedByRankBackend backend({now - 2min, now - 2min - 1s, now - 50min});
        m_memory.sample({info}, now);
        auto reading = m_memory.next({info}, {}, now);
        while (!must(reading->step(backend))) { }
        m_memory.keep(*reading, now);
        m_clock->advance(30s);
        const BoardRow row = m_memory.rows({info}, {}, m_clock->now()).front();
        QCOMPARE(row.endedFailed[BoardRow::bars - 1 - 2], 1);
        QCOMPARE(row.endedFailed[BoardRow::bars - 1 - 3], 1);
        QCOMPARE(row.endedFailed[BoardRow::bars - 1 - 50], 1);
        QCOMPARE((*row.ended)[BoardRow::bars - 1 - 50], 1);
        QCOMPARE(*row.endedRate, 0.0); // Rates are based only on samples.
    }

    void countersOfTheLayoutPrecedeSamples()
    {
        add("mail", 4, 0ms);
        m_memory.sample(queues(), m_clock->now());
        QVERIFY(readAll() >= 1);
        QVERIFY(!row("mail").sampledSince);
        QCOMPARE(*row("mail").endedRate, 0.0);
    }

    void aWorkerOfTwoQueuesCountsOnce()
    {
        QCOMPARE(m_memory.workers(m_backend->capabilities()).absence, Absence::NotRead);
        QCOMPARE(m_memory.workers(Capabilities()).absence, Absence::NotKept);
        add("mail", 1, 1h);
        readAll();
        QCOMPARE(m_memory.workers(m_backend->capabilities())->alive, 0);
    }

    void totalsOmitWhatIsUnknown()
    {
        BoardTotals totals;
        QCOMPARE(totals.due.absence, Absence::NotRead);
        BoardRow hidden = rowNamed("hidden");
        hidden.due = hidden.failedLately = Absence::NotKept;
        hidden.endedRate = Absence::NotKept;
        totals.add(hidden);
        QCOMPARE(totals.due.absence, Absence::NotKept);
        QCOMPARE(totals.endedRate.absence, Absence::NotKept);
        BoardRow mail = rowNamed("mail", 3, 5);
        mail.due = 7;
        mail.oldestDue = mail.serverNow - 2min;
        mail.addedRate = 5.0;
        mail.endedRate = 2.0;
        totals.add(mail);
        BoardRow sms = rowNamed("sms", 1);
        sms.due = 9;
        sms.oldestDue = sms.serverNow - 5min;
        sms.paused = true;
        totals.add(sms);
        QCOMPARE(*totals.due, 16);
        QCOMPARE(totals.mostDue, QueueName("sms"));
        QCOMPARE(totals.oldestQueue, QueueName("sms"));
        QVERIFY(totals.oldestPaused);
        QCOMPARE(totals.serverNow - *totals.oldestDue, 5min);
        QCOMPARE(*totals.failedLately, 4);
        QCOMPARE(totals.failing, 2);
        QCOMPARE(*totals.endedRate, 2.0);
        QCOMPARE(*totals.growth, 3.0);
        QVERIFY(totals.isPartial); // the rates of "sms" have not been read
        BoardTotals complete;
        complete.add(hidden);
        complete.add(mail);
        QVERIFY(!complete.isPartial);
        totals.addWorkers(Absence::NotKept);
        QCOMPARE(totals.workers.absence, Absence::NotKept);
        totals.addWorkers(BoardWorkers{2, 1, 8, 3});
        totals.addWorkers(BoardWorkers{1, 0, 4, 4});
        QCOMPARE(totals.workers->alive, 3);
        QCOMPARE(totals.workers->running, 7);
    }

    void theWorstComesFirst()
    {
        BoardRow unreadable = rowNamed("a");
        unreadable.unreadable = "no";
        BoardRow failing = rowNamed("b", 9, 9);
        BoardRow failingLess = rowNamed("a", 1, 500);
        BoardRow later = rowNamed("z");
        later.oldestDue = later.serverNow - 2h;
        BoardRow late = rowNamed("a", 0, 7);
        late.oldestDue = late.serverNow - 1min;
        BoardRow failed = rowNamed("b", 0, 7);
        BoardRow paused = rowNamed("b");
        paused.paused = true;
        BoardRow busy = rowNamed("y");
        busy.due = 5;
        busy.oldestDue = busy.serverNow - 59s; // The oldest task isn't late yet.
        const std::vector<BoardRow> order{
            unreadable, failing, failingLess, later, late, failed, paused, busy, rowNamed("x-2"), rowNamed("x-10")};
        std::vector<BoardRow> rows(order.rbegin(), order.rend());
        std::sort(rows.begin(), rows.end(), isWorse);
        QVERIFY(rows == order);
    }
};

QTEST_GUILESS_MAIN(TestBoard)
#include "tst_board.moc"
