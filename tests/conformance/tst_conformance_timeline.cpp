// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/conformance/conformance.h"

using namespace dueline;

/// Tests that the timeline counts every task exactly once, in its time's bin.
class TestConformanceTimeline : public ConformanceTest
{
    Q_OBJECT

private slots:
    void aTimelineCountsEachTaskInItsBin()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_FEATURE(Times);
        populate();
        const TimePoint from = now() - 48h;
        const TimePoint to = now() + 48h;
        for (const int bins : {1, 7, 96}) {
            const auto timeline = must(inspector().timeline(queue, from, to, bins));
            QCOMPARE(timeline.size(), std::size_t(bins));
            QCOMPARE(timeline.front().from, from);
            QCOMPARE(timeline.back().to, to);
            StateCounts sum;
            for (std::size_t i = 0; i < timeline.size(); ++i) {
                if (i > 0)
                    QCOMPARE(timeline[i].from, timeline[i - 1].to);
                StateCounts expected;
                for (const Task& task : everything()) {
                    if (task.state != TaskState::Trash && task.at >= timeline[i].from && task.at < timeline[i].to)
                        ++expected[task.state];
                }
                for (const TaskState state : allStates) {
                    sum[state] += timeline[i].counts[state];
                    QCOMPARE(timeline[i].counts[state], expected[state]);
                }
            }
            QCOMPARE(sum[TaskState::Scheduled], 3);
            QCOMPARE(sum[TaskState::Done], 2);
        }
    }

    void aTimelineLeavesOutWhatIsOutside()
    {
        REQUIRE_FEATURE(Times);
        populate();
        const auto timeline = must(inspector().timeline(queue, now() + 2h, now() + 10h, 4));
        qint64 scheduled = 0;
        for (const TimelineBin& bin : timeline) {
            scheduled += bin.counts[TaskState::Scheduled];
            QCOMPARE(bin.counts[TaskState::Failed] + bin.counts[TaskState::Due] + bin.counts[TaskState::Leased], 0);
        }
        QCOMPARE(scheduled, 1);
        QCOMPARE(must(inspector().timeline("nobody", now(), now() + 1h, 3)).size(), std::size_t(3));
    }

    void aTimelineRemembersWhatWasDroppedWhenDone()
    {
        REQUIRE_CAPABILITY(can().leases);
        REQUIRE_CAPABILITY(can().statistics);
        addDue({"t#1", "t#2"});
        QueueSettings settings;
        settings.keepDone = 0ms;
        must(editor().configure(queue, settings));
        for (const Lease& lease : claim(2).leases)
            QCOMPARE(ackOne(worker(), lease), WriteOutcome::Accepted);
        const TimePoint from = std::chrono::floor<std::chrono::hours>(now()) - 1h;
        qint64 done = 0;
        for (const TimelineBin& bin : must(inspector().timeline(queue, from, from + 4h, 4)))
            done += bin.counts[TaskState::Done];
        QCOMPARE(done, 2);
    }

    void aTimelineThatCannotBeIsRefused()
    {
        addDue({"t#1"});
        for (const auto& [length, bins] :
            std::vector<std::pair<Millis, int>>{{1h, 0}, {1h, 2001}, {0ms, 10}, {-1h, 10}}) {
            const auto timeline = inspector().timeline(queue, now(), now() + length, bins);
            QVERIFY(!timeline);
            QCOMPARE(timeline.error().code, ErrorCode::Usage);
        }
    }
};

QTEST_GUILESS_MAIN(TestConformanceTimeline)
#include "tst_conformance_timeline.moc"
