// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/taskedit.h"
#include "tests/integration/asynqacts.h"
#include "tests/integration/bullactions.h"
#include "tests/integration/bullmqactions.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/rqacts.h"
#include "tests/integration/sidekiqacts.h"
#include "tests/support/rqpeer.h"
#include "tests/support/rubypeer.h"
#include "tests/support/sendsignal.h"

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Retry at a time that whole seconds can represent.
Action retryAt(TimePoint at)
{
    Action action{ActionKind::Retry};
    action.time = Action::Time::At;
    action.at = at;
    return action;
}

constexpr TimePoint distant{Millis(9'100'000'000'000)};

/// Retries failed tasks at a distant time, in one step or as a list that another program could resume.
template <typename Place>
ActDone retryLater(Place& place, const QueueName& queue, const std::vector<TaskId>& ids, bool isListed)
{
    OperationRequest request = LayoutActs<>::request(queue, retryAt(distant), ids);
    if (isListed) {
        request.selection.kind = TaskSelection::Kind::All;
        request.states = {TaskState::Failed};
    }
    OperationRun run(request);
    const OperationProgress progress = must(run.finish(*place.backend));
    return {run.id(), progress.done, run.skipped().counts()};
}

EditRequest editOf(Backend& backend, const QueueName& queue, const TaskId& id, const QByteArray& payload)
{
    const EditableTask task = must(readForEdit(backend, queue, id, -1));
    EditRequest request;
    request.queue = queue;
    request.seen = refOf(task.detail.task);
    request.revision = task.revision;
    request.payload = payload;
    request.by = "tester";
    return request;
}

} // namespace

/// Tests retrying failed tasks of frameworks at a given time, and editing them in place: both have the same effects as
/// the framework's own calls, and undo restores every byte.
class TestFailedTasks : public QObject
{
    Q_OBJECT

private slots:
    void laterRetriesOfSidekiqAreUndoneToTheByte();
    void aLaterRetryOfSidekiqRunsOnce();
    void equalJobsOfSidekiqAreNotMerged();
    void sidekiqRunsTheEditedJob();
    void whatSidekiqChangedIsNotEdited();
    void jobsOfBullmqWaitForTheirTimeAndRun_data();
    void jobsOfBullmqWaitForTheirTimeAndRun();
    void bullmqRunsTheEditedJob_data() { jobsOfBullmqWaitForTheirTimeAndRun_data(); }
    void bullmqRunsTheEditedJob();
    void jobsOfBullWaitForTheirTimeAndRun_data();
    void jobsOfBullWaitForTheirTimeAndRun();
    void jobsOfRqAreScheduledAsRqDoes();
    void onlyJsonOfRqIsEdited();
    void tasksOfAsynqAreScheduledAndEdited();
    void aKilledLaterRetryIsResumed();
    void duectlRetriesLaterAndEdits();
};

void TestFailedTasks::laterRetriesOfSidekiqAreUndoneToTheByte()
{
    for (const bool isListed : {false, true}) {
        SidekiqActs place;
        place.fill();
        const auto before = place.theirs();
        const ActDone done = retryLater(place, SidekiqActs::shared, {"d1", "d2"}, isListed);
        QCOMPARE(done.done, 2);
        QCOMPARE(place.server.call({"ZCARD", "dead"}).integer, 0);
        // Sidekiq's client stores a job with a time like this. Like Sidekiq's own retry, it counts one attempt less.
        const QByteArray stored = SidekiqActs::failed("d1").replace("\"retry_count\":2}", "\"retry_count\":1}");
        QCOMPARE(place.server.call({"ZSCORE", "schedule", stored}).bytes, QByteArray("9100000000"));
        QVERIFY(place.queued() == (QByteArrayList{SidekiqActs::job("q2"), SidekiqActs::job("q1")}));
        QCOMPARE(place.undo(SidekiqActs::shared, done.id).restored, 2);
        QCOMPARE(place.theirs(), before);
    }
    SidekiqActs place;
    place.fill();
    const ActDone done = retryLater(place, SidekiqActs::shared, {"d1", "r1"}, false);
    QCOMPARE(done.done, 2);
    place.server.call({"ZINCRBY", "schedule", "5",
        SidekiqActs::failed("r1").replace("\"retry_count\":2}", "\"retry_count\":1}")}); // Another client postpones it.
    const UndoProgress undone = place.undo(SidekiqActs::shared, done.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(undone.movedOn, 1);
}

void TestFailedTasks::aLaterRetryOfSidekiqRunsOnce()
{
    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    SidekiqActs place;
    place.put("dead", 1795601700, SidekiqActs::failed("d1", R"(["caf\u00e9", 1.100])"));
    RubyPeer worker(place.server, "mail", 1);
    OperationRequest request
        = SidekiqActs::request(SidekiqActs::shared, retryAt(must(place.backend->serverTime()) + Millis(1'000)), {"d1"});
    OperationRun run(request);
    QCOMPARE(must(run.finish(*place.backend)).done, 1);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(place.server.call({"HGET", "marks", "d1"}).bytes, QByteArray("1"));
    QCOMPARE(place.server.call({"HGET", "arrived", "d1"}).bytes, QByteArray("[\"café\", 1.1]"));
    QCOMPARE(place.undo(SidekiqActs::shared, run.id()).restored, 0);
}

void TestFailedTasks::equalJobsOfSidekiqAreNotMerged()
{
    SidekiqActs place;
    place.put("dead", 1795601700, SidekiqActs::failed("d"));
    place.put("schedule", 9e9, SidekiqActs::failed("d").replace("\"retry_count\":2}", "\"retry_count\":1}"));
    const auto before = place.theirs();
    const TaskId id
        = must(place.backend->inspector().page({SidekiqActs::shared, TaskState::Failed, 0, 1})).tasks[0].exact;
    const ActDone done = retryLater(place, SidekiqActs::shared, {id}, false);
    QCOMPARE(done.skipped, (std::map<SkipReason, qint64>{{SkipReason::IdTaken, 1}}));
    QCOMPARE(place.theirs(), before);
}

void TestFailedTasks::sidekiqRunsTheEditedJob()
{
    SidekiqActs place;
    place.fill();
    const auto before = place.theirs();
    const EditRequest request = editOf(*place.backend, SidekiqActs::shared, "d1", R"(["caf\u00e9", 1.100])");
    const OperationRecord edit = must(editTask(*place.backend, request));
    QVERIFY(edit.undoable && edit.finished);
    QCOMPARE(place.server.call({"ZSCORE", "dead", SidekiqActs::failed("d1", R"(["caf\u00e9", 1.100])")}).bytes,
        QByteArray("1795601700.5"));
    QCOMPARE(editTask(*place.backend, request).error().code, ErrorCode::Refused); // The job has changed.
    QCOMPARE(place.undo(SidekiqActs::shared, edit.id).restored, 1);
    QCOMPARE(place.theirs(), before);

    const EditedTask both = must(
        editAndRetry(*place.backend, editOf(*place.backend, SidekiqActs::shared, "d1", R"(["caf\u00e9", 1.100])")));
    QVERIFY2(both.retry.has_value(), qPrintable(both.problem));
    QCOMPARE(place.queued().size(), 3);
    QCOMPARE(place.undo(SidekiqActs::shared, both.edit.id).restored, 0); // The retry moved the job.
    QCOMPARE(place.undo(SidekiqActs::shared, both.retry->id).restored, 1);
    QCOMPARE(place.undo(SidekiqActs::shared, both.edit.id).restored, 1);
    QCOMPARE(place.theirs(), before);
    for (const Reply& key : place.server.call({"KEYS", "dueline:*"}).items)
        QVERIFY2(place.server.call({"PTTL", key.bytes}).integer > 0, key.bytes);

    if (const QString missing = RubyPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY(
        must(editAndRetry(*place.backend, editOf(*place.backend, SidekiqActs::shared, "d1", R"(["caf\u00e9", 1.100])")))
            .retry.has_value());
    RubyPeer worker(place.server, "mail", 3);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(place.server.call({"HGET", "arrived", "d1"}).bytes, QByteArray("[\"café\", 1.1]"));
}

void TestFailedTasks::whatSidekiqChangedIsNotEdited()
{
    SidekiqActs place;
    place.fill();
    Backend& backend = *place.backend;
    const EditRequest moved = editOf(backend, SidekiqActs::shared, "d1", "[1]");
    place.server.call({"ZINCRBY", "dead", "1", SidekiqActs::failed("d1")});
    auto before = place.theirs();
    const auto refused = editTask(backend, moved);
    QVERIFY(!refused);
    QVERIFY2(refused.error().message.endsWith(u'.'), qPrintable(refused.error().message));
    QCOMPARE(place.theirs(), before);
    const EditRequest removed = editOf(backend, SidekiqActs::shared, "d2", "[1]");
    place.server.call({"ZREM", "dead", SidekiqActs::failed("d2")});
    before = place.theirs();
    QVERIFY(!editTask(backend, removed));
    QCOMPARE(place.theirs(), before);
    // A worker may claim a job in a list at any time.
    const auto listed = readForEdit(backend, "mail", "q1", -1);
    QVERIFY(!listed);
    QCOMPARE(listed.error().code, ErrorCode::NotSupported);
    QVERIFY(!backend.capabilities("mail").retryLater && backend.capabilities(SidekiqActs::shared).retryLater);
    EditRequest options = editOf(backend, SidekiqActs::shared, "r1", "[1]");
    options.options = TaskOptions();
    QCOMPARE(editTask(backend, options).error().code, ErrorCode::NotSupported);
    QCOMPARE(editTask(backend, editOf(backend, SidekiqActs::shared, "r1", "{}")).error().code, ErrorCode::Usage);
    // An edit waits for the same permissions as an action.
    const auto small = place.open(asSmallUser(place, "-zrem"));
    const auto denied = editTask(*small, editOf(*small, SidekiqActs::shared, "r1", "[1]"));
    QVERIFY(!denied);
    QCOMPARE(denied.error().code, ErrorCode::Permission);
    QCOMPARE(place.theirs(), before);
}

void TestFailedTasks::jobsOfBullmqWaitForTheirTimeAndRun_data()
{
    QTest::addColumn<QString>("module");
    QTest::addRow("6") << u"bullmq"_s;
    QTest::addRow("5") << u"bullmq5"_s;
    QTest::addRow("5.0.0") << u"bullmq500"_s;
}

/// Retries failed jobs later, undoes it, and then lets the framework's worker run them when they are due.
static void waitForTheirTimeAndRun(ActionPlace& place)
{
    for (const bool isNamed : {false, true}) {
        const auto before = place.content();
        OperationRequest request = place.request(ActionKind::Retry);
        request.action = retryAt(distant);
        request.states = {TaskState::Failed};
        if (isNamed) {
            request.selection.kind = TaskSelection::Kind::Refs;
            request.selection.refs = place.refs(TaskState::Failed);
        }
        OperationRun run(request);
        QCOMPARE(must(run.finish(place.operating())).done, 3);
        const auto tasks = place.page(TaskState::Scheduled);
        QCOMPARE(tasks.size(), std::size_t(3));
        for (const Task& task : tasks) {
            QCOMPARE(task.at, distant);
            QCOMPARE(NodePeer::run(place.server, place.module, place.queue, {u"state"_s, QString::fromUtf8(task.id)}),
                QByteArrayList{"delayed"});
        }
        QCOMPARE(place.undo(run.id()).restored, 3);
        QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    }
    NodePeer worker(place.server, place.module, place.queue, 3);
    OperationRequest soon = place.request(ActionKind::Retry);
    soon.action.time = Action::Time::In;
    soon.action.by = Millis(400);
    soon.states = {TaskState::Failed};
    OperationRun run(soon);
    QCOMPARE(must(run.finish(place.operating())).done, 3);
    QVERIFY2(worker.finish(), worker.said());
    QCOMPARE(distinct(worker.ran()).size(), 3);
    QCOMPARE(place.undo(run.id()).restored, 0); // The jobs have run.
}

void TestFailedTasks::jobsOfBullmqWaitForTheirTimeAndRun()
{
    QFETCH(QString, module);
    if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    BullmqActions place(module);
    place.addFailed();
    waitForTheirTimeAndRun(place);
}

/// Edits a failed job, undoes it, and edits it again, after which the framework's own API must return the new data.
static void editAndAskTheFramework(ActionPlace& place)
{
    const TaskId id = place.refs(TaskState::Failed).front().id;
    Backend& backend = place.operating();
    const auto before = place.content();
    const QByteArray data = R"({"n": 1.100, "to":"b\/c"})";
    const EditRequest request = editOf(backend, place.queue, id, data);
    const OperationRecord edit = must(editTask(backend, request));
    QCOMPARE(place.server.call({"HGET", "bull:" + place.queue + ':' + id, "data"}).bytes, data);
    QCOMPARE(editTask(backend, request).error().code, ErrorCode::Refused); // The data has changed.
    QCOMPARE(place.undo(edit.id).restored, 1);
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    QCOMPARE(editTask(backend, editOf(backend, place.queue, id, "not json")).error().code, ErrorCode::Refused);

    const EditedTask both = must(editAndRetry(backend, editOf(backend, place.queue, id, data)));
    QVERIFY2(both.retry.has_value(), qPrintable(both.problem));
    QCOMPARE(place.undo(both.retry->id).restored, 1);
    QCOMPARE(place.undo(both.edit.id).restored, 1);
    QVERIFY2(place.content() == before, ActionPlace::difference(before, place.content()));
    const EditedTask last = must(editAndRetry(backend, editOf(backend, place.queue, id, data)));
    QVERIFY2(last.retry.has_value(), qPrintable(last.problem));
    const QByteArray seen = place.call(u"getJob"_s, u"[\"%1\"]"_s.arg(QString::fromUtf8(id)));
    QVERIFY2(seen.contains(R"("data":{"n":1.1,"to":"b/c"})"), seen);
    place.work(1);
    QCOMPARE(place.undo(last.edit.id).restored, 0); // The job has run with its new data.
}

void TestFailedTasks::bullmqRunsTheEditedJob()
{
    QFETCH(QString, module);
    if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    BullmqActions place(module);
    place.addFailed();
    editAndAskTheFramework(place);
    // A job that a worker holds is left alone.
    const QByteArray id = place.add({uR"({"name":"hang","data":{"n":1}})"_s}).value(0);
    const EditRequest late = editOf(place.operating(), place.queue, id, "{}");
    NodePeer worker(place.server, module, place.queue);
    QTRY_COMPARE(place.info().counts[TaskState::Leased], 1);
    const auto refused = editTask(place.operating(), late);
    QVERIFY2(!refused && refused.error().message.contains(u"A worker holds"_s), "");
}

void TestFailedTasks::jobsOfBullWaitForTheirTimeAndRun_data()
{
    QTest::addColumn<QString>("module");
    QTest::addRow("4") << u"bull"_s;
    QTest::addRow("3.29") << u"bull3"_s;
}

void TestFailedTasks::jobsOfBullWaitForTheirTimeAndRun()
{
    QFETCH(QString, module);
    if (const QString missing = NodePeer::missing(module); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    BullActions place(module);
    place.addFailed();
    editAndAskTheFramework(place);
    BullActions other(module);
    other.addFailed();
    waitForTheirTimeAndRun(other);
}

void TestFailedTasks::jobsOfRqAreScheduledAsRqDoes()
{
    for (const bool isListed : {false, true}) {
        RqActs place;
        place.fill();
        const auto before = place.theirs();
        const ActDone done = retryLater(place, "mail", {"f1", "f2"}, isListed);
        QCOMPARE(done.done, 2);
        QCOMPARE(place.statusOf("f1"), QByteArray("scheduled"));
        QCOMPARE(place.server.call({"ZSCORE", "rq:scheduled:mail", "f1"}).bytes, QByteArray("9100000000"));
        QCOMPARE(place.server.call({"PTTL", "rq:job:f1"}).integer, -1);
        QCOMPARE(place.undo(done.id).restored, 2);
        QCOMPARE(place.theirs(), before);
    }
    if (const QString missing = RqPeer::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    RqActs place;
    place.fill();
    QCOMPARE(retryLater(place, "mail", {"f1"}, false).done, 1);
    QCOMPARE(RqPeer::run(place.server, {u"places"_s, u"f1"_s}).value(0), QByteArray("scheduled scheduled:mail"));
    // RQ's scheduler finds the job when it is due.
    OperationRequest soon = place.request(retryAt(must(place.backend->serverTime()) + Millis(1'500)), {"f2"});
    OperationRun run(soon);
    QCOMPARE(must(run.finish(*place.backend)).done, 1);
    RqPeer worker(place.server, "mail", 3);
    QVERIFY2(worker.finish(), worker.said());
    QVERIFY(worker.ran().contains("f2"));
    QCOMPARE(place.undo(run.id()).restored, 0);
}

void TestFailedTasks::onlyJsonOfRqIsEdited()
{
    RqActs place;
    place.fill();
    Backend& backend = *place.backend;
    const auto pickled = readForEdit(backend, "mail", "f1", -1);
    QVERIFY(!pickled);
    QCOMPARE(pickled.error().code, ErrorCode::Refused);
    QVERIFY2(pickled.error().message.contains(u"Python pickle"_s), qPrintable(pickled.error().message));
    const QByteArray call = R"(["rqjobs.mark",null,["a"],{}])";
    place.server.call({"HSET", "rq:job:f1", "data", qCompress(call).mid(4)});
    place.server.call({"HSET", "rq:job:s1", "data", call}); // uncompressed
    const auto before = place.theirs();
    const QByteArray edited = R"(["rqjobs.mark",null,["\u00e9"],{}])";
    const OperationRecord first = must(editTask(backend, editOf(backend, "mail", "f1", edited)));
    QCOMPARE(must(backend.inspector().payload("mail", "f1")), edited);
    QVERIFY(place.server.call({"HGET", "rq:job:f1", "data"}).bytes != edited); // still compressed
    const OperationRecord second = must(editTask(backend, editOf(backend, "mail", "s1", edited)));
    QCOMPARE(place.server.call({"HGET", "rq:job:s1", "data"}).bytes, edited);
    QCOMPARE(editTask(backend, editOf(backend, "mail", "f1", "[1]")).error().code, ErrorCode::Refused);
    QCOMPARE(place.undo(first.id).restored, 1);
    QCOMPARE(place.undo(second.id).restored, 1);
    QCOMPARE(place.theirs(), before);
}

void TestFailedTasks::tasksOfAsynqAreScheduledAndEdited()
{
    for (const bool isListed : {false, true}) {
        AsynqActs place;
        place.fill();
        const auto before = place.theirs();
        const ActDone done = retryLater(place, "mail", {"f1", "f2"}, isListed);
        QCOMPARE(done.done, 2);
        QCOMPARE(place.stateOf("f1"), QByteArray("scheduled"));
        QCOMPARE(place.server.call({"ZSCORE", AsynqActs::base + "scheduled", "f1"}).bytes, QByteArray("9100000000"));
        QCOMPARE(place.undo(done.id).restored, 2);
        QCOMPARE(place.theirs(), before);
    }
    AsynqActs place;
    place.fill();
    Backend& backend = *place.backend;
    const auto before = place.theirs();
    const OperationRecord edit = must(editTask(backend, editOf(backend, "mail", "f1", R"({"n":1})")));
    const auto message = AsynqMessage::read(place.server.call({"HGET", AsynqActs::base + "t:f1", "msg"}).bytes);
    QVERIFY(message && message->payload == R"({"n":1})" && message->maxRetry == 3 && message->type == "mail:send");
    QCOMPARE(place.undo("mail", edit.id).restored, 1);
    QCOMPARE(place.theirs(), before);
    // A server retries the edited task, which rewrites the message.
    const OperationRecord second = must(editTask(backend, editOf(backend, "mail", "f1", R"({"n":2})")));
    AsynqMessage run = *message;
    run.retried = 1;
    place.server.call({"HSET", AsynqActs::base + "t:f1", "msg", run.written()});
    QCOMPARE(place.undo("mail", second.id).restored, 0);
    AsynqMessage unique = *message;
    unique.uniqueKey = "asynq:{mail}:unique:mail:send:00";
    place.server.call({"HSET", AsynqActs::base + "t:f2", "msg", unique.written()});
    const auto refused = readForEdit(backend, "mail", "f2", -1);
    QVERIFY2(!refused && refused.error().message.contains(u"unique key"_s), "");
}

/// A program that retries jobs at a time is killed halfway. Resuming it delays every job exactly once.
void TestFailedTasks::aKilledLaterRetryIsResumed()
{
    constexpr int jobs = 3000;
    SidekiqActs place;
    for (int i = 0; i < jobs; ++i)
        place.put("dead", 1795601600 + i, SidekiqActs::failed('d' + QByteArray::number(i)));
    const auto before = place.theirs();
    const Duectl duectl(place.server.url());
    const auto killed
        = duectl.start(words("--layout sidekiq retry @sidekiq --all --at 2100-01-01T00:00:00Z --yes --pace 2000"));
    QTRY_VERIFY_WITH_TIMEOUT(place.server.call({"ZCARD", "schedule"}).integer > 200, 30'000);
    sendSignal(*killed, SIGKILL);
    killed->waitForFinished();
    const qint64 moved = place.server.call({"ZCARD", "schedule"}).integer;
    QVERIFY(moved < jobs);
    QCOMPARE(place.server.call({"ZCARD", "dead"}).integer, jobs - moved);
    const auto latest
        = [&] { return duectl.run("--layout sidekiq operations @sidekiq --json").array().at(0).toObject(); };
    QTRY_VERIFY_WITH_TIMEOUT(latest()[u"interrupted"_s].toBool(), 15'000);
    const QString id = latest()[u"id"_s].toString();
    EXIT(duectl.run({u"--layout"_s, u"sidekiq"_s, u"operations"_s, u"resume"_s, id}), 0);
    QCOMPARE(place.server.call({"ZCOUNT", "schedule", "4102444800", "4102444800"}).integer, jobs);
    QCOMPARE(place.server.call({"ZCARD", "dead"}).integer, 0);
    EXIT(duectl.run({u"--layout"_s, u"sidekiq"_s, u"undo"_s, id, u"--yes"_s}), 0);
    QCOMPARE(place.theirs(), before);
}

void TestFailedTasks::duectlRetriesLaterAndEdits()
{
    SidekiqActs place;
    place.fill();
    const auto before = place.theirs();
    const Duectl duectl(place.server.url());
    const Answer preview = duectl.run("retry @sidekiq d1 --at 2100-01-01T00:00:00Z --dry-run");
    EXIT(preview, 0);
    QVERIFY2(preview.out.contains("New due time: ") && preview.out.contains("2100-01-01T00:00:00"), preview.all());
    QCOMPARE(place.theirs(), before);
    const Answer later = duectl.run("retry @sidekiq d1 --at 2100-01-01T00:00:00Z --yes");
    EXIT(later, 0);
    QCOMPARE(duectl.run("show @sidekiq d1 --json").object()[u"state"_s].toString(), u"scheduled"_s);
    EXIT(duectl.run("undo " + later.out.mid(later.out.lastIndexOf("duectl undo ") + 12).trimmed() + " --yes"), 0);
    QCOMPARE(place.theirs(), before);
    const Answer edited = duectl.run("edit @sidekiq d1 --payload [7] --json");
    EXIT(edited, 0);
    QCOMPARE(duectl.run("show @sidekiq d1 --payload").out, QByteArray("[7]"));
    EXIT(duectl.run({u"undo"_s, edited.object()[u"operation"_s].toString(), u"--yes"_s}), 0);
    QCOMPARE(place.theirs(), before);
    FAILS(duectl.run("edit @sidekiq d1 --payload {}"), 2, "must be a JSON array");
    FAILS(duectl.run("edit @sidekiq d1 --max-attempts 9"), 1, "Only the payload");
    FAILS(duectl.run("edit mail@sidekiq q1 --payload [1]"), 1, "does not allow a task's payload to be edited");
    FAILS(duectl.run("retry mail@sidekiq q1 --at 2100-01-01T00:00:00Z --yes"), 1, "only immediately");
}

QTEST_GUILESS_MAIN(TestFailedTasks)
#include "tst_failedtasks.moc"
