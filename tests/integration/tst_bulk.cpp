// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/undorun.h"
#include "tests/integration/bulkplace.h"

#include <algorithm>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;

/// Tests operations on all tasks in certain states: their lists in Redis, their effects, and exact undo.
class TestBulk : public QObject
{
    Q_OBJECT

private slots:
    void everyActionIsUndoneToTheLastScore_data();
    void everyActionIsUndoneToTheLastScore();
    void whatArrivesAfterThePreviewIsNotTouched();
    void manyAtOneInstantAreEachMetOnce();
    void aSpreadIsEvenOverAllSteps();
    void whatMovedOnIsToldByName();
    void aForcedDiscardTakesLeases();
    void undoHoldsAtMost120BytesATask();
    void aFullServerIsActedOnWithoutAList();
    void theListIsForgottenWithThePreview();
    void aPreviewTellsWhenTheTasksAreDueInGroups_data();
    void aPreviewTellsWhenTheTasksAreDueInGroups();
};

void TestBulk::everyActionIsUndoneToTheLastScore_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<qint64>("tasks");
    QTest::newRow("discard") << int(ActionKind::Discard) << qint64(3700);
    QTest::newRow("retry") << int(ActionKind::Retry) << qint64(1200);
    QTest::newRow("run now") << int(ActionKind::RunNow) << qint64(3100);
    QTest::newRow("reschedule") << int(ActionKind::Reschedule) << qint64(3100);
}

void TestBulk::everyActionIsUndoneToTheLastScore()
{
    QFETCH(int, kind);
    QFETCH(qint64, tasks);
    BulkPlace place;
    place.addOfEachKind();
    const Scores before = place.scores();
    const auto triesBefore = place.tries();
    OperationRun run(requestFor(
        ActionKind(kind), kind == int(ActionKind::Reschedule) ? Action::Time::Shift : Action::Time::None, 10min));
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, tasks);
    QCOMPARE(run.progress().skipped, 0);
    const OperationRecord record = place.record(run.id());
    QVERIFY(record.finished && record.undoable && !record.isInterrupted());
    QCOMPARE(record.done, tasks);
    QCOMPARE(place.listed(run.id()), 0);
    QVERIFY(place.scores() != before);
    if (kind == int(ActionKind::Reschedule)) {
        const Scores after = place.scores();
        for (const char* role : {"pending", "retry"}) {
            for (const auto& [id, score] : before.at(role))
                QCOMPARE(after.at(role).at(id).toLongLong(), score.toLongLong() + 600'000);
        }
    }
    QCOMPARE(place.undo(run.id()), tasks);
    QVERIFY(place.scores() == before);
    QVERIFY(place.tries() == triesBefore);
    QCOMPARE(place.server.call({"HLEN", place.key("before")}).integer, 0);
}

void TestBulk::whatArrivesAfterThePreviewIsNotTouched()
{
    BulkPlace place;
    place.add(1200, 1h, 1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(*place.backend)->total, 1200);
    QCOMPARE(place.scores()["pending"].size(), 1200U);
    place.add(700, 1h + 500ms, 1s, 5000); // due between the previewed tasks
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 1200);
    const Scores after = place.scores();
    QCOMPARE(after.at("pending").size(), 700U);
    for (const auto& [id, score] : after.at("pending"))
        QVERIFY2(id >= place.idOf(5000), id.constData());
}

void TestBulk::manyAtOneInstantAreEachMetOnce()
{
    BulkPlace place;
    place.add(2600, 1h, 0ms);
    OperationRun run(requestFor(ActionKind::Reschedule, Action::Time::Shift, 1min));
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 2600);
    QCOMPARE(run.progress().skipped, 0);
    QCOMPARE(place.undo(run.id()), 2600);
}

void TestBulk::aSpreadIsEvenOverAllSteps()
{
    BulkPlace place;
    place.add(1001, 1h, 3ms);
    OperationRequest request = requestFor(ActionKind::Reschedule, Action::Time::Spread);
    request.action.at = *place.backend->serverTime() + 2h;
    request.action.until = request.action.at + 1001s;
    OperationRun run(request);
    DONE(run, *place.backend);
    const Scores after = place.scores();
    for (int i = 0; i < 1001; ++i)
        QCOMPARE(after.at("pending").at(place.idOf(i)).toLongLong(), toMs(request.action.at) + 1001 * qint64(i));
}

void TestBulk::whatMovedOnIsToldByName()
{
    BulkPlace place;
    place.add(600, 1h, 1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    // Another program changes this task.
    place.server.call({"ZADD", place.key("pending"), "1795000000000", place.idOf(5)});
    place.server.call({"ZREM", place.key("pending"), place.idOf(6)});
    place.server.call({"HDEL", place.key("tasks"), place.idOf(6)});
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 598);
    QCOMPARE(run.progress().skipped, 2);
    QVERIFY(
        run.skipped().counts() == (std::map<SkipReason, qint64>{{SkipReason::NotFound, 1}, {SkipReason::MovedOn, 1}}));
    QCOMPARE(run.skipped().named().size(), 2U);
    QCOMPARE(place.record(run.id()).skipped, 2);
    QCOMPARE(place.scores()["pending"].size(), 1U);
}

void TestBulk::aForcedDiscardTakesLeases()
{
    BulkPlace place;
    place.add(20, -1s, 0ms);
    place.add(5, 1h, 0ms, 100);
    const auto leases = place.claim(20);
    QCOMPARE(leases.size(), 20U);
    OperationRequest request = requestFor(ActionKind::Discard);
    OperationRun gentle(request);
    const auto preview = gentle.preview(*place.backend);
    QCOMPARE(preview->skipped.counts().at(SkipReason::NeedsForce), 20);
    gentle.drop(*place.backend);
    request.action.force = true;
    OperationRun run(request);
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 25);
    QCOMPARE(place.scores()["trash"].size(), 25U);
}

void TestBulk::undoHoldsAtMost120BytesATask()
{
    BulkPlace place;
    constexpr int many = 30'000; // enough tasks for all hash tables to have grown
    std::vector<NewTask> tasks;
    for (int i = 0; i < many; ++i) {
        NewTask task;
        task.id = makeTaskId("mail.send", *place.backend->serverTime());
        task.dueAt = *place.backend->serverTime() + 1h;
        tasks.push_back(task);
    }
    QVERIFY(place.backend->editor()->add("mail", tasks).ok());
    OperationRun run(requestFor(ActionKind::Discard));
    QCOMPARE(run.preview(*place.backend)->undoBytes, many * 120);
    DONE(run, *place.backend);
    const auto bytes = [&] {
        return place.server.call({"MEMORY", "USAGE", place.key("before"), "SAMPLES", "0"}).integer;
    };
    QTRY_VERIFY2(bytes() <= many * 120, qPrintable(QString::number(bytes() / double(many))));
}

void TestBulk::aFullServerIsActedOnWithoutAList()
{
    BulkPlace place;
    place.add(1200, 1h, 1s);
    place.server.call({"CONFIG", "SET", "maxmemory", "1"});
    OperationRun run(requestFor(ActionKind::Discard));
    const auto preview = run.preview(*place.backend);
    QVERIFY2(preview.ok(), preview ? "" : qPrintable(preview.error().message));
    QCOMPARE(preview->total, 1200);
    QCOMPARE(preview->listBytes, 0);
    DONE(run, *place.backend);
    QCOMPARE(run.progress().done, 1200);
    QVERIFY(place.record(run.id()).plan.isEmpty());
}

void TestBulk::theListIsForgottenWithThePreview()
{
    BulkPlace place;
    place.add(1200, 1h, 1s);
    OperationRun run(requestFor(ActionKind::Discard));
    QVERIFY(run.preview(*place.backend).ok());
    QVERIFY(place.listed(run.id()) > 0);
    const qint64 ttl = place.server.call({"PTTL", place.key("op:" + run.id().mid(5) + ":list")}).integer;
    QVERIFY(ttl > 0 && ttl <= 3'600'000);
    run.drop(*place.backend);
    QCOMPARE(place.listed(run.id()), 0);
    QVERIFY(operations(place.backend->inspector(), "mail")->empty());
}

void TestBulk::aPreviewTellsWhenTheTasksAreDueInGroups_data()
{
    QTest::addColumn<QString>("filter");
    QTest::newRow("counted in Redis") << QString();
    QTest::newRow("of those that were found") << QStringLiteral("type:send");
}

void TestBulk::aPreviewTellsWhenTheTasksAreDueInGroups()
{
    QFETCH(QString, filter);
    BulkPlace place;
    place.addOfEachKind();
    OperationRequest request = requestFor(ActionKind::Reschedule, Action::Time::Shift, 10min);
    request.selection.filter = TaskFilter::parse(filter).value();
    request.selection.kind = filter.isEmpty() ? TaskSelection::Kind::All : TaskSelection::Kind::Filter;
    OperationRun run(request);
    const OperationPreview preview = run.preview(*place.backend).value();
    QCOMPARE(preview.total, 3100);
    QCOMPARE(place.listed(run.id()) > 0, filter.isEmpty());
    std::vector<TimePoint> instants;
    const Scores scores = place.scores();
    for (const char* role : {"pending", "retry"}) {
        for (const auto& [id, score] : scores.at(role))
            instants.push_back(fromMs(score.toLongLong()));
    }
    std::sort(instants.begin(), instants.end());
    const auto dues = run.dues(place.backend->inspector(), 50);
    QVERIFY(dues.ok());
    QVERIFY(dues->size() > 20 && dues->size() <= 50);
    QCOMPARE(dues->back().at, instants.back());
    // At each instant, the running total equals the number of tasks due by then.
    qint64 sum = 0;
    for (const auto& [at, tasks] : *dues) {
        sum += tasks;
        QCOMPARE(sum, std::upper_bound(instants.begin(), instants.end(), at) - instants.begin());
    }
    QCOMPARE(sum, 3100);
    run.drop(*place.backend);
    QCOMPARE(place.listed(run.id()), 0);
}

QTEST_GUILESS_MAIN(TestBulk)
#include "tst_bulk.moc"
