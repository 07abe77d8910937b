// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativecodec.h"
#include "core/redis/redisclient.h"
#include "tests/support/nativeoperator.h"

using namespace dueline;
using namespace std::chrono_literals;

/// Tests a native queue's past and future, bin by bin.
class TestNativeTimeline : public QObject
{
    Q_OBJECT

private:
    NativeOperator place;
    const NativeKeys& keys = place.keys;

    void setClasses(qint64 minute, qint64 done)
    {
        place.server.call(
            {"HSET", keys.statisticsPrefix() + QByteArray::number(minute), "r3", QByteArray::number(done)});
    }

private slots:
    void cleanup() { place.empty(); }

    void timelineSplitsWaitingTasksAtNow();
    void timelineRemembersWhatWasDroppedExactlyOnce();
    void statisticsOfOldMinutesComeAsHours();
};

void TestNativeTimeline::timelineSplitsWaitingTasksAtNow()
{
    const qint64 now = place.nowMs();
    std::vector<NewTask> tasks;
    for (int i = 0; i < 100; ++i)
        tasks.push_back({numbered(i), fromMs(now - 50'000 + i * 1000 + 500), {}, {}, ""});
    place.add(tasks);
    const auto bins = place.value(place.inspector.timeline("q", fromMs(now - 60'000), fromMs(now + 60'000), 7));
    StateCounts sum;
    for (const TimelineBin& bin : bins) {
        for (const TaskState state : allStates)
            sum[state] += bin.counts[state];
        QVERIFY(bin.to <= fromMs(place.nowMs()) || bin.from <= fromMs(now) || bin.counts[TaskState::Due] == 0);
    }
    QCOMPARE(sum[TaskState::Due] + sum[TaskState::Scheduled], 100);
    QVERIFY(sum[TaskState::Due] >= 50 && sum[TaskState::Due] < 60);
    QCOMPARE(bins.front().from, fromMs(now - 60'000));
    QCOMPARE(bins.back().to, fromMs(now + 60'000));
}

void TestNativeTimeline::timelineRemembersWhatWasDroppedExactlyOnce()
{
    place.add({{"mail#a", {}, 1h, {}, ""}});
    const qint64 minute = place.nowMs() / 60'000 - 30;
    setClasses(minute, 60); // 45 of these 60 tasks still exist
    setClasses(minute + 10, 7);
    for (int i = 0; i < 45; ++i)
        place.server.call({"ZADD", keys.done(), QByteArray::number(minute * 60'000 + i), numbered(i)});
    // There are no statistics for that minute.
    place.server.call({"ZADD", keys.done(), QByteArray::number((minute + 5) * 60'000), "mail#x"});
    // Each task counts once, even if bins split minutes or are shorter than a minute.
    for (const int bins : {1, 2, 7, 40, 61, 300, 2000}) {
        qint64 sum = 0;
        const qint64 from = minute * 60'000 - 25'000;
        for (const TimelineBin& bin :
            place.value(place.inspector.timeline("q", fromMs(from), fromMs(from + 3'600'000), bins)))
            sum += bin.counts[TaskState::Done];
        QCOMPARE(sum, 68);
    }
    // A half-minute bin contains half of that minute's removed tasks.
    const auto half = place.value(
        place.inspector.timeline("q", fromMs((minute + 10) * 60'000), fromMs((minute + 10) * 60'000 + 30'000), 1));
    QCOMPARE(half[0].counts[TaskState::Done], 3);
}

void TestNativeTimeline::statisticsOfOldMinutesComeAsHours()
{
    place.server.call({"HSET", keys.meta(), "version", "1"});
    const qint64 now = place.nowMs();
    const qint64 hour = now / 3'600'000 - 60;
    const qint64 recent = now / 3'600'000 - 10;
    place.server.call(
        {"HSET", keys.statisticsPrefix() + "h:" + QByteArray::number(hour), "r2", "5", "failed:a:b", "2"});
    place.server.call({"HSET", keys.statisticsPrefix() + "h:" + QByteArray::number(recent), "r2", "9"});
    setClasses(recent * 60 + 1, 4);
    setClasses(recent * 60 + 2, 5);
    const auto bins = place.value(place.inspector.statistics("q", fromMs(0), fromMs(now)));
    QCOMPARE(bins.size(), 3U);
    QCOMPARE(bins[0].length, Millis(1h));
    QCOMPARE(bins[0].from, fromMs(hour * 3'600'000));
    QCOMPARE(bins[0].done(), 5);
    QCOMPARE(bins[0].failedByType.at("a:b"), 2);
    QCOMPARE(bins[1].done() + bins[2].done(), 9);
    QCOMPARE(bins[2].length, Millis(1min));
    qint64 sum = 0;
    for (const TimelineBin& bin :
        place.value(place.inspector.timeline("q", fromMs(now - 100 * 3'600'000), fromMs(now), 500)))
        sum += bin.counts[TaskState::Done];
    QCOMPARE(sum, 14);
}

QTEST_GUILESS_MAIN(TestNativeTimeline)
#include "tst_nativetimeline.moc"
