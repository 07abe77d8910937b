// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/stepsize.h"

#include <QTest>

using namespace dueline;

namespace {

/// Runs steps that take `usOfTask` per task plus `usOfCall` per call. In every `stalled`th step (0: none), the
/// processor is unavailable for another `stall` us.
void run(StepSize& step, int steps, double usOfTask, double usOfCall = 0, int stalled = 0, std::int64_t stall = 0)
{
    for (int i = 1; i <= steps; ++i) {
        const int tasks = step.tasks();
        step.took(tasks, std::int64_t(usOfCall + tasks * usOfTask) + (stalled > 0 && i % stalled == 0 ? stall : 0));
    }
}

} // namespace

class TestStepSize : public QObject
{
    Q_OBJECT

private slots:
    void aStepTakesAllWhereThatIsQuick()
    {
        StepSize step(250);
        QCOMPARE(step.tasks(), 250);
        run(step, 50, 4);
        QCOMPARE(step.tasks(), 250);
    }

    void slowTasksMakeStepsOfAMillisecondInWholeParts()
    {
        StepSize step(250);
        run(step, 50, 16);
        QCOMPARE(step.tasks(), 63); // The step shrinks to a quarter, rounded up.
        run(step, 50, 4);
        QCOMPARE(step.tasks(), 250);
    }

    void whatACallCostsByItselfLeavesStepsLong()
    {
        StepSize step(250);
        run(step, 50, 5, 250);
        QVERIFY2(step.tasks() >= 125, qPrintable(QString::number(step.tasks())));
    }

    void waitingForAProcessorNowAndThenMakesNoSmallSteps()
    {
        StepSize step(250);
        run(step, 50, 4, 150);
        for (int i = 0; i < 40; ++i) {
            run(step, 25, 4, 150, 20, 20'000);
            QVERIFY2(step.tasks() >= 125, qPrintable(QString::number(step.tasks())));
        }
    }

    void anOddFirstStepIsForgotten()
    {
        StepSize step(250);
        step.took(250, 500'000);
        QCOMPARE(step.tasks(), 16);
        run(step, 40, 4);
        QCOMPARE(step.tasks(), 250);
    }

    void ofAFewNothingIsLearnt()
    {
        StepSize step(250);
        step.took(9, 100'000);
        step.took(100, 0);
        QCOMPARE(step.tasks(), 250);
    }
};

QTEST_APPLESS_MAIN(TestStepSize)
#include "tst_stepsize.moc"
