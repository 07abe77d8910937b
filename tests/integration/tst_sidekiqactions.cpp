// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/layoutregistry.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/sidekiqacts.h"
#include "tests/support/rubypeer.h"
#include "tests/support/sendsignal.h"

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

using Skipped = std::map<SkipReason, qint64>;

/// Tests operations on Sidekiq jobs while Sidekiq is running: they have the same effects as Sidekiq's own calls, and
/// undo restores every byte.
class TestSidekiqActions : public QObject
{
    Q_OBJECT

private slots:
    void eachActionIsUndoneToTheByte_data();
    void eachActionIsUndoneToTheByte();
    void aRestoreIsUndone();
    void bytesStayAsTheyAreUntilTheyRun();
    void timesOfVersion8StayMilliseconds();
    void whatRanMeanwhileIsLeftAlone();
    void whatMovedBeforeTheActIsLeftAlone();
    void whatOthersCountOnIsLeftAlone();
    void whatIsNoJobCanOnlyBeDeleted();
    void eachPlaceOffersWhatItsJobsTake();
    void jobsAreAddedAsTheNewestOnesAre();
    void aNamespaceIsActedOnByItself();
    void aLongQueueIsDiscardedBesideAWorker();
    void largeJobsAreDiscarded();
    void aKilledRetryIsGoneOnWithAndEachRunsOnce();
    void duectlActsAndUndoes();
};

void TestSidekiqActions::eachActionIsUndoneToTheByte_data()
{
    QTest::addColumn<ActionKind>("kind");
    QTest::addColumn<QByteArray>("queue");
    QTest::addColumn<QByteArrayList>("ids");
    QTest::newRow("retry") << ActionKind::Retry << SidekiqActs::shared << QByteArrayList{"r1", "d1", "r2"};
    QTest::newRow("run now") << ActionKind::RunNow << SidekiqActs::shared << QByteArrayList{"s2", "r1"};
    QTest::newRow("reschedule") << ActionKind::Reschedule << SidekiqActs::shared << QByteArrayList{"s1", "r2"};
    QTest::newRow("discard") << ActionKind::Discard << SidekiqActs::shared << QByteArrayList{"s1", "r1", "d2"};
    QTest::newRow("discard of a queue") << ActionKind::Discard << QByteArray("mail") << QByteArrayList{"q1", "q2"};
}

void TestSidekiqActions::eachActionIsUndoneToTheByte()
{
    QFETCH(ActionKind, kind);
    QFETCH(QByteArray, queue);
    QFETCH(QByteArrayList, ids);
    for (const bool hasQueue : {true, false}) {
        SidekiqActs place;
        place.fill();
        if (!hasQueue && queue != "mail")
            place.server.call({"DEL", "queue:mail", "queues"});
        const auto before = place.theirs();
        const auto done = place.act(queue, kind, {ids.begin(), ids.end()});
        QCOMPARE(done.done, ids.size());
        QVERIFY(place.theirs() != before);
        const UndoProgress undone = place.undo(queue, done.id);
        QCOMPARE(undone.restored, ids.size());
        QCOMPARE(undone.movedOn, 0);
        QCOMPARE(place.theirs(), before);
        for (const Reply& key : place.server.call({"KEYS", "dueline:*"}).items)
            QVERIFY2(place.server.call({"PTTL", key.bytes}).integer > 0, key.bytes);
    }
}

void TestSidekiqActions::aRestoreIsUndone()
{
    SidekiqActs place;
    place.fill();
    const auto before = place.theirs();
    for (const QueueName& queue : {SidekiqActs::shared, QueueName("mail")}) {
        const qint64 count = queue == "mail" ? 2 : 6;
        QCOMPARE(place.act(queue, ActionKind::Discard, {}).done, count);
        const auto without = place.theirs();
        const auto trash = must(place.backend->inspector().page({queue, TaskState::Trash, 0, 100}));
        QCOMPARE(trash.total, count);
        // A restore doesn't include jobs discarded in the millisecond in which it starts.
        QTRY_VERIFY(must(place.backend->inspector().queue(queue)).serverNow > trash.tasks.front().at + Millis(1));
        const auto detail = must(place.backend->inspector().task(queue, queue == "mail" ? "q1" : "d1"));
        QCOMPARE(detail.task.state, TaskState::Trash);
        QCOMPARE(detail.restoresTo->state, queue == "mail" ? TaskState::Due : TaskState::Failed);
        const auto restored = place.act(queue, ActionKind::Restore, {});
        QCOMPARE(restored.done, count);
        QCOMPARE(must(place.backend->inspector().page({queue, TaskState::Trash, 0, 100})).total, 0);
        QCOMPARE(place.undo(queue, restored.id).restored, count);
        QCOMPARE(place.theirs(), without);
        QCOMPARE(
            place.act(queue, ActionKind::Restore, queue == "mail" ? std::vector<TaskId>{"q1"} : std::vector<TaskId>{})
                .done,
            queue == "mail" ? 1 : 6);
    }
    QCOMPARE(place.queued(), QByteArrayList{SidekiqActs::job("q1")});
    // One job is queued, and one is in the trash.
    QCOMPARE(place.act("mail", ActionKind::Delete, {"q1", "q2"}).done, 2);
    QVERIFY(place.queued().isEmpty());
    auto after = before;
    after.erase("queue:mail");
    QCOMPARE(place.theirs(), after);
}

void TestSidekiqActions::bytesStayAsTheyAreUntilTheyRun()
{
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    SidekiqActs place;
    const QByteArray args
        = R"(["caf\u00e9", 1.100, 12345678901234567890,[],{},"b\/c",{"retry_count":7,"enqueued_at":1}])";
    // This job has unusual spaces and no enqueued_at.
    const QByteArray spaced = R"({ "class": "MarkJob", "args": )" + args
        + ", \"queue\": \"mail\", \"jid\": \"spaced\", \"retry\": true,\n \"retry_count\": 0, \"created_at\": "
          "1795601606.7 }";
    place.put("retry", 8e9, SidekiqActs::failed("usual", args));
    place.put("dead", 1795601700, spaced);
    const auto done = place.act(SidekiqActs::shared, ActionKind::Retry, {});
    QCOMPARE(done.done, 2);
    QByteArray usual, other;
    for (const QByteArray& member : place.queued())
        (member.contains("usual") ? usual : other) = member;
    QByteArray expected = SidekiqActs::failed("usual", args);
    const qsizetype from = usual.indexOf("7031234,\"enqueued_at\":") + 22;
    const QByteArray at = usual.mid(from, usual.indexOf(',', from) - from);
    QVERIFY2(at.toDouble() > 1.7e9 && at.contains('.'), at);
    expected.replace("\"enqueued_at\":1795601606.8", "\"enqueued_at\":" + at);
    expected.replace("\"retry_count\":2}", "\"retry_count\":1}");
    QCOMPARE(usual, expected);
    QVERIFY2(other.startsWith(spaced.left(spaced.indexOf("\"retry_count\": 0,"))
                 + "\"retry_count\": -1, \"created_at\": 1795601606.7 ,\"enqueued_at\":"),
        other);
    RubyPeer worker(place.server, "mail", 2);
    QVERIFY2(worker.finish(), worker.said());
    const Reply arrived = place.server.call({"HVALS", "arrived"});
    QCOMPARE(arrived.items.size(), std::size_t(2));
    for (const Reply& seen : arrived.items)
        QCOMPARE(seen.bytes,
            QByteArray(
                "[\"café\", 1.1, 12345678901234567890, [], {}, \"b/c\", {\"retry_count\"=>7, \"enqueued_at\"=>1}]"));
}

void TestSidekiqActions::timesOfVersion8StayMilliseconds()
{
    SidekiqActs place;
    const QByteArray job
        = R"({"retry":3,"queue":"mail","class":"MarkJob","args":[],"jid":"m","created_at":1795601606703,)"
          R"("failed_at":1795601607113,"retry_count":0})";
    place.put("dead", 1795601607.113, job);
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Retry, {}).done, 1);
    const QByteArray pushed = place.queued().value(0);
    const QByteArray at = pushed.mid(pushed.lastIndexOf(':') + 1).chopped(1);
    QVERIFY2(at.toLongLong() > 1'700'000'000'000, pushed);
    QCOMPARE(pushed, QByteArray(job).replace("\"retry_count\":0}", "\"retry_count\":-1,\"enqueued_at\":" + at + '}'));
    const auto added = must(place.backend->editor()->add("mail", {NewTask{"MarkJob#new", {}, {}, {}, "[1]"}}));
    QCOMPARE(added, std::vector{AddOutcome::Added});
    QVERIFY2(!place.queued().value(0).contains('.'), place.queued().value(0));
}

void TestSidekiqActions::whatRanMeanwhileIsLeftAlone()
{
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    SidekiqActs place;
    for (int i = 0; i < 2; ++i)
        place.put("dead", 1795601600 + i, SidekiqActs::failed('d' + QByteArray::number(i)));
    const QByteArray other = SidekiqActs::failed("d2").replace("\"mail\"", "\"others\"");
    place.put("dead", 1795601602, other);
    const auto done = place.act(SidekiqActs::shared, ActionKind::Retry, {});
    RubyPeer worker(place.server, "mail", 2);
    QVERIFY(worker.finish());
    QCOMPARE(worker.ran(), (QByteArrayList{"d0", "d1"}));
    const UndoProgress undone = place.undo(SidekiqActs::shared, done.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 2);
    QCOMPARE(place.server.call({"ZRANGE", "dead", "0", "-1"}).items.at(0).bytes, other);
    QVERIFY(place.queued("others").isEmpty());
}

void TestSidekiqActions::whatMovedBeforeTheActIsLeftAlone()
{
    SidekiqActs place;
    place.fill();
    for (const auto& [kind, id] : std::map<ActionKind, TaskId>{{ActionKind::Retry, "r1"}, {ActionKind::RunNow, "s1"},
             {ActionKind::Reschedule, "s2"}, {ActionKind::Discard, "d1"}, {ActionKind::Delete, "d2"}}) {
        OperationRequest request = place.request(SidekiqActs::shared, {kind}, {id});
        request.action.time = kind == ActionKind::Reschedule ? Action::Time::At : Action::Time::None;
        OperationRun run(request);
        QCOMPARE(must(run.preview(*place.backend)).total, 1);
        for (const char* set : {"schedule", "retry", "dead"}) // another client changes all times
            for (const Reply& member : place.server.call({"ZRANGE", set, "0", "-1"}).items)
                place.server.call({"ZINCRBY", set, "7", member.bytes});
        const auto before = place.theirs();
        QCOMPARE(must(run.finish(*place.backend)).done, 0);
        QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::MovedOn, 1}}));
        QCOMPARE(place.theirs(), before);
    }
    OperationRun run(place.request("mail", {ActionKind::Discard}, {"q1"}));
    QCOMPARE(must(run.preview(*place.backend)).total, 1);
    place.server.call({"RPOP", "queue:mail"});
    QCOMPARE(must(run.finish(*place.backend)).done, 0);
}

void TestSidekiqActions::whatOthersCountOnIsLeftAlone()
{
    SidekiqActs place;
    // Running jobs are read at most once per second, so add the process first.
    place.server.call({"SADD", "processes", "host:1:x"});
    place.server.call(
        {"HSET", "host:1:x", "info", "{}", "busy", "1", "beat", place.server.call({"TIME"}).items[0].bytes});
    place.server.call({"HSET", "host:1:x:work", "t", R"({"queue":"mail","run_at":5,"payload":"{\"jid\":\"run\"}"})"});
    place.put("dead", 1795601700, SidekiqActs::job("b", "[]", R"(,"bid":"x","retry_count":1)"));
    place.put("dead", 1795601701, SidekiqActs::job("l", "[]", R"(,"lock_digest":"x","retry_count":1)"));
    place.put("retry", 8e9, SidekiqActs::job("u", "[]", R"(,"unique_until":"start","retry_count":1)"));
    place.put("retry", 8e9, SidekiqActs::job("f", "[]", R"(,"unique_for":3600.0,"retry_count":1)"));
    place.put("retry", 8e9, SidekiqActs::job("d", "[]", R"(,"unique_digest":"uniquejobs:x","retry_count":1)"));
    place.put("retry", 8e9, SidekiqActs::job("n", "[]", R"(,"bid":null,"x":{"bid":1},"retry_count":1)"));
    const auto discarded = place.act(SidekiqActs::shared, ActionKind::Discard, {});
    QCOMPARE(discarded.done, 1);
    QCOMPARE(discarded.skipped, (Skipped{{SkipReason::InBatch, 1}, {SkipReason::UniqueLock, 4}}));
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Delete, {"b", "l"}).skipped,
        (Skipped{{SkipReason::InBatch, 1}, {SkipReason::UniqueLock, 1}}));
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Retry, {}).done, 5);
    // A running job's only copy is in its process's data.
    OperationRequest forced = place.request("mail", {ActionKind::Discard}, {"run"});
    forced.action.force = true;
    OperationRun run(forced);
    QCOMPARE(must(run.finish(*place.backend)).done, 0);
    QCOMPARE(run.skipped().counts(), (Skipped{{SkipReason::Running, 1}}));
    QCOMPARE(place.backend->editor()->setPaused("mail", true).error().message,
        u"The open-source edition of Sidekiq cannot pause a queue."_s);
    QVERIFY(!place.backend->capabilities().pause);
    QVERIFY(!place.backend->broker());
}

void TestSidekiqActions::whatIsNoJobCanOnlyBeDeleted()
{
    SidekiqActs place;
    place.put("retry", 8e9, "{not json");
    place.put("dead", 1795601700, R"({"jid":"noclass","queue":"mail"})");
    place.push("[1]");
    const auto before = place.theirs();
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Retry, {}).skipped, (Skipped{{SkipReason::Damaged, 2}}));
    QCOMPARE(place.act("mail", ActionKind::Discard, {}).skipped, (Skipped{{SkipReason::Damaged, 1}}));
    QCOMPARE(place.theirs(), before);
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Delete, {}).done, 2);
    QCOMPARE(place.act("mail", ActionKind::Delete, {}).done, 1);
    QCOMPARE(place.theirs().size(), std::size_t(1)); // Only `queues` is left.
}

void TestSidekiqActions::eachPlaceOffersWhatItsJobsTake()
{
    for (const QByteArray& nameSpace : {QByteArray(), QByteArray("crm")}) {
        SidekiqActs place(nameSpace);
        place.push(SidekiqActs::job("q1"));
        const QString layout = QString::fromUtf8(place.sharedPlace().mid(1));
        const auto several = must(
            openLayout(*parseLayouts(u"native,"_s + layout), place.server.config(), "dueline", {}, Access::Operate));
        const QueueName queue = "mail" + place.sharedPlace();
        for (const auto& [backend, name] :
            {std::pair{place.backend.get(), QueueName("mail")}, {several.get(), queue}}) {
            const Capabilities shared = backend->capabilities(place.sharedPlace());
            const Capabilities own = backend->capabilities(name);
            QVERIFY(!shared.add && own.add && backend->capabilities().add);
            QVERIFY(shared.can(ActionKind::Retry) && shared.ofEndedWorkers.empty());
            QVERIFY(own.can(ActionKind::Retry)
                // Only jobs whose process has ended can be retried while leased.
                && own.ofEndedWorkers.contains(ActionKind::Retry));
            for (const ActionKind kind : {ActionKind::RunNow, ActionKind::Reschedule})
                QVERIFY2(shared.can(kind) && !own.can(kind), actionName(kind).constData());
            for (const ActionKind kind : {ActionKind::Discard, ActionKind::Restore, ActionKind::Delete})
                QVERIFY2(shared.can(kind) && own.can(kind), actionName(kind).constData());
            // queueCapabilities(), whose result can be used without a backend, reports the same capabilities.
            const QueueCapabilities all = backend->queueCapabilities();
            QCOMPARE(all.of(place.sharedPlace()), shared);
            QCOMPARE(all.of(name), own);
        }
        QVERIFY(several->capabilities("mail").unique); // `mail` is a native queue
        const Duectl duectl(place.server.url());
        const auto run = [&](const QString& line) {
            return duectl.run(QStringList{u"--layout"_s, layout} + line.split(u' '));
        };
        FAILS(
            run(u"run-now mail q1"_s), 1, "The queue mail does not support run-now; " + place.sharedPlace() + " does.");
        const Answer added = run(u"add @%1 Mail"_s.arg(layout));
        FAILS(added, 2, "enter the queue of the new job");
        QCOMPARE(place.queued().size(), 1);
    }
}

void TestSidekiqActions::jobsAreAddedAsTheNewestOnesAre()
{
    SidekiqActs place;
    QueueEditor& editor = *place.backend->editor();
    NewTask now{"MarkJob#n1", {}, {}, {}, R"([1.100, "caf\u00e9"])"};
    now.options.maxAttempts = 3;
    NewTask later{"MarkJob#n2", {}, Millis(3'600'000), {}, {}};
    QCOMPARE(must(editor.add("mail", {now, later})), (std::vector{AddOutcome::Added, AddOutcome::Added}));
    // The second call repeats the add, as after a lost reply.
    QCOMPARE(must(editor.add("mail", {now})), std::vector{AddOutcome::Exists});
    now.payload = "[2]";
    QCOMPARE(must(editor.add("mail", {now})), std::vector{AddOutcome::Conflict});
    QCOMPARE(editor.idFor("mail", now), QByteArray("n1"));
    QCOMPARE(place.queued().size(), 1);
    const QByteArray pushed = place.queued().value(0);
    QVERIFY2(
        pushed.startsWith(
            R"({"retry":2,"queue":"mail","class":"MarkJob","args":[1.100, "caf\u00e9"],"jid":"n1","created_at":1)"),
        pushed);
    QVERIFY(pushed.contains("\"enqueued_at\":"));
    const Task scheduled
        = must(place.backend->inspector().page({SidekiqActs::shared, TaskState::Scheduled, 0, 10})).tasks.at(0);
    QCOMPARE(scheduled.id, QByteArray("n2"));
    QVERIFY(!place.server.call({"ZRANGE", "schedule", "0", "0"}).items.at(0).bytes.contains("enqueued_at"));
    now.id = "MarkJob#n3";
    for (const char* wrong : {"{}", "1", "[", "not json"}) {
        now.payload = wrong;
        QCOMPARE(editor.add("mail", {now}).error().code, ErrorCode::Usage);
    }
    now.payload = "[]";
    now.options.leaseFor = Millis(1000);
    QCOMPARE(editor.add("mail", {now}).error().code, ErrorCode::NotSupported);
    QCOMPARE(editor.add(SidekiqActs::shared, {later}).error().code, ErrorCode::Usage);
    if (!RubyPeer::missing().isEmpty())
        QSKIP("the rest needs Sidekiq");
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::RunNow, {"n2"}).done, 1);
    RubyPeer worker(place.server, "mail", 2);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(place.server.call({"HGET", "arrived", "n1"}).bytes, QByteArray("[1.1, \"café\"]"));
    QCOMPARE(place.server.call({"HGET", "arrived", "n2"}).bytes, QByteArray("[]"));
}

void TestSidekiqActions::aNamespaceIsActedOnByItself()
{
    SidekiqActs place("shop");
    place.fill();
    const auto before = place.theirs();
    const auto done = place.act("@sidekiq:shop", ActionKind::Retry, {});
    QCOMPARE(done.done, 4);
    QCOMPARE(place.queued().size(), 6);
    for (const auto& [key, words] : place.theirs())
        QVERIFY2(key.startsWith("shop:"), key);
    QCOMPARE(place.undo("@sidekiq:shop", done.id).restored, 4);
    QCOMPARE(place.theirs(), before);
}

void TestSidekiqActions::aLongQueueIsDiscardedBesideAWorker()
{
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    SidekiqActs place;
    for (int i = 0; i < 1500; ++i)
        place.push(SidekiqActs::job('q' + QByteArray::number(i)));
    const QByteArrayList before = place.queued();
    const auto alone = place.act("mail", ActionKind::Discard, {});
    QCOMPARE(alone.done, 1500);
    QVERIFY(place.queued().isEmpty());
    QCOMPARE(place.undo("mail", alone.id).restored, 1500);
    QCOMPARE(place.queued(), before); // Restored in the original order.
    RubyPeer worker(place.server, "mail");
    const auto beside = place.act("mail", ActionKind::Discard, {});
    QVERIFY(beside.done > 0);
    QCOMPARE(place.act("mail", ActionKind::Restore, {}).done, beside.done);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, 1500, 60'000);
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
}

/// Reading one large job may take longer than a step may take. The step must include it all the same.
void TestSidekiqActions::largeJobsAreDiscarded()
{
    constexpr int jobs = 30;
    SidekiqActs place;
    const QByteArray large = "[\"" + QByteArray(1024 * 1024, 'x') + "\"]";
    for (int i = 0; i < jobs; ++i)
        place.put("schedule", 9e9 + i, SidekiqActs::job("s" + QByteArray::number(i), large));
    const Answer discarded = Duectl(place.server.url()).run("--layout sidekiq discard @sidekiq --all --yes");
    QVERIFY2(discarded.code == 0 && discarded.out.contains("30 discarded"), discarded.all());
    QCOMPARE(place.server.call({"ZCARD", "schedule"}).integer, 0);
}

void TestSidekiqActions::aKilledRetryIsGoneOnWithAndEachRunsOnce()
{
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    constexpr int jobs = 10'000;
    SidekiqActs place;
    for (int i = 0; i < jobs; ++i)
        place.put("dead", 1795601600 + i / 7, SidekiqActs::failed('d' + QByteArray::number(i)));
    const Duectl duectl(place.server.url());
    const auto latest
        = [&duectl] { return duectl.run("--layout sidekiq operations @sidekiq --json").array().at(0).toObject(); };
    RubyPeer worker(place.server, "mail");
    const auto killed = duectl.start(words("--layout sidekiq retry @sidekiq --all --yes --pace 3000"));
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"done"_s].toInt() > 200, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const int done = latest()[u"done"_s].toInt();
    QVERIFY(done < jobs);
    QCOMPARE(place.server.call({"ZCARD", "dead"}).integer, jobs - done);
    const QString id = latest()[u"id"_s].toString();
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const Answer resumed = duectl.run({u"--layout"_s, u"sidekiq"_s, u"operations"_s, u"resume"_s, id});
    EXIT(resumed, 0);
    QTRY_COMPARE_WITH_TIMEOUT(place.server.call({"HLEN", "marks"}).integer, jobs, 60'000);
    QTRY_VERIFY(place.queued().isEmpty());
    for (const Reply& runs : place.server.call({"HVALS", "marks"}).items)
        QCOMPARE(runs.bytes, QByteArray("1"));
    QCOMPARE(place.server.call({"ZCARD", "dead"}).integer, 0);
}

void TestSidekiqActions::duectlActsAndUndoes()
{
    SidekiqActs place;
    place.fill();
    const auto before = place.theirs();
    const Duectl duectl(place.server.url());
    QCOMPARE(duectl.run("--layout sidekiq list @sidekiq --state failed --json").array().size(), 2);
    const Answer retried = duectl.run("--layout sidekiq retry @sidekiq --match error:E --yes");
    EXIT(retried, 0);
    QVERIFY2(retried.out.startsWith("4 retried"), retried.all());
    QCOMPARE(place.queued().size(), 6);
    const QByteArray id = retried.out.mid(retried.out.lastIndexOf("duectl undo ") + 12).trimmed();
    EXIT(duectl.run("--layout sidekiq undo " + id + " --yes"), 0);
    QCOMPARE(place.theirs(), before);
    EXIT(duectl.run("--layout sidekiq discard @sidekiq r1 --yes"), 0);
    EXIT(duectl.run("--layout sidekiq discard mail q1 --yes"), 0);
    QVERIFY2(duectl.run("--layout sidekiq show @sidekiq r1").out.contains("trash"),
        duectl.run("--layout sidekiq show @sidekiq r1").all());
    EXIT(duectl.run("--layout sidekiq restore @sidekiq r1 --yes"), 0);
    EXIT(duectl.run("--layout sidekiq restore mail q1 --yes"), 0);
    QCOMPARE(place.theirs(), before);
    // The commands also work if duectl detects the layout. Names then include the layout.
    const Answer found = duectl.run("retry @sidekiq r2 --yes");
    EXIT(found, 0);
    EXIT(duectl.run("undo " + found.out.mid(found.out.lastIndexOf("duectl undo ") + 12).trimmed() + " --yes"), 0);
    EXIT(duectl.run("discard mail@sidekiq q2 --yes"), 0);
    EXIT(duectl.run("restore mail@sidekiq q2 --yes"), 0);
    QVERIFY2(duectl.run("operations @sidekiq").out.contains("retry"), duectl.run("operations @sidekiq").all());
    QCOMPARE(place.queued().size(), 2);
    const Answer paused = duectl.run("--layout sidekiq pause mail");
    QVERIFY2(paused.code != 0 && !paused.err.isEmpty(), paused.all());
    const Answer added = duectl.run("--layout sidekiq add mail MarkJob --payload [7] --in 1h");
    EXIT(added, 0);
    QCOMPARE(place.server.call({"ZCARD", "schedule"}).integer, 3);
}

QTEST_GUILESS_MAIN(TestSidekiqActions)
#include "tst_sidekiqactions.moc"
