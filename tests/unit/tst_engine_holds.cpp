// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/handlerholds.h"
#include "tests/unit/engineworks.h"

#include <QTest>

using namespace dueline;
using namespace std::chrono_literals;

using Works = EngineWorks;

namespace {

/// Handler whose program is missing while `why` is set. If `isSeen` is true, the handler notices this without running a
/// task.
class AbsentProgram : public Handler
{
public:
    explicit AbsentProgram(bool seen)
        : isSeen(seen)
    { }
    HandlerResult run(TaskContext&) override
    {
        if (!missing)
            return HandlerResult::done();
        ++tries;
        return HandlerResult::unready("/srv/send does not exist");
    }
    QByteArray unreadyBecause() const override
    {
        return isSeen && missing ? QByteArray("/srv/send does not exist") : QByteArray();
    }
    const bool isSeen;
    std::atomic<bool> missing = true;
    std::atomic<int> tries = 0;
};

const QByteArray told
    = "send: Tasks of type send cannot be started on this machine: /srv/send does not exist. They return to the queue, "
      "and no attempts are counted.";

} // namespace

/// Tests that tasks that can't be started on this machine are released without counting an attempt, and retried at
/// increasing intervals.
class TestEngineHolds : public QObject
{
    Q_OBJECT

private slots:
    void eachWaitIsTwiceTheOneBeforeUpToHalfAMinute();
    void tasksThatCannotBeStartedSpendNoAttempt_data();
    void tasksThatCannotBeStartedSpendNoAttempt();
    void aWorkerThatEndsWhenEmptyDoesNotWaitForWhatCannotBeStarted();
};

void TestEngineHolds::eachWaitIsTwiceTheOneBeforeUpToHalfAMinute()
{
    HandlerHolds holds;
    const AbsentProgram handler(false);
    const AbsentProgram other(false);
    Instant now = Instant() + 1h;
    QVERIFY(!holds.any());
    QVERIFY(holds.hold(&handler, "no file", now, now)); // The first failure is reported.
    for (const auto wait : {1s, 2s, 4s, 8s, 16s, 30s, 30s}) {
        QVERIFY(holds.any());
        QVERIFY(!holds.isHeld(&other, now));
        QVERIFY(holds.isHeld(&handler, now + wait - 1ms));
        QVERIFY(!holds.isHeld(&handler, now + wait));
        QCOMPARE(*holds.nextEnd(now), now + wait);
        // Tasks that started before the hold neither report nor extend it.
        QVERIFY(!holds.hold(&handler, "no file", now - 1ms, now + 1ms));
        QVERIFY(!holds.lift(&handler, now - 1ms));
        QCOMPARE(holds.stuckBecause().isEmpty(), wait < 4s);
        now += wait;
        QVERIFY(!holds.hold(&handler, "no file", now, now)); // A repeated reason is not reported again.
    }
    now += 30s;
    QVERIFY(holds.hold(&handler, "not executable", now, now)); // A different reason is reported.
    QVERIFY(holds.lift(&handler, now + 30s));
    QVERIFY(!holds.any());
    QVERIFY(!holds.nextEnd(now));
}

void TestEngineHolds::tasksThatCannotBeStartedSpendNoAttempt_data()
{
    QTest::addColumn<bool>("isSeen");
    QTest::newRow("known at the start") << true;
    QTest::newRow("learned by trying") << false;
}

void TestEngineHolds::tasksThatCannotBeStartedSpendNoAttempt()
{
    QFETCH(bool, isSeen);
    Works works({.concurrency = 4});
    const auto absent = std::make_shared<AbsentProgram>(isSeen);
    QVERIFY(works.handlers.add("send", absent).ok());
    const auto ids = works.add(20, {}, "send");
    works.start();
    const auto others = works.add(20);
    for (const TaskId& id : others)
        QTRY_COMPARE(works.state(id), TaskState::Done); // Tasks of other types keep running.
    QTRY_COMPARE(works.observer.holds(), std::vector<QByteArray>{told});
    for (const TaskId& id : ids) {
        QTRY_VERIFY(works.state(id) == TaskState::Due || works.state(id) == TaskState::Retrying);
        QCOMPARE(works.task(id).task.attempt, 0);
    }
    if (isSeen)
        QCOMPARE(absent->tries.load(), 0);
    QVERIFY(absent->tries.load() <= 8); // each slot tries once or twice
    absent->missing = false;
    QVERIFY(*works.engine->waitUntilEmpty(20s));
    for (const TaskId& id : ids) {
        QTRY_COMPARE(works.state(id), TaskState::Done);
        QCOMPARE(works.task(id).task.attempt, 1);
    }
    QTRY_COMPARE(works.observer.holds(), (std::vector<QByteArray>{told, "send is ready"}));
}

void TestEngineHolds::aWorkerThatEndsWhenEmptyDoesNotWaitForWhatCannotBeStarted()
{
    Works works;
    QVERIFY(works.handlers.add("send", std::make_shared<AbsentProgram>(true)).ok());
    const auto ids = works.add(3, {}, "send");
    const auto others = works.add(3);
    works.start();
    Result<bool> empty = false;
    QTRY_VERIFY_WITH_TIMEOUT(!(empty = works.engine->waitUntilEmpty(100ms)).ok(), 20'000);
    QCOMPARE(empty.error().code, ErrorCode::Refused);
    QCOMPARE(empty.error().message,
        QStringLiteral(
            "The remaining tasks cannot be started on this machine: /srv/send does not exist. No attempts were "
            "counted."));
    for (const TaskId& id : others)
        QCOMPARE(works.state(id), TaskState::Done);
    for (const TaskId& id : ids)
        QCOMPARE(works.task(id).task.attempt, 0);
}

QTEST_GUILESS_MAIN(TestEngineHolds)

#include "tst_engine_holds.moc"
