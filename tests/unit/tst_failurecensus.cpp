// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/failurecensus.h"
#include "core/console/operations/operationrun.h"
#include "tests/unit/consolerequests.h"

#include <QTest>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests counting failed tasks by failure group.
class TestFailureCensus : public QObject
{
    Q_OBJECT

    std::shared_ptr<ManualClock> m_clock = std::make_shared<ManualClock>(fromMs(1'790'000'000'000));
    std::unique_ptr<MemoryBackend> m_backend;
    int m_next = 0;

    void fail(const QByteArray& type, const QByteArray& error, int count = 1)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i) {
            NewTask task;
            task.id = type + '#' + QByteArray::number(m_next++);
            task.options.maxAttempts = 1;
            tasks.push_back(task);
        }
        if (!m_backend->editor()->add("mail", tasks))
            qFatal("not added");
        for (int left = count; left > 0;) {
            ClaimRequest request;
            request.queue = "mail";
            request.limit = std::min(left, 100);
            request.types.all = true;
            request.leaseFor = 60s;
            const auto claimed = m_backend->broker()->claim(request);
            if (!claimed || claimed->leases.empty())
                qFatal("nothing claimed");
            for (const Lease& lease : claimed->leases) {
                const QByteArray text = QByteArray(error).replace("%", QByteArray::number(m_next++));
                if (!m_backend->broker()->nack("mail", {{lease.id, lease.token, std::nullopt, "failed", text}}, {}))
                    qFatal("not failed");
                --left;
            }
        }
    }
    static void finish(FailureCensus& census, Backend& backend)
    {
        for (;;) {
            const auto done = census.step(backend);
            if (!done)
                qFatal("%s", qPrintable(done.error().message));
            if (*done)
                return;
        }
    }
    static qint64 sum(const FailureCount& group)
    {
        qint64 all = 0;
        for (const int bin : group.trend.bins())
            all += bin;
        return all;
    }
    qint64 matching(const QString& filter)
    {
        OperationRequest request;
        request.queue = "mail";
        request.selection.kind = TaskSelection::Kind::Filter;
        const auto parsed = TaskFilter::parse(filter);
        if (!parsed)
            qFatal("%s", qPrintable(parsed.error().message));
        request.selection.filter = *parsed;
        OperationRun run(request);
        const auto preview = run.preview(*m_backend);
        if (!preview)
            qFatal("%s", qPrintable(preview.error().message));
        return preview->total;
    }

private slots:
    void init()
    {
        m_next = 0;
        m_backend
            = std::make_unique<MemoryBackend>(std::make_shared<MemoryStore>(m_clock), "tester", Access::OperateAndWork);
    }

    void theWorstStandsFirstAndItsFilterFindsExactlyItsTasks()
    {
        fail("mail.send", "Timeout after % s", 250);
        m_clock->advance(10min);
        fail("mail.send", "quota \"of %\" \\ used up", 30);
        fail("hook.call", "Timeout after % s", 7);
        fail("hook.call", "", 2);
        FailureCensus census("mail");
        finish(census, *m_backend);
        QCOMPARE(census.counted(), 289);
        QCOMPARE(census.others(), 0);
        const auto groups = census.groups();
        QCOMPARE(groups.size(), 4U);
        QCOMPARE(groups[0].type, QByteArray("mail.send"));
        QCOMPARE(groups[0].error, QByteArray("Timeout after <*> s"));
        QCOMPARE(groups[0].count, 250);
        QVERIFY(groups[0].example.startsWith("Timeout after "));
        QCOMPARE(groups[3].error, QByteArray());
        for (const FailureCount& group : groups) {
            QCOMPARE(sum(group), group.count);
            QCOMPARE(matching(group.filter()), group.count);
        }
        QVERIFY(groups[0].last < groups[1].first);
    }

    void whatFailsLaterIsAddedWithoutCountingAgain()
    {
        fail("mail.send", "Timeout after % s", 200);
        FailureCensus census("mail");
        finish(census, *m_backend);
        for (int round = 0; round < 4; ++round) {
            m_clock->advance(1s);
            fail("mail.send", "Timeout after % s", 77);
            finish(census, *m_backend);
            QCOMPARE(census.counted(), 200 + 77 * (round + 1));
            finish(census, *m_backend); // Nothing has changed since the last count.
            QCOMPARE(census.counted(), 200 + 77 * (round + 1));
        }
        QCOMPARE(census.groups().size(), 1U);
        QCOMPARE(census.groups()[0].count, 508);
    }

    /// Later counts cover much shorter periods than the first, but must not count any task twice.
    void aLongLastLookIsNotCountedAgainByShorterOnes()
    {
        fail("mail.send", "Timeout after % s", 100 + 200 + 400 + 800 + 950);
        FailureCensus census("mail");
        finish(census, *m_backend);
        QCOMPARE(census.counted(), 2450);
        for (int round = 1; round <= 3; ++round) {
            m_clock->advance(1s);
            fail("mail.send", "Timeout after % s", 10);
            finish(census, *m_backend);
            QCOMPARE(census.counted(), 2450 + 10 * round);
        }
    }

    void aTrendIsAsFineAsItsOwnTimeAllows()
    {
        fail("a", "x");
        FailureCensus census("mail");
        finish(census, *m_backend);
        QCOMPARE(census.groups().front().trend.each(), Millis(1min));
        for (int hour = 0; hour < 50; ++hour) {
            m_clock->advance(1h);
            fail(hour % 2 == 0 ? "a" : "b", "x", hour);
            finish(census, *m_backend);
        }
        m_clock->advance(3min);
        fail("new", "y", 4);
        finish(census, *m_backend);
        for (const FailureCount& group : census.groups()) {
            QCOMPARE(sum(group), group.count);
            if (group.type == "new")
                continue;
            QVERIFY(group.trend.each() * int(FailureTrend::mostBins) > Millis(48h));
            QVERIFY(group.trend.each() * int(FailureTrend::mostBins) / 2 <= Millis(51h));
        }
        const std::vector<FailureCount> groups = census.groups();
        const auto fresh
            = std::find_if(groups.begin(), groups.end(), [](const FailureCount& group) { return group.type == "new"; });
        QCOMPARE(fresh->trend.each(), Millis(1min)); // Other groups have been failing for two days.
        QCOMPARE(fresh->trend.bins()[0], 4);
    }

    void kindsBeyondTheLimitAreCountedTogether()
    {
        for (int i = 0; i < int(FailureCensus::mostGroups) + 5; ++i) {
            QByteArray word;
            for (int left = i; word.size() < 6; left /= 26)
                word += char('a' + left % 26);
            fail("mail.send", word);
        }
        FailureCensus census("mail");
        finish(census, *m_backend);
        QCOMPARE(census.counted(), qint64(FailureCensus::mostGroups) + 5);
        QCOMPARE(census.others(), 5);
        QCOMPARE(census.groups().size(), FailureCensus::mostGroups);
    }
};

QTEST_GUILESS_MAIN(TestFailureCensus)
#include "tst_failurecensus.moc"
