// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/undorun.h"
#include "tests/integration/bulkplace.h"

#include <barrier>
#include <thread>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

namespace {

constexpr qint64 hour = 3'600'000;

/// Returns the number of tasks: 50,000, or the value of DUELINE_BULK_TASKS.
int tasksAtOnce()
{
    const int wanted = qEnvironmentVariableIntValue("DUELINE_BULK_TASKS");
    return wanted > 0 ? wanted : 50'000;
}

OperationRequest shiftOr(int kind, Millis by)
{
    const bool shifts = kind == int(ActionKind::Reschedule);
    return requestFor(ActionKind(kind), shifts ? Action::Time::Shift : Action::Time::None, by);
}

/// Previews a run, waits at `together` for the other operator, and finishes the run. Uses a separate connection.
void act(
    BulkPlace& place, OperationRun& run, qint64& shown, Result<OperationProgress>& outcome, std::barrier<>& together)
{
    const auto backend = place.open();
    const auto preview = run.preview(*backend);
    shown = preview ? preview->total : -1;
    together.arrive_and_wait(); // waits until both previews are complete
    together.arrive_and_wait(); // starts both runs at the same time
    outcome = run.finish(*backend);
}

/// Runs two operations alternately, step by step, so that each is ahead at times.
void actInTurns(BulkPlace& place, OperationRun& a, OperationRun& b)
{
    const auto other = place.open();
    QVERIFY(a.preview(*place.backend).ok());
    QVERIFY(b.preview(*other).ok());
    for (int i = 0; !a.finished() || !b.finished(); ++i) {
        for (int n = 0; n < 1 + i % 3; ++n)
            QVERIFY(a.step(*place.backend).ok());
        for (int n = 0; n < 3 - i % 3; ++n)
            QVERIFY(b.step(*other).ok());
    }
}

} // namespace

/// Tests two operators acting on the same tasks at the same time: each task is acted on once, and both reported results
/// are correct.
class TestBulkTogether : public QObject
{
    Q_OBJECT

private slots:
    void bothActOnTheSameTasksAtOnce_data();
    void bothActOnTheSameTasksAtOnce();
    void whatTheOtherMovesMeanwhileIsCountedOnce_data();
    void whatTheOtherMovesMeanwhileIsCountedOnce();
    void oneIsUndoneWhileTheOtherActs();
};

void TestBulkTogether::bothActOnTheSameTasksAtOnce_data()
{
    QTest::addColumn<int>("first");
    QTest::addColumn<int>("second");
    QTest::addColumn<bool>("inTurns");
    const int discard = int(ActionKind::Discard);
    const int reschedule = int(ActionKind::Reschedule);
    QTest::newRow("discard, discard") << discard << discard << false;
    QTest::newRow("reschedule, reschedule") << reschedule << reschedule << false;
    QTest::newRow("discard, reschedule") << discard << reschedule << false;
    QTest::newRow("in turns: discard, discard") << discard << discard << true;
    QTest::newRow("in turns: reschedule, reschedule") << reschedule << reschedule << true;
    QTest::newRow("in turns: discard, reschedule") << discard << reschedule << true;
}

void TestBulkTogether::bothActOnTheSameTasksAtOnce()
{
    QFETCH(int, first);
    QFETCH(int, second);
    QFETCH(bool, inTurns);
    const int many = tasksAtOnce();
    BulkPlace place;
    place.add(many, 1h, 11ms);
    const Scores before = place.scores();
    OperationRun a(shiftOr(first, 1h));
    OperationRun b(shiftOr(second, 2h));
    Result<OperationProgress> ofA = OperationProgress();
    Result<OperationProgress> ofB = OperationProgress();
    if (inTurns) {
        actInTurns(place, a, b);
        QVERIFY(a.progress().done > 0 && b.progress().done > 0);
        ofA = a.progress();
        ofB = b.progress();
    } else {
        std::barrier<> together(2);
        qint64 shownToB = 0;
        std::thread bob([&] { act(place, b, shownToB, ofB, together); });
        const auto shown = a.preview(*place.backend);
        together.arrive_and_wait();
        together.arrive_and_wait();
        ofA = a.finish(*place.backend);
        bob.join();
        QCOMPARE(shown->total, many);
        QCOMPARE(shownToB, many);
    }
    QVERIFY2(ofA.ok(), ofA ? "" : qPrintable(ofA.error().message));
    QVERIFY2(ofB.ok(), ofB ? "" : qPrintable(ofB.error().message));
    qInfo("%lld and %lld", (long long)ofA->done, (long long)ofB->done);
    QCOMPARE(ofA->done + ofB->done, many);
    QCOMPARE(ofA->done + ofA->skipped, many);
    QCOMPARE(ofB->done + ofB->skipped, many);
    for (const OperationRun* run : {&a, &b}) {
        const OperationRecord record = place.record(run->id());
        QVERIFY(record.finished);
        QCOMPARE(record.done, run->progress().done);
        QCOMPARE(record.skipped, run->progress().skipped);
        const auto& counts = run->skipped().counts();
        QCOMPARE(counts.contains(SkipReason::MovedOn) ? counts.at(SkipReason::MovedOn) : 0, run->progress().skipped);
        // The other operation was the last to change each skipped task that is listed.
        for (const SkippedTask& skipped : run->skipped().named())
            QCOMPARE(place.backend->inspector().task("mail", skipped.id)->lastOperation, (run == &a ? b : a).id());
    }
    // The reported results match the stored tasks.
    const Scores after = place.scores();
    std::map<qint64, qint64> shifts;
    for (const auto& [id, score] : before.at("pending")) {
        if (after.contains("pending") && after.at("pending").contains(id))
            ++shifts[after.at("pending").at(id).toLongLong() - score.toLongLong()];
    }
    std::map<qint64, qint64> expected;
    qint64 discarded = 0;
    for (const auto& [kind, by, done] : {std::tuple(first, hour, ofA->done), std::tuple(second, 2 * hour, ofB->done)}) {
        if (kind == int(ActionKind::Discard))
            discarded += done;
        else if (done > 0)
            expected[by] = done;
    }
    QVERIFY(shifts == expected);
    QCOMPARE(after.contains("trash") ? qint64(after.at("trash").size()) : 0, discarded);
    QCOMPARE((ofA->done > 0 ? place.undo(a.id()) : 0) + (ofB->done > 0 ? place.undo(b.id()) : 0), many);
    QVERIFY(place.scores() == before);
}

void TestBulkTogether::whatTheOtherMovesMeanwhileIsCountedOnce_data()
{
    QTest::addColumn<QString>("filter");
    QTest::newRow("listed in the queue") << QString();
    QTest::newRow("found by a filter") << QStringLiteral("payload:alice");
}

/// Checks that a task counts once even if another operator moves it to a later time during the scan.
void TestBulkTogether::whatTheOtherMovesMeanwhileIsCountedOnce()
{
    QFETCH(QString, filter);
    constexpr int many = 20'000;
    BulkPlace place;
    place.add(many, 1h, 11ms);
    OperationRequest wanted = shiftOr(int(ActionKind::Reschedule), 1h);
    if (!filter.isEmpty()) {
        wanted.selection.kind = TaskSelection::Kind::Filter;
        wanted.selection.filter = TaskFilter::parse(filter).value();
    }
    OperationRun a(wanted);
    // The shifted tasks stay within the scan's time range.
    OperationRun b(shiftOr(int(ActionKind::Reschedule), 100s));
    const auto other = place.open();
    QVERIFY(b.preview(*other).ok());
    while (a.progress().phase == OperationProgress::Phase::Selecting) {
        QVERIFY(a.step(*place.backend).ok());
        for (int i = 0; i < 10 && !b.finished(); ++i)
            QVERIFY(b.step(*other).ok());
        QVERIFY(a.progress().total <= many);
    }
    QVERIFY2(b.progress().done > 0, "nothing was moved in time");
    const auto within
        = [](const OperationProgress& progress) { return progress.done + progress.skipped <= progress.total; };
    bool always = true;
    const auto ofA = a.finish(*place.backend, [&](const OperationProgress& now) {
        always = always && within(now);
        return true;
    });
    QVERIFY2(ofA.ok(), ofA ? "" : qPrintable(ofA.error().message));
    QVERIFY(b.finish(*other).ok());
    QVERIFY2(always, "it passed its whole");
    QVERIFY2(ofA->total <= many, qPrintable(QString::number(ofA->total)));
    QCOMPARE(ofA->done + ofA->skipped, ofA->total);
    qint64 told = 0;
    for (const auto& [reason, count] : a.skipped().counts())
        told += count;
    QCOMPARE(told, ofA->skipped);
    const OperationRecord record = place.record(a.id());
    QCOMPARE(record.total, ofA->total);
    QCOMPARE(record.done + record.skipped, record.total);
}

/// Tests an undo during another operator's action: both change each task, one after the other, or only one of them
/// does.
void TestBulkTogether::oneIsUndoneWhileTheOtherActs()
{
    const int many = tasksAtOnce();
    BulkPlace place;
    place.add(many, 1h, 11ms);
    const Scores before = place.scores();
    OperationRun a(shiftOr(int(ActionKind::Discard), {}));
    OperationRun b(shiftOr(int(ActionKind::Reschedule), 2h));
    std::barrier<> together(2);
    qint64 shownToB = 0;
    Result<OperationProgress> ofB = OperationProgress();
    std::thread bob([&] { act(place, b, shownToB, ofB, together); });
    together.arrive_and_wait();
    const auto ofA = a.finish(*place.backend);
    together.arrive_and_wait();
    const qint64 restored = place.undo(a.id());
    bob.join();
    QCOMPARE(shownToB, many);
    QVERIFY2(ofA.ok(), ofA ? "" : qPrintable(ofA.error().message));
    QVERIFY2(ofB.ok(), ofB ? "" : qPrintable(ofB.error().message));
    QCOMPARE(restored, many); // Every task was in the trash or already restored.
    QCOMPARE(ofB->done + ofB->skipped, many);
    const Scores after = place.scores();
    qint64 shifted = 0;
    for (const auto& [id, score] : before.at("pending")) {
        const qint64 by = after.at("pending").at(id).toLongLong() - score.toLongLong();
        QVERIFY(by == 0 || by == 2 * hour);
        shifted += by != 0;
    }
    QCOMPARE(shifted, ofB->done);
    if (ofB->done > 0)
        QCOMPARE(place.undo(b.id()), ofB->done);
    QVERIFY(place.scores() == before);
}

QTEST_GUILESS_MAIN(TestBulkTogether)
#include "tst_bulktogether.moc"
