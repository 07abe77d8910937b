// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/celeryacts.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/sendsignal.h"

#include <QTemporaryDir>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

/// Tests operator actions on waiting Celery messages while Celery is running. Undo must restore every byte.
class TestCeleryActions : public QObject
{
    Q_OBJECT

    QTemporaryDir m_state;

private slots:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_state.path().toLocal8Bit()); }
    void eachActionIsUndoneToTheByte_data();
    void eachActionIsUndoneToTheByte();
    void listsOfAnySeparatorAreActedOn_data();
    void listsOfAnySeparatorAreActedOn();
    void anEtaIsSwappedInItsPlace();
    void aRestoreIsUndone();
    void whatHasNoTimeKeepsItsTurn();
    void whatAWorkerHasIsLeftToIt();
    void whatCeleryCannotIsSaid();
    void whatMovedBeforeTheActIsLeftAlone();
    void damagedOnesCanBeThrownAway();
    void whatRanMeanwhileIsLeftAlone();
    void aDiscardedOneRunsOnceItIsRestored();
    void aRevokedTaskIsSkipped();
    void aRevokeThatNobodyHearsIsRefused();
    void aRevokeThatReachesSeveralMessagesIsRefused();
    void aKilledRunNowIsGoneOnWithAndEachRunsOnce();
    void duectlActsAndUndoes();
    void theDoctorTellsWhatNobodyTakes();
};

void TestCeleryActions::eachActionIsUndoneToTheByte_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArrayList>("ids");
    QTest::newRow("run now") << ActionKind::RunNow << QByteArrayList{"e2", "e1"};
    QTest::newRow("reschedule") << ActionKind::Reschedule << QByteArrayList{"e1", "e2"};
    QTest::newRow("discard") << ActionKind::Discard << QByteArrayList{"e1", "q1", "q6"};
    QTest::newRow("discard of all") << ActionKind::Discard << QByteArrayList{"q1", "e1", "q2", "e2", "q6"};
}

void TestCeleryActions::eachActionIsUndoneToTheByte()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArrayList, ids);
    CeleryActs place;
    place.fill();
    const auto before = place.server.theirs();
    const auto done = place.act(kind, {ids.begin(), ids.end()});
    QCOMPARE(done.skipped, Skipped());
    QCOMPARE(done.done, ids.size());
    QVERIFY(place.server.theirs() != before);
    const UndoProgress undone = place.undo(done.id);
    QCOMPARE(undone.restored, ids.size());
    QCOMPARE(undone.movedOn, 0);
    const auto inAnyOrder = [kind](std::map<QByteArray, QByteArrayList> keys) {
        for (auto& [key, words] : keys) {
            if (kind == ActionKind::Discard) // A restored message runs next.
                std::sort(words.begin(), words.end());
        }
        return keys;
    };
    QCOMPARE(inAnyOrder(place.server.theirs()), inAnyOrder(before));
    for (const Reply& key : place.server.call({"KEYS", "dueline:*"}).items)
        QVERIFY2(place.server.call({"PTTL", key.bytes}).integer > 0, key.bytes);
}

void TestCeleryActions::listsOfAnySeparatorAreActedOn_data()
{
    QTest::addColumn<QByteArray>("separator");
    QTest::newRow("kombu's own") << QByteArray("\x06\x16");
    QTest::newRow("a colon") << QByteArray(":");
    QTest::newRow("a space") << QByteArray(" ");
}

void TestCeleryActions::listsOfAnySeparatorAreActedOn()
{
    QFETCH(QByteArray, separator);
    CeleryActs place;
    place.server.fillPriorities("mail", separator, CeleryActs::eta);
    const auto before = place.server.theirs();
    const auto soon = place.act(ActionKind::RunNow, {"p5", "p9", "p100"});
    QCOMPARE(soon.done, 3);
    QVERIFY(!place.server.call({"LINDEX", "mail" + separator + "100", "0"}).bytes.contains("2099"));
    QCOMPARE(place.undo(soon.id).restored, 3);
    QCOMPARE(place.server.theirs(), before);
    const auto discarded = place.act(ActionKind::Discard, {});
    QCOMPARE(discarded.done, 7);
    QCOMPARE(place.server.theirs().size(), std::size_t(1)); // Only the binding is left.
    QCOMPARE(place.undo(discarded.id).restored, 7);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(place.act(ActionKind::Discard, {"p3", "p100"}).done, 2);
    const auto restored = place.act(ActionKind::Restore, {});
    QCOMPARE(restored.done, 2);
    QCOMPARE(place.server.theirs(), before);
    QCOMPARE(place.undo(restored.id).restored, 2);
    QCOMPARE(place.act(ActionKind::Delete, {}).done, 7);
}

void TestCeleryActions::anEtaIsSwappedInItsPlace()
{
    CeleryActs place;
    place.fill();
    const QByteArrayList before = place.queued();
    QCOMPARE(place.act(ActionKind::Reschedule, {"e1"}).done, 1);
    QByteArrayList expected = before;
    expected[1].replace(CeleryActs::eta, R"("2258-05-15T01:46:40.123000+00:00")");
    QCOMPARE(place.queued(), expected);
    const Task moved = must(place.backend->inspector().task("mail", "e1")).task;
    QCOMPARE(moved.dueAt, std::optional(fromMs(9'100'000'000'123)));
    QCOMPARE(place.act(ActionKind::RunNow, {"e1"}).done, 1);
    expected[1] = CeleryServer::message("e1");
    QCOMPARE(place.queued(), expected);
}

void TestCeleryActions::aRestoreIsUndone()
{
    CeleryActs place;
    place.fill();
    const auto before = place.server.theirs();
    QCOMPARE(place.act(ActionKind::Discard, {}, {TaskState::Due}).done, 5);
    QVERIFY(place.queued().isEmpty() && place.queued('6').isEmpty());
    const auto without = place.server.theirs();
    const auto trash = must(place.backend->inspector().page({"mail", TaskState::Trash, 0, 100}));
    QCOMPARE(trash.total, 5);
    QVERIFY(!trash.tasks.front().preview.isEmpty());
    QTRY_VERIFY(must(place.backend->inspector().queue("mail")).serverNow > trash.tasks.front().at + Millis(1));
    const auto detail = must(place.backend->inspector().task("mail", "e2"));
    QCOMPARE(detail.task.state, TaskState::Trash);
    QCOMPARE(detail.restoresTo->state, TaskState::Due);
    const auto restored = place.act(ActionKind::Restore, {});
    QCOMPARE(restored.done, 5);
    QCOMPARE(place.queued().size(), 3);
    QCOMPARE(place.queued('6').size(), 2); // Each message keeps its priority.
    QCOMPARE(place.undo(restored.id).restored, 5);
    QCOMPARE(place.server.theirs(), without);
    QCOMPARE(place.act(ActionKind::Restore, {"q1", "q6"}).done, 2);
    QCOMPARE(place.act(ActionKind::Delete, {"q1", "e1"}).done, 2);
    QCOMPARE(place.queued(), QByteArrayList());
    QCOMPARE(must(place.backend->inspector().queue("mail")).counts[TaskState::Trash], 2);
    QVERIFY(before != without);
}

void TestCeleryActions::whatHasNoTimeKeepsItsTurn()
{
    CeleryActs place;
    place.fill();
    const auto before = place.server.theirs();
    QCOMPARE(place.act(ActionKind::Reschedule, {"q1"}).skipped, (Skipped{{SkipReason::Untimed, 1}}));
    QCOMPARE(place.act(ActionKind::RunNow, {"q1"}).done, 0);
    QCOMPARE(place.server.theirs(), before);
    const auto all = place.act(ActionKind::RunNow, {});
    QCOMPARE(all.done, 2);
    QCOMPARE(must(place.backend->inspector().queue("mail")).counts[TaskState::Due], 5);
    QCOMPARE(place.undo(all.id).restored, 2);
    QCOMPARE(place.server.theirs(), before);
}

void TestCeleryActions::whatAWorkerHasIsLeftToIt()
{
    CeleryActs place;
    place.fill();
    const auto before = place.server.theirs();
    const QString refusal
        = u"The task is waiting inside a worker, where changes in Redis do not affect it. Revoke the task instead."_s;
    for (const ActionKind kind : {ActionKind::Discard, ActionKind::RunNow, ActionKind::Reschedule}) {
        ActionStep step;
        step.queue = CeleryActs::shared;
        step.operation = makeOperationId(CeleryActs::shared, SystemClock().now());
        step.action.kind = kind;
        step.refs = {{"taken", TaskState::Leased, {}, {}}};
        step.newDue = {fromMs(4'100'000'000'000)};
        const auto refused = place.backend->editor()->act(step);
        QCOMPARE(refused.error().code, ErrorCode::Refused);
        QCOMPARE(refused.error().message, refusal);
    }
    const Duectl duectl(place.server.url());
    for (const char* command : {"discard @celery taken --yes", "run-now @celery taken --yes --force",
             "reschedule @celery taken --in 5m --yes"}) {
        const Answer refused = duectl.run(QByteArray("--layout celery ") + command);
        QVERIFY2(refused.code != 0, refused.all());
    }
    QCOMPARE(place.server.theirs(), before);
}

void TestCeleryActions::whatCeleryCannotIsSaid()
{
    CeleryActs place;
    place.fill();
    place.server.call({"SET", "celery-task-meta-bad", R"({"status": "FAILURE", "result": null, "task_id": "bad"})"});
    QueueEditor& editor = *place.backend->editor();
    QVERIFY(editor.setPaused("mail", true).error().message.contains(u"stores no pause"_s));
    QVERIFY(editor.add("mail", {NewTask{"X#1", {}, {}, {}, "{}"}}).error().message.contains(u"apply_async"_s));
    QVERIFY(!place.backend->capabilities().pause && !place.backend->capabilities().add);
    QVERIFY(!place.backend->broker());
    const Duectl duectl(place.server.url());
    const Answer retried = duectl.run("--layout celery retry @celery bad --yes");
    QVERIFY2(retried.code != 0
            && retried.err.contains(
                "Celery does not keep the messages of finished tasks; the producer must send the task again."),
        retried.all());
    for (const char* command : {"pause mail", "add mail X --payload {}", "work mail"}) {
        const Answer refused = duectl.run(QByteArray("--layout celery ") + command);
        QVERIFY2(refused.code != 0 && !refused.err.isEmpty(), refused.all());
    }
}

void TestCeleryActions::whatMovedBeforeTheActIsLeftAlone()
{
    for (const ActionKind kind :
        {ActionKind::RunNow, ActionKind::Reschedule, ActionKind::Discard, ActionKind::Delete}) {
        CeleryActs place;
        place.fill();
        OperationRequest request = place.request("mail", {kind}, {"e1"});
        request.action.time = kind == ActionKind::Reschedule ? Action::Time::At : Action::Time::None;
        OperationRun run(request);
        QCOMPARE(must(run.preview(*place.backend)).total, 1);
        if (kind == ActionKind::Discard) // Simulate a worker claiming the message.
            place.server.call({"LREM", "mail", "1", CeleryServer::message("e1", CeleryActs::eta)});
        else // Simulate another client changing the message's eta.
            place.server.call({"LSET", "mail", "1", CeleryServer::message("e1", R"("2098-01-01T00:00:00+00:00")")});
        const auto before = place.server.theirs();
        QCOMPARE(must(run.finish(*place.backend)).done, 0);
        QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::MovedOn, 1}}));
        QCOMPARE(place.server.theirs(), before);
    }
}

void TestCeleryActions::damagedOnesCanBeThrownAway()
{
    CeleryActs place;
    place.server.push("{not json");
    place.server.push(CeleryServer::message("good", CeleryActs::eta));
    const auto before = place.server.theirs();
    QCOMPARE(place.act(ActionKind::Reschedule, {}).skipped, (Skipped{{SkipReason::Damaged, 1}}));
    const auto discarded = place.act(ActionKind::Discard, {});
    QCOMPARE(discarded.done, 2);
    QCOMPARE(place.undo(discarded.id).restored, 2);
    QCOMPARE(place.queued().last(), QByteArray("{not json"));
}

void TestCeleryActions::whatRanMeanwhileIsLeftAlone()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    CeleryActs place;
    CeleryPeer::add(place.server,
        {uR"({"id": "a", "task": "mark", "in": 3600, "args": ["café", 1.5, 12345678901234567890, [], {}]})"_s,
            uR"({"id": "b", "task": "mark", "in": 3600, "priority": 9, "pickle": true, "args": [7]})"_s,
            uR"({"id": "c", "task": "mark", "in": 36000})"_s});
    const auto done = place.act(ActionKind::RunNow, {"a", "b"});
    QCOMPARE(done.done, 2);
    {
        CeleryPeer works(place.server, "mail", 2);
        QVERIFY2(works.finish(), works.said());
        QByteArrayList ran = works.ran();
        std::sort(ran.begin(), ran.end());
        QCOMPARE(ran, (QByteArrayList{"a", "b"}));
    }
    QCOMPARE(place.server.call({"HGET", "arrived", "a"}).bytes,
        QByteArray("(('café', 1.5, 12345678901234567890, [], {}), {})"));
    QCOMPARE(place.server.call({"HGET", "arrived", "b"}).bytes, QByteArray("((7,), {})"));
    const UndoProgress undone = place.undo(done.id);
    QCOMPARE(undone.restored, 0);
    QCOMPARE(undone.movedOn, 2);
    // The third message returned to its list when its worker ended. Rescheduled messages run at their new time.
    QTRY_COMPARE(place.queued().size(), 1);
    const auto again = place.act(ActionKind::RunNow, {"c"});
    QCOMPARE(again.done, 1);
    QCOMPARE(place.undo(again.id).restored, 1);
    Action action{ActionKind::Reschedule};
    action.time = Action::Time::In;
    action.by = Millis(1500);
    OperationRun run(place.request("mail", action, {"c"}));
    QCOMPARE(must(run.finish(*place.backend)).done, 1);
    CeleryPeer works(place.server, "mail", 1);
    QVERIFY2(works.finish(), works.said());
    QCOMPARE(works.ran(), QByteArrayList{"c"});
}

void TestCeleryActions::aDiscardedOneRunsOnceItIsRestored()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    CeleryActs place;
    CeleryPeer::add(place.server,
        {uR"({"id": "m", "task": "mark", "count": 4})"_s, uR"({"id": "p", "task": "mark", "priority": 9})"_s});
    const auto discarded = place.act(ActionKind::Discard, {"m-1", "m-2", "p"});
    QCOMPARE(discarded.done, 3);
    QCOMPARE(place.act(ActionKind::Restore, {"m-1", "p"}).done, 2);
    CeleryPeer works(place.server, "mail", 4);
    QVERIFY2(works.finish(), works.said());
    QCOMPARE(works.ran(), (QByteArrayList{"m-0", "m-1", "m-3", "p"})); // The restored message kept its position.
    QCOMPARE(place.undo(discarded.id).restored, 1);
    QCOMPARE(place.queued().size(), 1);
}

void TestCeleryActions::aRevokedTaskIsSkipped()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    for (const QString& prefix : {QString(), u"shop_"_s}) {
        CeleryActs place;
        const QString layout = prefix.isEmpty() ? u"celery"_s : u"celery:shop_"_s;
        const QByteArray shared = '@' + layout.toUtf8();
        const CelerySetup setup{prefix};
        CeleryPeer::add(place.server,
            {uR"({"id": "skipped", "task": "mark", "in": 10})"_s, uR"({"id": "kept", "task": "mark", "in": 10})"_s},
            setup);
        CeleryPeer works(place.server, "mail", 1, setup);
        QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", prefix.toUtf8() + "unacked"}).integer, 2, 10'000);
        const auto before = place.server.theirs();
        const Duectl duectl(place.server.url());
        const Answer revoked
            = duectl.run({u"--layout"_s, layout, u"cancel"_s, QString::fromUtf8(shared), u"skipped"_s});
        EXIT(revoked, 0);
        QVERIFY2(revoked.out.contains("1 worker received the request") && revoked.out.contains("is not stored"),
            revoked.all());
        QCOMPARE(place.server.theirs(), before);
        QVERIFY2(works.finish(), works.said());
        QCOMPARE(works.ran(), QByteArrayList{"kept"});
        QCOMPARE(place.server.call({"HGET", "marks", "skipped"}).isNil(), true);
        const Answer shown = duectl.run({u"--layout"_s, layout, u"show"_s, QString::fromUtf8(shared), u"skipped"_s});
        QVERIFY2(shown.out.contains("revoked"), shown.all());
    }
}

void TestCeleryActions::aRevokeThatNobodyHearsIsRefused()
{
    CeleryActs place;
    place.fill();
    const auto before = place.server.theirs();
    const auto refused = place.backend->editor()->cancel(CeleryActs::shared, {"taken", TaskState::Leased, {}, {}});
    QCOMPARE(refused.error().code, ErrorCode::Refused);
    QVERIFY2(
        refused.error().message.startsWith(u"No Celery worker is listening"_s), qPrintable(refused.error().message));
    QCOMPARE(must(place.backend->editor()->cancel(CeleryActs::shared, {"nobody", TaskState::Leased, {}, {}})),
        ItemOutcome::MovedOn);
    QCOMPARE(must(place.backend->editor()->cancel("mail", {"q1", TaskState::Leased, {}, {}})), ItemOutcome::MovedOn);
    QCOMPARE(place.server.theirs(), before);
    QVERIFY(place.server.call({"KEYS", "dueline:*"}).items.empty());
}

/// Checks that a revoke is refused if several messages share the id: Celery revokes by id, so it would revoke all of
/// them.
void TestCeleryActions::aRevokeThatReachesSeveralMessagesIsRefused()
{
    CeleryActs place;
    place.server.take("t1", CeleryServer::message("twice", CeleryActs::eta));
    place.server.take("t2", CeleryServer::message("twice"));
    const TaskPage taken = must(place.backend->inspector().page({CeleryActs::shared, TaskState::Leased, 0, 10}));
    QCOMPARE(taken.tasks.size(), std::size_t(2));
    for (const Task& task : taken.tasks) {
        const auto refused = place.backend->editor()->cancel(CeleryActs::shared, {task.id, TaskState::Leased, {}, {}});
        QCOMPARE(refused.error().code, ErrorCode::Refused);
        const QString message = refused.error().message;
        QVERIFY2(message.contains(u"2 messages with the id twice"_s), qPrintable(message));
    }
}

void TestCeleryActions::aKilledRunNowIsGoneOnWithAndEachRunsOnce()
{
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    constexpr int jobs = 500;
    CeleryActs place;
    CeleryPeer::add(place.server, {uR"({"id": "m", "task": "mark", "in": 36000, "count": 500})"_s});
    const Duectl duectl(place.server.url());
    const auto latest
        = [&duectl] { return duectl.run("--layout celery operations mail --json").array().at(0).toObject(); };
    const auto killed = duectl.start(words("--layout celery run-now mail --all --yes --pace 200"));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > 50, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < jobs);
    int changed = 0;
    for (const QByteArray& message : place.queued())
        changed += message.contains(R"("eta": null)") ? 1 : 0;
    QCOMPARE(changed, done); // The record matches the number of changed messages.
    const QString id = latest()[u"id"_s].toString();
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const Answer resumed = duectl.run({u"--layout"_s, u"celery"_s, u"operations"_s, u"resume"_s, id});
    EXIT(resumed, 0);
    CeleryPeer worker(place.server, "mail");
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, jobs, 60'000);
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
    QVERIFY(place.queued().isEmpty());
}

void TestCeleryActions::duectlActsAndUndoes()
{
    CeleryActs place;
    place.fill();
    const auto before = place.server.theirs();
    const Duectl duectl(place.server.url());
    const auto idIn
        = [](const Answer& answer) { return answer.out.mid(answer.out.lastIndexOf("duectl undo ") + 12).trimmed(); };
    const Answer pushed = duectl.run("--layout celery run-now mail --match native:eta --yes");
    EXIT(pushed, 0);
    QVERIFY2(pushed.out.startsWith("2 made due now"), pushed.all());
    EXIT(duectl.run("--layout celery undo " + idIn(pushed) + " --yes"), 0);
    QCOMPARE(place.server.theirs(), before);
    // Without --layout, duectl detects the layout.
    const Answer moved = duectl.run("reschedule mail@celery e1 --in 10m --yes");
    EXIT(moved, 0);
    EXIT(duectl.run("undo " + idIn(moved) + " --yes"), 0);
    QCOMPARE(place.server.theirs(), before);
    EXIT(duectl.run("discard mail@celery q1 --yes"), 0);
    EXIT(duectl.run("restore mail@celery q1 --yes"), 0);
    QCOMPARE(place.server.theirs(), before);
}

void TestCeleryActions::theDoctorTellsWhatNobodyTakes()
{
    CeleryActs place;
    place.fill(); // One of the messages has an eta in the distant future and was claimed by a worker that has ended.
    const auto found = [&place](const QueueName& queue) {
        const QueueInfo info = must(place.backend->inspector().queue(queue));
        const auto checkup = place.backend->checkup(info, queue);
        while (must(checkup->step())) { }
        std::map<QByteArray, qint64> counts;
        for (const QueueFinding& finding : checkup->findings()) {
            if (finding.reason.isEmpty() || finding.remedy.isEmpty())
                qFatal("a finding without words: %s", finding.kind.constData());
            counts[finding.kind] = finding.count;
        }
        return counts;
    };
    using Found = std::map<QByteArray, qint64>;
    QCOMPARE(found("mail"), (Found{{"unserved", 5}}));
    QCOMPARE(found(CeleryActs::shared), (Found{{"unacked-alone", 1}}));
    // Celery records when a message was claimed, but no expiry.
    const Duectl duectl(place.server.url());
    const Answer held = duectl.run("--layout celery leases @celery");
    QVERIFY2(held.out.contains("no end; claimed") && !held.out.contains("expired"), held.all());
    const QJsonObject lease = duectl.run("--layout celery list @celery --state leased --json").array().at(0).toObject();
    QVERIFY(lease.contains(u"lease_until_ms"_s) && lease[u"lease_until_ms"_s].isNull());
    const Answer told = Duectl(place.server.url()).run("--layout celery doctor");
    QVERIFY2(told.out.contains("no Celery worker is listening"), told.all());
    if (const QString missing = CeleryPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    CeleryPeer works(place.server, "other");
    QTRY_COMPARE_WITH_TIMEOUT(found("mail"), Found(), 30'000); // Wait until the worker is listening.
    QCOMPARE(found(CeleryActs::shared), (Found{{"eta-beyond-timeout", 1}}));
    place.server.take("old", CeleryServer::message("old"), 3700);
    place.server.call({"HSET", "unacked", "stray", "[]"});
    QCOMPARE(found(CeleryActs::shared), (Found{{"eta-beyond-timeout", 1}, {"unacked-late", 1}, {"unlisted", 1}}));
}

QTEST_GUILESS_MAIN(TestCeleryActions)
#include "tst_celeryactions.moc"
