// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/recentfailures.h"
#include "tests/unit/consolefakes.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests the list of a group's newest failed tasks, with times that the test sets.
class TestRecentFailures : public QObject
{
    Q_OBJECT

    std::shared_ptr<ManualClock> m_clock;
    std::unique_ptr<MemoryBackend> m_backend;

    void fail(const QueueName& queue, const TaskId& id, const QByteArray& error = "refused")
    {
        NewTask task;
        task.id = id;
        task.options.maxAttempts = 1;
        if (!m_backend->editor()->add(queue, {task}))
            qFatal("not added");
        ClaimRequest request;
        request.queue = queue;
        request.limit = 1;
        request.types.all = true;
        request.leaseFor = 60s;
        const auto claimed = m_backend->broker()->claim(request);
        if (!claimed || claimed->leases.size() != 1)
            qFatal("nothing claimed");
        const Lease& lease = claimed->leases.front();
        if (!m_backend->broker()->nack(queue, {{lease.id, lease.token, std::nullopt, "failed", error}}, {}))
            qFatal("not ended");
    }
    /// Returns the group of tasks that failed with this error.
    FailureGroup groupOf(const std::vector<QueueName>& queues, const QByteArray& error = "refused")
    {
        std::vector<CountedFailures> counted;
        for (const QueueName& queue : queues) {
            FailureCensus census(queue);
            for (bool isDone = false; !isDone;) {
                const auto step = census.step(*m_backend);
                if (!step)
                    qFatal("not counted");
                isDone = *step;
            }
            counted.push_back({queue, "memory", census.texts()});
        }
        const FailureGroups all = failureGroupsOf(counted);
        const FailureGroup* found = all.find(error);
        if (!found)
            qFatal("no such group");
        return *found;
    }
    QByteArrayList newest(const FailureGroup& group, std::size_t most)
    {
        RecentFailures recent(group, most);
        for (int step = 0; step < 1'000; ++step) {
            const auto done = recent.step(*m_backend);
            if (!done)
                qFatal("%s", qPrintable(done.error().message));
            if (!*done)
                continue;
            QByteArrayList ids;
            for (const RecentFailures::Found& found : recent.tasks())
                ids << found.queue + ' ' + found.task.id;
            return ids;
        }
        qFatal("it does not end");
    }

private Q_SLOTS:
    void init()
    {
        m_clock = std::make_shared<ManualClock>(fromMs(1'790'000'000'000));
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::OperateAndWork);
    }

    void theNewestOfAllQueuesComeFirst()
    {
        fail("mail", "send#1");
        m_clock->advance(3h);
        fail("hooks", "call#2");
        m_clock->advance(1s);
        fail("mail", "send#other", "HTTP 503");
        m_clock->advance(1s);
        fail("mail", "send#3");
        QCOMPARE(newest(groupOf({"mail", "hooks"}), 2), (QByteArrayList{"mail send#3", "hooks call#2"}));
        // The time span grows until it includes the task from three hours ago.
        QCOMPARE(newest(groupOf({"mail", "hooks"}), 3), (QByteArrayList{"mail send#3", "hooks call#2", "mail send#1"}));
        QCOMPARE(newest(groupOf({"mail", "hooks"}), 8).size(), 3);
    }

    void onlyTheNewestOfMany()
    {
        for (int i = 0; i < 1'200; ++i) {
            m_clock->advance(10ms);
            fail("mail", "send#" + QByteArray::number(i));
        }
        QCOMPARE(newest(groupOf({"mail"}), 3), (QByteArrayList{"mail send#1199", "mail send#1198", "mail send#1197"}));
    }

    void theRateIsThatOfTheLastBins()
    {
        const TimePoint noon = fromMs(1'790'000'000'000 / 60'000 * 60'000);
        QCOMPARE(failuresPerMinute(FailureTrend(), noon, noon), 0.0);
        FailureTrend trend;
        trend.add(noon, 100);
        trend.add(noon + 4min, 30);
        trend.add(noon + 5min, 15);
        // 45 failures within a minute and a half
        QCOMPARE(failuresPerMinute(trend, noon + 5min + 20s, noon + 5min + 30s), 30.0);
        QCOMPARE(failuresPerMinute(trend, noon + 5min + 20s, noon + 8min), 0.0);
        FailureTrend one;
        one.add(noon, 7);
        QCOMPARE(failuresPerMinute(one, noon, noon + 1s), 7.0); // the period is too short to conclude a higher rate
    }

    void aGroupWithoutTasksHasNone() { QVERIFY(newest(FailureGroup{}, 3).isEmpty()); }
};

QTEST_APPLESS_MAIN(TestRecentFailures)
#include "tst_recentfailures.moc"
