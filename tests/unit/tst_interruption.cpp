// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interruption.h"

#include <QElapsedTimer>
#include <QTest>

#include <memory>
#include <thread>

using namespace dueline;

class TestInterruption : public QObject
{
    Q_OBJECT

private slots:
    void nobodyInterruptsAThreadWithoutOne()
    {
        QVERIFY(!Interruption::ofThisThread() && !Interruption::isDueHere());
        QCOMPARE(Interruption::stepMs(QDeadlineTimer(QDeadlineTimer::Forever)), -1);
        QVERIFY(Interruption::stepMs(QDeadlineTimer(10'000)) > 9'000);
        QVERIFY(Interruption::sleep(Millis(1)));
    }

    void itIsThatOfItsThreadAlone()
    {
        Interruption mine;
        const InterruptionScope scope(mine);
        mine.request();
        QVERIFY(Interruption::isDueHere());
        bool elsewhere = true;
        std::thread([&] { elsewhere = Interruption::isDueHere(); }).join();
        QVERIFY(!elsewhere);
        {
            Interruption inner;
            const InterruptionScope innerScope(inner);
            QVERIFY(!Interruption::isDueHere());
        }
        QVERIFY(Interruption::isDueHere());
    }

    void aWaitTakesSteps()
    {
        Interruption mine;
        const InterruptionScope scope(mine);
        QCOMPARE(Interruption::stepMs(QDeadlineTimer(QDeadlineTimer::Forever)), int(Interruption::step.count()));
        QCOMPARE(Interruption::stepMs(QDeadlineTimer(10'000)), int(Interruption::step.count()));
        QVERIFY(Interruption::stepMs(QDeadlineTimer(20)) <= 20);
        QCOMPARE(Interruption::stepMs(QDeadlineTimer(0)), 0);
    }

    void theGraceRunsFromTheFirstRequestThatEndsSooner()
    {
        Interruption mine;
        QVERIFY(!mine.isRequested());
        mine.request(Millis(60'000));
        QVERIFY(mine.isRequested() && !mine.isDue());
        mine.request(Millis(120'000));
        QVERIFY(!mine.isDue());
        mine.request(Millis(20));
        mine.request(Millis(60'000)); // A later deadline does not replace an earlier one.
        QTRY_VERIFY_WITH_TIMEOUT(mine.isDue(), 5'000);
    }

    void aSleepEndsEarly()
    {
        Interruption mine;
        std::thread sleeper;
        bool whole = true;
        QElapsedTimer timer;
        timer.start();
        sleeper = std::thread([&] {
            const InterruptionScope scope(mine);
            whole = Interruption::sleep(Millis(60'000));
        });
        mine.request();
        sleeper.join();
        QVERIFY(!whole && timer.elapsed() < 30'000);
    }
};

QTEST_APPLESS_MAIN(TestInterruption)

#include "tst_interruption.moc"
