// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/integration/laravelacts.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

/// Tests operations on Laravel jobs while Laravel is running: they have the same effects as Laravel's own workers and
/// Horizon, and undo restores every byte.
class TestLaravelActions : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void eachActionIsUndoneToTheByte_data();
    void eachActionIsUndoneToTheByte();
    void aRestoreIsUndone();
    void aRescheduledJobHasWholeSeconds();
    void whatIsReservedIsLeftToItsWorker();
    void whatNoWorkerCouldReadIsNeverPushed();
    void aBatchIsNotLeftWaiting();
    void notificationsMayBeFewer();
    void equalPayloadsAreToldApart();
    void whatLaravelCannotIsSaid();
    void whatMovedBeforeTheActIsLeftAlone();
    void whatAWorkerTookBeforeTheActIsLeftAlone_data();
    void whatAWorkerTookBeforeTheActIsLeftAlone();
    void whatRanMeanwhileIsLeftAlone_data();
    void whatRanMeanwhileIsLeftAlone();
    void bytesAreThoseThatRun();
    void aLongQueueIsDiscardedBesideAWorker();
    void aKilledRunNowIsGoneOnWithAndEachRunsOnce();
    void duectlActsAndUndoes();
};

void TestLaravelActions::eachActionIsUndoneToTheByte_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArrayList>("ids");
    QTest::newRow("run now") << ActionKind::RunNow << QByteArray("mail") << QByteArrayList{"d2", "d1"};
    QTest::newRow("reschedule") << ActionKind::Reschedule << QByteArray("mail") << QByteArrayList{"d1", "d2"};
    QTest::newRow("discard") << ActionKind::Discard << QByteArray("mail") << QByteArrayList{"d1", "q1", "q2"};
    QTest::newRow("discard of all that waits")
        << ActionKind::Discard << QByteArray("mail") << QByteArrayList{"q1", "q2", "q3"};
    QTest::newRow("retry") << ActionKind::Retry << LaravelActs::shared << QByteArrayList{"f-one", "f-two"};
    QTest::newRow("discard of Horizon's")
        << ActionKind::Discard << LaravelActs::shared << QByteArrayList{"f-two", "f-one"};
}

void TestLaravelActions::eachActionIsUndoneToTheByte()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArrayList, ids);
    LaravelActs place;
    place.fill();
    const auto before = place.server.theirs();
    const auto done = place.act(queue, kind, {ids.begin(), ids.end()});
    QCOMPARE(done.skipped, Skipped());
    QCOMPARE(done.done, ids.size());
    QVERIFY(place.server.theirs() != before);
    const UndoProgress undone = place.undo(queue, done.id);
    QCOMPARE(undone.restored, ids.size());
    QCOMPARE(undone.movedOn, 0);
    QCOMPARE(place.server.theirs(), before);
    for (const Reply& key : place.server.call({"KEYS", "dueline:*"}).items)
        QVERIFY2(place.server.call({"PTTL", key.bytes}).integer > 0, key.bytes);
}

void TestLaravelActions::aRestoreIsUndone()
{
    LaravelActs place;
    place.fill();
    const auto before = place.server.theirs();
    for (const QueueName& queue : {QueueName("mail"), LaravelActs::shared}) {
        const qint64 count = queue == "mail" ? 5 : 2;
        const auto discarded
            = place.act(queue, ActionKind::Discard, {}, {TaskState::Scheduled, TaskState::Due, TaskState::Failed});
        QCOMPARE(discarded.done, count);
        const auto without = place.server.theirs();
        const auto trash = must(place.backend->inspector().page({queue, TaskState::Trash, 0, 100}));
        QCOMPARE(trash.total, count);
        QVERIFY(!trash.tasks.front().preview.isEmpty());
        QTRY_VERIFY(must(place.backend->inspector().queue(queue)).serverNow > trash.tasks.front().at + Millis(1));
        const auto detail = must(place.backend->inspector().task(queue, queue == "mail" ? "q1" : "f-one"));
        QCOMPARE(detail.task.state, TaskState::Trash);
        QVERIFY(detail.restoresTo.has_value());
        QCOMPARE(detail.restoresTo->state, queue == "mail" ? TaskState::Due : TaskState::Failed);
        const auto restored = place.act(queue, ActionKind::Restore, {});
        QCOMPARE(restored.done, count);
        QCOMPARE(must(place.backend->inspector().page({queue, TaskState::Trash, 0, 100})).total, 0);
        QCOMPARE(place.undo(queue, restored.id).restored, count);
        QCOMPARE(place.server.theirs(), without);
        QCOMPARE(place.act(queue, ActionKind::Restore, {}).done, count);
    }
    auto after = place.server.theirs();
    // Jobs restored to the list run next, so their order may differ. Compare only the list's length.
    QCOMPARE(after[LaravelServer::list].size(), before.at(LaravelServer::list).size());
    after[LaravelServer::list] = before.at(LaravelServer::list);
    QCOMPARE(after, before);
    QCOMPARE(place.act("mail", ActionKind::Delete, {"q1", "d1"}).done, 2);
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Delete, {"f-one"}).done, 1);
    QCOMPARE(place.server.call({"EXISTS", "laravel_horizon:f-one"}).integer, 0);
    QCOMPARE(place.server.call({"LLEN", LaravelServer::list}).integer, 2);
}

void TestLaravelActions::aRescheduledJobHasWholeSeconds()
{
    LaravelActs place;
    place.fill();
    QCOMPARE(place.act("mail", ActionKind::Reschedule, {"d1"}).done, 1);
    // Rounded up, so that the job never runs early.
    QCOMPARE(place.server.call({"ZSCORE", LaravelServer::list + ":delayed", LaravelServer::job("d1")}).bytes,
        QByteArray("9100000001"));
}

void TestLaravelActions::whatIsReservedIsLeftToItsWorker()
{
    LaravelActs place;
    place.server.put("reserved", 9'000'000'000, LaravelServer::job("runs", {}, 1));
    place.server.put("reserved", 1'795'601'600, LaravelServer::job("over", {}, 1));
    const auto before = place.server.theirs();
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::Delete, ActionKind::RunNow}) {
        OperationRequest forced = place.request("mail", {kind}, {"runs", "over"});
        forced.action.force = true;
        OperationRun run(forced);
        QCOMPARE(must(run.finish(*place.backend)).done, 0);
        QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::Reserved, 1}, {SkipReason::LeaseOver, 1}}));
    }
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(sentenceOf(SkipReason::LeaseOver),
        u"The task's lease has expired; the next pop by any worker will return the task to the queue."_s);
}

void TestLaravelActions::whatNoWorkerCouldReadIsNeverPushed()
{
    LaravelActs place;
    place.server.put("delayed", 9'000'000'000, "{not json");
    place.server.put("delayed", 9'000'000'001, R"({"uuid":"none","data":{}})");
    place.server.put("delayed", 9'000'000'002, LaravelServer::job("good"));
    place.server.push("[1]");
    place.server.push(LaravelServer::job("ready"));
    const auto later = place.act("mail", ActionKind::RunNow, {}, {TaskState::Scheduled});
    QCOMPARE(later.done, 1);
    QCOMPARE(later.skipped, (Skipped{{SkipReason::Poison, 2}}));
    QCOMPARE(place.undo("mail", later.id).restored, 1);
    QCOMPARE(place.act("mail", ActionKind::Reschedule, {}, {TaskState::Scheduled}).skipped,
        (Skipped{{SkipReason::Poison, 2}}));
    const auto discarded = place.act("mail", ActionKind::Discard, {}, {TaskState::Scheduled, TaskState::Due});
    QCOMPARE(discarded.done, 5);
    const auto restored = place.act("mail", ActionKind::Restore, {});
    QCOMPARE(restored.done, 2);
    QCOMPARE(restored.skipped, (Skipped{{SkipReason::Poison, 3}}));
    QCOMPARE(place.undo("mail", discarded.id).restored, 0); // valid jobs are restored; the others stay in the trash
    QCOMPARE(must(place.backend->inspector().queue("mail")).counts[TaskState::Trash], 3);
    QCOMPARE(place.act("mail", ActionKind::Delete, {}, {TaskState::Trash}).done, 3);
}

void TestLaravelActions::aBatchIsNotLeftWaiting()
{
    LaravelActs place;
    const QByteArray batched = R"({"uuid":"b","displayName":"X","data":{"batchId":"x","command":"N;"},"attempts":0})";
    const QByteArray inside
        = R"({"uuid":"i","displayName":"X","data":{"command":"O:1:\"X\":1:{s:7:\"batchId\";s:1:\"9\";}"},"attempts":0})";
    const QByteArray alone
        = R"({"uuid":"a","displayName":"X","data":{"batchId":null,"command":"O:1:\"X\":1:{s:7:\"batchId\";N;}"},"attempts":0})";
    for (const QByteArray& job : {batched, inside, alone})
        place.server.put("delayed", 9'000'000'000, job);
    const auto discarded = place.act("mail", ActionKind::Discard, {});
    QCOMPARE(discarded.done, 1);
    QCOMPARE(discarded.skipped, (Skipped{{SkipReason::InBatch, 2}}));
    QCOMPARE(place.act("mail", ActionKind::RunNow, {}).done, 2);
}

void TestLaravelActions::notificationsMayBeFewer()
{
    LaravelActs place;
    for (const char* uuid : {"q1", "q2", "q3"})
        place.server.call({"RPUSH", LaravelServer::list, LaravelServer::job(uuid)});
    place.server.call({"RPUSH", LaravelServer::list + ":notify", "1"});
    const auto before = place.server.theirs();
    const auto discarded = place.act("mail", ActionKind::Discard, {});
    QCOMPARE(discarded.done, 3);
    QVERIFY(place.server.theirs().empty());
    QCOMPARE(place.undo("mail", discarded.id).restored, 3);
    QCOMPARE(place.server.theirs(), before);
    // A worker popped the notification about a pushed job.
    place.server.put("delayed", 9'000'000'000, LaravelServer::job("d"));
    const auto pushed = place.act("mail", ActionKind::RunNow, {"d"});
    place.server.call({"DEL", LaravelServer::list + ":notify"});
    QCOMPARE(place.undo("mail", pushed.id).restored, 1);
    QCOMPARE(
        place.queued(), (QByteArrayList{LaravelServer::job("q1"), LaravelServer::job("q2"), LaravelServer::job("q3")}));
}

void TestLaravelActions::equalPayloadsAreToldApart()
{
    LaravelActs place;
    place.server.push(LaravelServer::job("same"));
    place.server.push(LaravelServer::job("other"));
    place.server.push(LaravelServer::job("same"));
    const auto tasks = must(place.backend->inspector().page({"mail", TaskState::Due, 0, 10})).tasks;
    QCOMPARE(tasks.at(2).id, QByteArray("same~2"));
    const auto discarded = place.act("mail", ActionKind::Discard, {});
    QCOMPARE(discarded.done, 3); // The trash contains all of the identical jobs.
    QCOMPARE(place.queued(), QByteArrayList());
    QCOMPARE(place.undo("mail", discarded.id).restored, 3);
    QCOMPARE(place.queued(),
        (QByteArrayList{LaravelServer::job("same"), LaravelServer::job("other"), LaravelServer::job("same")}));
    // A job is pushed next to an identical one. Undo removes one of the two.
    place.server.put("delayed", 9'000'000'000, LaravelServer::job("same"));
    const auto pushed = place.act("mail", ActionKind::RunNow, {}, {TaskState::Scheduled});
    QCOMPARE(place.queued().size(), 4);
    QCOMPARE(place.undo("mail", pushed.id).restored, 1);
    QCOMPARE(place.queued().size(), 3);
}

void TestLaravelActions::whatLaravelCannotIsSaid()
{
    LaravelActs place;
    place.fill();
    QueueEditor& editor = *place.backend->editor();
    QCOMPARE(editor.setPaused("mail", true).error().message, u"Laravel has no pause mechanism that Dueline can use."_s);
    QCOMPARE(editor.add("mail", {NewTask{"X#1", {}, {}, {}, "{}"}}).error().message,
        u"Laravel jobs are serialized PHP objects, which only PHP can write."_s);
    ActionStep step;
    step.queue = "mail";
    step.operation = makeOperationId("mail", SystemClock().now());
    step.action.kind = ActionKind::Retry;
    step.refs = {{"q1", TaskState::Due, {}, {}}};
    QCOMPARE(editor.act(step).error().message,
        u"Laravel keeps failed jobs in its own database; run php artisan queue:retry ID there."_s);
    QVERIFY(!place.backend->capabilities().pause && !place.backend->capabilities().add);
    QVERIFY(!place.backend->broker());
    QCOMPARE(place.act("mail", ActionKind::Reschedule, {"q1"}).skipped, (Skipped{{SkipReason::Untimed, 1}}));
    QCOMPARE(place.act(LaravelActs::shared, ActionKind::Discard, {"c-one"}).skipped,
        (Skipped{{SkipReason::NotApplicable, 1}}));
}

void TestLaravelActions::whatMovedBeforeTheActIsLeftAlone()
{
    LaravelActs place;
    place.fill();
    const std::vector<std::tuple<ActionKind, QueueName, TaskId>> acts{{ActionKind::RunNow, "mail", "d1"},
        {ActionKind::Reschedule, "mail", "d2"}, {ActionKind::Discard, "mail", "d1"}, {ActionKind::Delete, "mail", "d2"},
        {ActionKind::Discard, "mail", "q1"}, {ActionKind::Retry, LaravelActs::shared, "f-one"},
        {ActionKind::Discard, LaravelActs::shared, "f-two"}};
    for (const auto& [kind, queue, id] : acts) {
        OperationRequest request = place.request(queue, {kind}, {id});
        request.action.time = kind == ActionKind::Reschedule ? Action::Time::At : Action::Time::None;
        OperationRun run(request);
        QCOMPARE(must(run.preview(*place.backend)).total, 1);
        for (const QByteArray& set : {LaravelServer::list + ":delayed", QByteArray("laravel_horizon:failed_jobs")})
            for (const Reply& member : place.server.call({"ZRANGE", set, "0", "-1"}).items)
                place.server.call({"ZINCRBY", set, "7", member.bytes});
        if (id == "q1")
            place.server.call({"LPOP", LaravelServer::list});
        const auto before = place.server.theirs();
        QCOMPARE(must(run.finish(*place.backend)).done, 0);
        QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::MovedOn, 1}}));
        QCOMPARE(place.server.theirs(), before);
    }
    // Meanwhile, Horizon has recorded that the job succeeded.
    OperationRun run(place.request(LaravelActs::shared, {ActionKind::Retry}, {"f-one"}));
    QCOMPARE(must(run.preview(*place.backend)).total, 1);
    place.server.call({"HSET", "laravel_horizon:f-one", "status", "completed"});
    QCOMPARE(must(run.finish(*place.backend)).done, 0);
}

void TestLaravelActions::whatAWorkerTookBeforeTheActIsLeftAlone_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<int>("delay"); // seconds until the job that the worker claims is due
    for (const ActionKind kind :
        {ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard, ActionKind::Delete}) {
        QTest::addRow("%s, delayed", actionName(kind).data()) << kind << 3;
        if (kind == ActionKind::Discard || kind == ActionKind::Delete)
            QTest::addRow("%s, waiting", actionName(kind).data()) << kind << 0;
    }
}

/// Checks that an operation on two jobs skips the one that Laravel's worker runs after the preview, and that it runs
/// only once.
void TestLaravelActions::whatAWorkerTookBeforeTheActIsLeftAlone()
{
    if (const QString missing = PhpPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QFETCH(ActionKind, kind);
    QFETCH(int, delay);
    LaravelActs place;
    const TaskId taken = place.add(1, delay).front();
    const TaskId kept = place.add(1, 36'000, 1).front();
    OperationRequest request = place.request("mail", {kind}, {taken, kept});
    if (kind == ActionKind::Reschedule) {
        request.action.time = Action::Time::At;
        request.action.at = fromMs(9'100'000'000'000);
    }
    OperationRun run(request);
    QCOMPARE(must(run.preview(*place.backend)).total, 2);
    {
        PhpPeer works(place.server, "mail", 1);
        QVERIFY2(works.finish(), works.said());
        QCOMPARE(works.ran(), QByteArrayList{"0"});
    }
    const auto before = place.server.theirs();
    QCOMPARE(must(run.finish(*place.backend)).done, 1);
    QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::MovedOn, 1}}));
    QVERIFY(place.server.theirs() != before);
    QCOMPARE(place.server.call({"HGET", "marks", "0"}).bytes, QByteArray("1"));
    if (kind == ActionKind::Delete) {
        QCOMPARE(place.server.call({"EXISTS", LaravelServer::list, LaravelServer::list + ":delayed"}).integer, 0);
        return;
    }
    const UndoProgress undone = place.undo("mail", run.id());
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 0);
    QCOMPARE(place.server.theirs(), before);
}

void TestLaravelActions::whatRanMeanwhileIsLeftAlone_data()
{
    QTest::addColumn<QStringList>("worker");
    QTest::newRow("polling") << QStringList{};
    QTest::newRow("blocking") << QStringList{u"BLOCK=2"_s};
    QTest::newRow("predis") << QStringList{u"CLIENT=predis"_s};
}

void TestLaravelActions::whatRanMeanwhileIsLeftAlone()
{
    if (const QString missing = PhpPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QFETCH(QStringList, worker);
    LaravelActs place;
    const QByteArrayList uuids = place.add(3, 3600);
    const auto done = place.act("mail", ActionKind::RunNow, {uuids[0], uuids[1]});
    QCOMPARE(done.done, 2);
    {
        PhpPeer works(place.server, "mail", 2, worker);
        QVERIFY2(works.finish(), works.said());
        QCOMPARE(works.ran(), (QByteArrayList{"0", "1"}));
    }
    const UndoProgress undone = place.undo("mail", done.id);
    QCOMPARE(undone.restored, 0);
    QCOMPARE(undone.movedOn, 2);
    // The third job ran neither before the undo nor after it.
    const auto again = place.act("mail", ActionKind::RunNow, {uuids[2]});
    QCOMPARE(place.undo("mail", again.id).restored, 1);
    QCOMPARE(must(place.backend->inspector().queue("mail")).counts[TaskState::Scheduled], 1);
    QCOMPARE(place.server.call({"EXISTS", LaravelServer::list, LaravelServer::list + ":notify"}).integer, 0);
    // A rescheduled job runs at its new time.
    Action action{ActionKind::Reschedule};
    action.time = Action::Time::In;
    action.by = Millis(0);
    OperationRun run(place.request("mail", action, {uuids[2]}));
    QCOMPARE(must(run.finish(*place.backend)).done, 1);
    PhpPeer works(place.server, "mail", 1, worker);
    QVERIFY2(works.finish(), works.said());
    QCOMPARE(works.ran(), QByteArrayList{"2"});
}

void TestLaravelActions::bytesAreThoseThatRun()
{
    if (const QString missing = PhpPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    LaravelActs place;
    const QByteArrayList uuids = place.add(2, 3600);
    place.add(1, 0, 5);
    const QByteArrayList waiting = place.queued();
    const auto discarded = place.act("mail", ActionKind::Discard, {});
    QCOMPARE(discarded.done, 3);
    QCOMPARE(place.act("mail", ActionKind::Restore, {}).done, 3);
    QCOMPARE(place.queued(), waiting);
    QCOMPARE(place.act("mail", ActionKind::RunNow, {}).done, 2);
    PhpPeer works(place.server, "mail", 3);
    QVERIFY2(works.finish(), works.said());
    for (const char* number : {"0", "1", "5"})
        QCOMPARE(
            place.server.call({"HGET", "arrived", number}).bytes, QByteArray("café ☃ \"x\" 12345678901234567890 1"));
    // No job is left, not even in the trash.
    QCOMPARE(must(place.backend->inspector().queue("mail")).counts, StateCounts());
}

void TestLaravelActions::aLongQueueIsDiscardedBesideAWorker()
{
    if (const QString missing = PhpPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    LaravelActs place;
    place.add(1500, 0);
    const QByteArrayList before = place.queued();
    const auto alone = place.act("mail", ActionKind::Discard, {});
    QCOMPARE(alone.done, 1500);
    QVERIFY(place.queued().isEmpty());
    QCOMPARE(place.undo("mail", alone.id).restored, 1500);
    QCOMPARE(place.queued(), before); // Restored in the original order.
    PhpPeer worker(place.server, "mail");
    const auto beside = place.act("mail", ActionKind::Discard, {}, {TaskState::Due});
    QVERIFY(beside.done > 0);
    QCOMPARE(place.act("mail", ActionKind::Restore, {}).done, beside.done);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, 1500, 60'000);
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
}

void TestLaravelActions::aKilledRunNowIsGoneOnWithAndEachRunsOnce()
{
    if (const QString missing = PhpPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    constexpr int jobs = 2000;
    LaravelActs place;
    place.add(jobs, 36'000);
    const Duectl duectl(place.server.url());
    const auto latest
        = [&duectl] { return duectl.run("--layout laravel operations mail --json").array().at(0).toObject(); };
    PhpPeer worker(place.server, "mail");
    const auto killed = duectl.start(words("--layout laravel run-now mail --all --yes --pace 800"));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > 200, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < jobs);
    QCOMPARE(place.server.call({"ZCARD", LaravelServer::list + ":delayed"}).integer, jobs - done);
    const QString id = latest()[u"id"_s].toString();
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const Answer resumed = duectl.run({u"--layout"_s, u"laravel"_s, u"operations"_s, u"resume"_s, id});
    EXIT(resumed, 0);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, jobs, 60'000);
    QTRY_VERIFY(place.queued().isEmpty());
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
    QCOMPARE(place.server.call({"ZCARD", LaravelServer::list + ":delayed"}).integer, 0);
}

void TestLaravelActions::duectlActsAndUndoes()
{
    LaravelActs place;
    place.fill();
    const auto before = place.server.theirs();
    const Duectl duectl(place.server.url());
    const auto idIn
        = [](const Answer& answer) { return answer.out.mid(answer.out.lastIndexOf("duectl undo ") + 12).trimmed(); };
    const Answer pushed = duectl.run({u"--layout"_s, u"laravel"_s, u"run-now"_s, u"mail"_s, u"--match"_s,
        u"type:App* state:scheduled"_s, u"--yes"_s});
    EXIT(pushed, 0);
    QVERIFY2(pushed.out.startsWith("2 made due now"), pushed.all());
    EXIT(duectl.run("--layout laravel undo " + idIn(pushed) + " --yes"), 0);
    QCOMPARE(place.server.theirs(), before);
    const Answer retried = duectl.run("--layout laravel retry @laravel --match error:timeout --yes");
    EXIT(retried, 0);
    QVERIFY2(retried.out.startsWith("1 retried"), retried.all());
    EXIT(duectl.run("--layout laravel undo " + idIn(retried) + " --yes"), 0);
    QCOMPARE(place.server.theirs(), before);
    // The commands also work if duectl detects the layout. Names then include the layout.
    const Answer found = duectl.run("retry @laravel f-two --yes");
    EXIT(found, 0);
    EXIT(duectl.run("undo " + idIn(found) + " --yes"), 0);
    EXIT(duectl.run("discard mail@laravel q1 --yes"), 0);
    EXIT(duectl.run("restore mail@laravel q1 --yes"), 0);
    QCOMPARE(place.server.theirs(), before);
    // Without these keys, duectl finds no queue with the prefix, so it can't determine a retried job's queue.
    for (const char* ending : {"", ":delayed", ":reserved", ":notify"})
        place.server.call({"DEL", LaravelServer::list + ending});
    const QTemporaryDir nothingSeen;
    Duectl stranger(place.server.url());
    stranger.setVariable("XDG_STATE_HOME", nothingSeen.path());
    const Answer unknown = stranger.run("retry @laravel f-two --yes");
    QVERIFY2(unknown.code != 0 && unknown.err.contains("If its workers use that prefix, open it with --layout"),
        unknown.all());
    const QString said = QString::fromUtf8(unknown.err).section(u'"', 1, 1);
    EXIT(stranger.run({u"--layout"_s, said, u"retry"_s, u"@laravel"_s, u"f-two"_s, u"--yes"_s}), 0);
    EXIT(duectl.run("retry @laravel f-one --yes"), 0); // this client has already seen the queue
    const auto after = place.server.theirs();
    for (const char* command : {"pause mail", "add mail X --payload {}"}) {
        const Answer refused = duectl.run(QByteArray("--layout laravel ") + command);
        QVERIFY2(refused.code != 0 && !refused.err.isEmpty(), refused.all());
    }
    QCOMPARE(place.server.theirs(), after);
}

QTEST_GUILESS_MAIN(TestLaravelActions)
#include "tst_laravelactions.moc"
