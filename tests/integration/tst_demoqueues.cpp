// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demo/demoqueues.h"
#include "core/console/operations/undorun.h"
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/support/redisserver.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

class TestDemoQueues : public QObject
{
    Q_OBJECT

    RedisServer m_server;
    std::unique_ptr<Backend> m_backend;
    std::vector<QueueInfo> m_queues;
    TimePoint m_now{};

    std::vector<Task> tasks(const QueueName& queue, TaskState state)
    {
        std::vector<Task> all;
        for (;;) {
            const auto page = m_backend->inspector().page({queue, state, qint64(all.size()), 1000});
            if (!page || page->tasks.empty())
                return all;
            all.insert(all.end(), page->tasks.begin(), page->tasks.end());
        }
    }

private Q_SLOTS:
    void initTestCase()
    {
        const auto filled = fillDemoQueues(m_server.config());
        QVERIFY2(filled.ok(), filled ? "" : qPrintable(filled.error().message));
        auto backend = openLayout(defaultLayout(), m_server.config(), "dueline", "tester", Access::ReadOnly);
        QVERIFY(backend.ok());
        m_backend = std::move(*backend);
        m_queues = *m_backend->inspector().queues();
        m_now = *m_backend->serverTime();
        QVERIFY(m_queues.size() >= 5);
    }

    void everyStateHasTasksAndNothingIsDamaged()
    {
        StateCounts sum;
        for (const QueueInfo& queue : m_queues) {
            QVERIFY2(queue.unreadable.isEmpty(), queue.unreadable);
            QCOMPARE(queue.damaged, 0);
            for (const TaskState state : allStates)
                sum[state] += queue.counts[state];
        }
        for (const TaskState state : allStates)
            QVERIFY2(sum[state] > 0, stateName(state).data());
    }

    void somethingRecursSomethingHasAResultAndWhatWasDoneCanBeUndone()
    {
        const auto schedules = m_backend->schedules()->schedules("mail");
        QVERIFY(schedules.ok() && schedules->size() == 1);
        QVERIFY(schedules->front().next && *schedules->front().next > m_now);
        const auto reports = tasks("reports", TaskState::Done);
        QVERIFY(!reports.empty());
        const auto report = m_backend->inspector().task("reports", reports.front().id);
        QVERIFY(report.ok() && report->result && report->result->contains("pages"));
        const auto operations = m_backend->inspector().operations("billing");
        QVERIFY(operations.ok() && operations->size() == 1);
        auto acting = openLayout(defaultLayout(), m_server.config(), "dueline", "tester", Access::OperateAndWork);
        QVERIFY(acting.ok());
        const qint64 before = qint64(tasks("billing", TaskState::Trash).size());
        UndoRun undo("billing", operations->front().id, "tester");
        while (!undo.finished())
            QVERIFY(undo.step(**acting).ok());
        QCOMPARE(undo.progress().restored, before);
        QCOMPARE(tasks("billing", TaskState::Trash).size(), 0U);
    }

    void statisticsAndTasksTellTheSamePast()
    {
        const TimePoint from = std::chrono::floor<std::chrono::minutes>(m_now - 5h);
        const TimePoint to = std::chrono::floor<std::chrono::minutes>(m_now - 1min);
        for (const QueueInfo& queue : m_queues) {
            qint64 done = 0;
            qint64 failed = 0;
            const auto statistics = m_backend->inspector().statistics(queue.name, from, to);
            QVERIFY(statistics.ok());
            for (const StatisticsBin& bin : *statistics) {
                done += bin.done();
                failed += bin.failed();
            }
            const auto within = [&](TaskState state) {
                const std::vector<Task> all = tasks(queue.name, state);
                return std::count_if(
                    all.begin(), all.end(), [&](const Task& task) { return task.at >= from && task.at < to; });
            };
            QCOMPARE(done, within(TaskState::Done));
            QCOMPARE(failed, within(TaskState::Failed));
        }
    }

    void theDayBeforeIsInTheTimelineThoughItsTasksAreGone()
    {
        const auto bins = m_backend->inspector().timeline("mail", m_now - 22h, m_now - 7h, 15);
        QVERIFY(bins.ok());
        for (const TimelineBin& bin : *bins)
            QVERIFY(bin.counts[TaskState::Done] > 0);
    }

    void nothingEndedInTheFutureAndHistoryAgreesWithTheTask()
    {
        for (const QueueInfo& queue : m_queues) {
            for (const TaskState state : {TaskState::Done, TaskState::Failed}) {
                for (const Task& task : tasks(queue.name, state))
                    QVERIFY2(task.at <= m_now, task.id);
            }
            const std::vector<Task> failed = tasks(queue.name, TaskState::Failed);
            if (failed.empty())
                continue;
            const auto detail = m_backend->inspector().task(queue.name, failed.front().id);
            QVERIFY(detail.ok());
            QCOMPARE(detail->attempts.size(), 3U);
            QCOMPARE(detail->attempts.back().endedAt, detail->task.at);
            QCOMPARE(detail->attempts.back().outcome, QByteArray("failed"));
            QVERIFY(detail->attempts[0].endedAt < detail->attempts[1].startedAt);
            QVERIFY(!detail->attempts.back().error.isEmpty());
        }
    }
};

QTEST_GUILESS_MAIN(TestDemoQueues)
#include "tst_demoqueues.moc"
