// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/schedule.h"

#include "core/base/duration.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

namespace {

TimePoint at(const char* text) { return *parseInstant(QString::fromLatin1(text)); }

Schedule hourly()
{
    Schedule schedule;
    schedule.name = "h";
    schedule.cron = "@hourly";
    schedule.type = "report";
    return schedule;
}

} // namespace

/// Tests ticks that are on time, late or missed.
class TestSchedule : public QObject
{
    Q_OBJECT

private slots:
    void aTickInTimeRuns()
    {
        const auto decision = decideTick(hourly(), at("2026-11-22T08:00:00Z"), at("2026-11-22T08:00:00.004Z"));
        QVERIFY(decision);
        QCOMPARE(decision->run, at("2026-11-22T08:00:00Z"));
        QCOMPARE(decision->next, at("2026-11-22T09:00:00Z"));
        QCOMPARE(decision->skipped, 0);
    }

    void aMinuteLateStillRuns()
    {
        const auto decision = decideTick(hourly(), at("2026-11-22T08:00:00Z"), at("2026-11-22T08:01:00Z"));
        QCOMPARE(decision->run, at("2026-11-22T08:00:00Z"));
    }

    void missedTicksAreLeftOut()
    {
        const auto decision = decideTick(hourly(), at("2026-11-22T08:00:00Z"), at("2026-11-22T11:30:00Z"));
        QVERIFY(!decision->run);
        QCOMPARE(decision->next, at("2026-11-22T12:00:00Z"));
        QCOMPARE(decision->skipped, 4);
    }

    void orTheLastOfThemRunsOnce()
    {
        Schedule schedule = hourly();
        schedule.runMissed = true;
        const auto decision = decideTick(schedule, at("2026-11-22T08:00:00Z"), at("2026-11-22T11:30:00Z"));
        QCOMPARE(decision->run, at("2026-11-22T11:00:00Z"));
        QCOMPARE(decision->next, at("2026-11-22T12:00:00Z"));
        QCOMPARE(decision->skipped, 3);
    }

    void theLastOfMissedTicksRunsWhenItIsInTime()
    {
        const auto decision = decideTick(hourly(), at("2026-11-22T08:00:00Z"), at("2026-11-22T11:00:10Z"));
        QCOMPARE(decision->run, at("2026-11-22T11:00:00Z"));
        QCOMPARE(decision->skipped, 3);
    }

    void aYearOfMissedSecondsIsDecidedAtOnce()
    {
        Schedule schedule = hourly();
        schedule.cron = "@every 1s";
        const auto decision = decideTick(schedule, at("2025-11-22T08:00:00Z"), at("2026-11-22T08:00:00.500Z"));
        QCOMPARE(decision->run, at("2026-11-22T08:00:00Z"));
        QCOMPARE(decision->next, at("2026-11-22T08:00:01Z"));
        QCOMPARE(decision->skipped, 1000); // only a lower bound
    }

    void aZoneThatThisMachineDoesNotKnowIsNoDamage()
    {
        Schedule schedule = hourly();
        QCOMPARE(whyUnready(schedule), QString());
        schedule.zone = "Asia/Nowhere";
        QCOMPARE(whyUnready(schedule),
            QStringLiteral(
                "The time zone Asia/Nowhere is unknown on this machine; install or update the tzdata package."));
        schedule.zone = "CST"; // Earlier versions accepted this name.
        QVERIFY(whyUnready(schedule)->contains(u"America/Chicago"));
        schedule.cron = "61 * * * *";
        QCOMPARE(whyUnready(schedule), std::nullopt);
        schedule.zone.clear();
        QCOMPARE(whyUnready(schedule), std::nullopt);
    }

    void theTaskOfATickSaysWhichItIs()
    {
        Schedule schedule = hourly();
        schedule.expiresAfter = 10min;
        const NewTask task = taskOf(schedule, at("2026-11-22T08:00:00Z"));
        QCOMPARE(task.id, QByteArray("report#h@1795334400000"));
        QCOMPARE(task.dueAt, at("2026-11-22T08:00:00Z"));
        QCOMPARE(task.options.expiresAt, at("2026-11-22T08:10:00Z"));
    }
};

QTEST_APPLESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
