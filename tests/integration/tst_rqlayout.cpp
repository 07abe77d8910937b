// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/queuepulse.h"
#include "core/redis/readcommands.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/rqpeer.h"
#include "tests/support/writecommands.h"

#include <QFile>
#include <QTest>
#include <QTimeZone>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

const QueueName sharedPlace = "@rq";

/// Server with queues filled by RQ itself.
class RqPlace : public ReadPlace
{
public:
    RqPlace()
        : ReadPlace(u"rq"_s, "mail")
    { }

    QByteArrayList add(const QStringList& jobs) { return RqPeer::run(server, QStringList{u"add"_s} + jobs); }
    /// Runs jobs with a single-process worker and returns the ids of the jobs that ended.
    QByteArrayList work(int count)
    {
        RqPeer worker(server, queue, count, RqPeer::Kind::Simple);
        if (!worker.finish())
            qFatal("RQ does not end: %s", worker.said().constData());
        return worker.ran();
    }
    TaskDetail detail(const TaskId& id) { return value(inspector().task(queue, id)); }
    QByteArray payload(const TaskId& id) { return value(inspector().payload(queue, id)); }
    QByteArray placesOf(const TaskId& id) { return RqPeer::run(server, {u"places"_s, QString::fromUtf8(id)}).value(0); }
    /// Writes a job's hash with exactly this data.
    void putJob(const QByteArray& id, const QByteArray& data, const QByteArray& status = "queued")
    {
        server.call({"HSET", "rq:job:" + id, "status", status, "origin", queue, "data", data, "created_at",
            "2020-11-25T17:50:11.441999Z"});
    }
};

QByteArray compressed(const QByteArray& bytes) { return qCompress(bytes).mid(4); }

/// Writes a queue like version 2.10, with a running job, a released job, and a job that a worker has just claimed. The
/// keys follow RQ's source code; they were not recorded from a running RQ.
void composeVersion2(RqPlace& place)
{
    const QByteArray execution = "0123456789abcdef0123456789abcdef";
    const auto seconds = QByteArray::number(place.server.call({"TIME"}).items[0].bytes.toLongLong() + 90);
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    for (const char* id : {"run", "ready", "taken", "limited"})
        place.putJob(id, compressed(QByteArray("[\"tasks.send\",null,[1],{}]")));
    place.server.call({"HSET", "rq:job:run", "status", "started", "worker_name", "w1", "number_of_retries", "1",
        "retries_left", "2", "started_at", "2020-11-25T17:51:00.000000Z"});
    place.server.call({"HSET", "rq:job:ready", "status", "ready_to_enqueue"});
    place.server.call({"HSET", "rq:job:limited", "rate_limit_key", "api", "group_id", "g7"});
    place.server.call({"ZADD", "rq:wip:mail", seconds, "run:" + execution});
    place.server.call({"ZADD", "rq:executions:run", seconds, execution});
    place.server.call({"HSET", "rq:execution:run:" + execution, "id", execution, "job_id", "run"});
    place.server.call({"XADD", "rq:results:run", "1795629011605-0", "type", "4", "return_value", "gAROLg==",
        "worker_name", "w0", "execution_started_at", "1795629010.5", "execution_ended_at", "1795629011.25"});
    place.server.call({"ZADD", "rq:ready:mail", seconds, "ready"});
    place.server.call({"RPUSH", "rq:queue:mail:intermediate", "taken"});
    place.server.call({"RPUSH", "rq:queue:mail", "limited"});
}

} // namespace

/// Tests that queues filled and processed by RQ are displayed correctly, and that reading doesn't change them.
class TestRqLayout : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        if (const QString missing = RqPeer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
    }
    void aTasksStateIsWhereItStands();
    void waitingTasksComeInTheOrderInWhichTheyRun();
    void whatEndedIsToldByItsResults();
    void whatRunsIsShownWithItsWorker();
    void aWorkerBetweenTwoHeartbeatsIsBusy();
    void dueTasksWithoutASchedulerSaySo();
    void queuesThatNobodyRegisteredAreListed();
    void payloadsAreReadAndNeverLoaded();
    void whatIsNoPayloadIsShownInHex();
    void anIdWithoutAJobSaysSo();
    void whatHasExpiredIsNeitherCountedNorListed();
    void countedJobsThatAreGoneAreNoted();
    void filtersFindWhatFieldsSay();
    void theTimelineKnowsWhenTheyEnded();
    void version2IsRead();
    void whatWaitsForARateLimitIsNoted();
    void allReadsChangeNothing();
    void aQueueNobodyMadeIsNotThere();
    void whoMaySeeTheirKeysAloneSeesTheQueues();
    void duectlFindsListsAndShowsThem();
};

void TestRqLayout::aTasksStateIsWhereItStands()
{
    RqPlace place;
    place.add({uR"({"id":"good","task":"ok","args":[1,"two",null]})"_s, uR"({"id":"bad","task":"fail","args":["x"]})"_s,
        uR"({"id":"again","task":"fail","tries":3})"_s});
    place.work(3);
    place.add({uR"({"id":"wait","task":"ok","args":[1,"two"],"kwargs":{"k":[3,true]}})"_s,
        uR"({"id":"later","in":3600})"_s, uR"({"id":"after","after":"wait"})"_s, uR"({"id":"gone"})"_s,
        uR"({"id":"own","description":"a word of its own"})"_s});
    RqPeer::run(place.server, {u"do"_s, u"cancel"_s, u"gone"_s});
    QCOMPARE(place.names(), (QByteArrayList{sharedPlace, "mail"}));
    const QueueInfo info = place.info();
    QCOMPARE(info.counts[TaskState::Due], 2);
    // One job is due in an hour, one is waiting for a retry, and one for another job.
    QCOMPARE(info.counts[TaskState::Scheduled], 3);
    QCOMPARE(info.counts[TaskState::Failed], 1);
    QCOMPARE(info.counts[TaskState::Done], 1);
    QCOMPARE(info.counts[TaskState::Trash], 1);
    QVERIFY(info.nextDue.has_value() && !info.paused);

    const Task waiting = place.page(TaskState::Due).at(0);
    QCOMPARE(waiting.id, QByteArray("wait"));
    QCOMPARE(typeOf(waiting), QByteArrayView("rqjobs.ok"));
    QCOMPARE(waiting.nativeState, QByteArray("queued"));
    QCOMPARE(waiting.preview, QByteArray("('rqjobs.ok', None, (1, 'two'), {'k': [3, True]})"));
    QCOMPARE(waiting.attempt, 0);
    QCOMPARE(waiting.maxAttempts, 1);
    QVERIFY(waiting.untimed && waiting.addedAt.has_value());
    // the job's description doesn't look like a call
    QCOMPARE(typeOf(place.detail("own").task), QByteArrayView("rqjobs.ok"));
    QCOMPARE(place.detail("later").task.nativeState, QByteArray("scheduled"));
    const auto in = std::chrono::duration_cast<std::chrono::seconds>(place.detail("later").task.at - info.serverNow);
    QVERIFY2(in.count() > 3500 && in.count() <= 3600, qPrintable(QString::number(in.count())));
    const Task again = place.detail("again").task;
    QCOMPARE(again.state, TaskState::Scheduled);
    QCOMPARE(again.attempt, 1);
    QCOMPARE(again.maxAttempts, 4);
    const Task after = place.detail("after").task;
    QCOMPARE(after.nativeState, QByteArray("deferred"));
    QVERIFY(after.untimed);
    QCOMPARE(factOf(place.detail("after"), "waits for"), QByteArray(R"(["wait"])"));
    QCOMPARE(factOf(place.detail("wait"), "jobs that wait for it"), QByteArray("1"));
    // This job comes after the jobs with a time.
    QCOMPARE(place.page(TaskState::Scheduled).back().id, QByteArray("after"));
    const Task canceled = place.page(TaskState::Trash).at(0);
    QCOMPARE(canceled.id, QByteArray("gone"));
    QCOMPARE(canceled.nativeState, QByteArray("canceled"));
    // RQ itself finds each job in the queue or registry that Dueline shows.
    QCOMPARE(place.placesOf("wait"), QByteArray("queued queue:mail"));
    QCOMPARE(place.placesOf("gone"), QByteArray("canceled canceled:mail"));
    QCOMPARE(place.placesOf("bad"), QByteArray("failed failed:mail"));
    // Suspended workers claim no jobs from any queue.
    RqPeer::run(place.server, {u"do"_s, u"suspend"_s});
    QVERIFY(place.info().paused);
    QVERIFY(ReadPlace::value(place.inspector().queue(sharedPlace)).paused);
    QCOMPARE(ReadPlace::value(place.inspector().queue({})).counts, StateCounts());
}

void TestRqLayout::waitingTasksComeInTheOrderInWhichTheyRun()
{
    RqPlace place;
    place.add({u"{}"_s, u"{}"_s, uR"({"front":true})"_s, u"{}"_s});
    const QByteArrayList shown = idsOf(place.page(TaskState::Due));
    QCOMPARE(place.work(4), shown);
    // The last job to end comes first.
    QCOMPARE(place.page(TaskState::Done).size(), std::size_t(4));
}

void TestRqLayout::whatEndedIsToldByItsResults()
{
    RqPlace place;
    place.add({uR"({"id":"good","args":[1,2]})"_s, uR"({"id":"bad","task":"fail","args":["x"]})"_s});
    place.work(2);
    const TimePoint now = place.info().serverNow;
    const TaskDetail good = place.detail("good");
    QCOMPARE(good.result.value_or(QByteArray()), QByteArray("{'count': 2}"));
    QCOMPARE(good.attempts.size(), std::size_t(1));
    QCOMPARE(good.attempts[0].outcome, QByteArray("done"));
    QCOMPARE(good.task.nativeState, QByteArray("finished"));
    QVERIFY(good.task.at <= now && good.task.at > now - Millis(60'000)); // when it actually ended, not the score
    const Task failed = place.page(TaskState::Failed).at(0);
    QCOMPARE(failed.error, QByteArray("ValueError: boom für ('x',)"));
    QCOMPARE(failed.attempt, 1);
    QCOMPARE(failed.maxAttempts, 1);
    QVERIFY(failed.at <= now && failed.at > now - Millis(60'000));
    const TaskDetail bad = place.detail("bad");
    QCOMPARE(bad.attempts.size(), std::size_t(1));
    QCOMPARE(bad.attempts[0].number, 1);
    QVERIFY(bad.attempts[0].error.startsWith("Traceback") && !bad.attempts[0].worker.isEmpty());
    QVERIFY(bad.attempts[0].startedAt > TimePoint() && bad.attempts[0].endedAt >= bad.attempts[0].startedAt);
}

void TestRqLayout::whatRunsIsShownWithItsWorker()
{
    RqPlace place;
    place.add({uR"({"id":"long","task":"hang"})"_s});
    RqPeer worker(place.server, "mail");
    QTRY_COMPARE_WITH_TIMEOUT(place.info().counts[TaskState::Leased], 1, 30'000);
    // Version 2 records a job's start before its worker.
    QTRY_VERIFY(!place.page(TaskState::Leased).at(0).worker.isEmpty());
    const Task running = place.page(TaskState::Leased).at(0);
    QCOMPARE(running.id, QByteArray("long"));
    QCOMPARE(running.nativeState, QByteArray("started"));
    QCOMPARE(running.attempt, 1);
    QVERIFY(running.at > place.info().serverNow);
    const auto workers = ReadPlace::value(place.inspector().workers());
    QCOMPARE(workers.size(), std::size_t(1));
    QCOMPARE(workers[0].id, running.worker);
    QCOMPARE(workers[0].running, 1);
    QCOMPARE(workers[0].queues, (std::vector<QueueName>{"mail"}));
    QVERIFY(!workers[0].lost && workers[0].processId > 0 && !workers[0].host.isEmpty());
    place.open(u"rq"_s);
    QCOMPARE(QByteArrayList{place.info().version}, RqPeer::run(place.server, {u"version"_s}));
    worker.kill9();
    place.server.call({"DEL", "rq:worker:" + running.worker}); // simulates the key's expiry
    QVERIFY(ReadPlace::value(place.inspector().workers()).at(0).lost);
}

/// Checks that a worker with an old last heartbeat is shown as busy. While a job is running, RQ sends a heartbeat only
/// every 30 s, or none if the worker runs jobs in its own process.
void TestRqLayout::aWorkerBetweenTwoHeartbeatsIsBusy()
{
    RqPlace place;
    place.add({uR"({"id":"long","task":"hang"})"_s});
    RqPeer worker(place.server, "mail");
    QTRY_VERIFY_WITH_TIMEOUT(!place.page(TaskState::Leased).empty(), 30'000);
    QTRY_VERIFY(!place.page(TaskState::Leased).at(0).worker.isEmpty());
    place.add({uR"({"id":"next","task":"ok"})"_s});
    const auto readingAt = [&place](Millis age) {
        const QueueInfo info = place.info();
        const QDateTime seenAt = QDateTime::fromMSecsSinceEpoch(toMs(info.serverNow - age), QTimeZone::utc());
        place.server.call({"HSET", "rq:worker:" + place.page(TaskState::Leased).at(0).worker, "last_heartbeat",
            seenAt.toString(u"yyyy-MM-ddTHH:mm:ss.zzz000Z"_s).toUtf8()});
        return ReadPlace::value(place.backend().pulse()->read({info})).at(0);
    };
    const PulseReading busy = readingAt(Millis(29'000));
    QCOMPARE(busy.workers, std::optional<qint64>(1));
    QCOMPARE(busy.used, 1);
    QVERIFY(std::none_of(busy.hints.begin(), busy.hints.end(),
        [](const PulseHint& hint) { return hint.kind == PulseHint::Kind::Idle; }));
    QCOMPARE(readingAt(Millis(60'000)).used, 1);
    worker.kill9();
}

void TestRqLayout::dueTasksWithoutASchedulerSaySo()
{
    RqPlace place;
    place.add({uR"({"id":"soon","in":3600})"_s});
    place.server.call({"ZADD", "rq:scheduled:mail", "XX", "1600000000", "soon"});
    QCOMPARE(place.info().counts[TaskState::Due], 1);
    QVERIFY(place.info().oldestDue.has_value());
    QCOMPARE(place.page(TaskState::Due).at(0).nativeState, QByteArray("no scheduler"));
    place.server.call({"SET", "rq:scheduler-lock:mail", "1", "EX", "60"});
    QCOMPARE(place.page(TaskState::Due).at(0).nativeState, QByteArray("scheduled"));
}

/// Checks that queues missing from `rq:queues` are listed, because a client in another language may push jobs without
/// registering the queue.
void TestRqLayout::queuesThatNobodyRegisteredAreListed()
{
    RqPlace place;
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    place.queue = "unseen";
    place.putJob("j1", compressed(QByteArray("[\"app.f\",null,[1],{}]")));
    place.server.call({"RPUSH", "rq:queue:unseen", "j1"});
    place.server.call({"RPUSH", "rq:queue:taken:intermediate", "j2"}); // a worker is about to claim this job
    place.server.call({"ZADD", "rq:failed:done", "9000000000", "j3"});
    place.server.call({"SET", "rq:queue:string", "x"});
    QCOMPARE(place.names(), (QByteArrayList{sharedPlace, "done", "mail", "taken", "unseen"}));
    QCOMPARE(place.info().counts[TaskState::Due], 1);
    QVERIFY2(place.info().note.contains("not in rq:queues"), place.info().note.constData());
    const Duectl duectl(place.server.url());
    const QByteArray queues = duectl.run("queues").out;
    QVERIFY2(queues.contains("unseen@rq") && queues.contains("taken@rq") && !queues.contains("string@rq"), queues);
    QCOMPARE(duectl.run("list --match type:app.f --json").array().size(), 1);
    place.server.call({"SADD", "rq:queues", "rq:queue:unseen"});
    QVERIFY(place.info().note.isEmpty());
}

void TestRqLayout::payloadsAreReadAndNeverLoaded()
{
    RqPlace place;
    place.add({uR"({"id":"json","json":true,"args":["caf\u00e9",1.5]})"_s,
        uR"({"id":"text","args":["caf\u00e9 \u4f60"]})"_s, uR"({"id":"meta","meta":{"who":"ops"}})"_s});
    QCOMPARE(place.payload("json"), QByteArray(R"(["rqjobs.ok", null, ["caf\u00e9", 1.5], {}])"));
    const QByteArray text = place.payload("text");
    QCOMPARE(text, QByteArray("('rqjobs.ok', None, ('café 你',), {})"));
    QCOMPARE(ReadPlace::value(place.inspector().payload("mail", "text", 2, 6)), QByteArray("rqjobs"));
    QCOMPARE(factOf(place.detail("meta"), "meta"), QByteArray("{'who': 'ops'}"));
    // Loading this pickle would run a command.
    place.putJob("evil", compressed("cos\nsystem\n(S'touch /tmp/dueline-was-here'\ntR."));
    place.server.call({"RPUSH", "rq:queue:mail", "evil"});
    QCOMPARE(place.payload("evil"), QByteArray("os.system('touch /tmp/dueline-was-here')"));
    QVERIFY(!QFile::exists(u"/tmp/dueline-was-here"_s));
    QCOMPARE(place.page(TaskState::Due).back().preview, place.payload("evil"));
}

void TestRqLayout::whatIsNoPayloadIsShownInHex()
{
    RqPlace place;
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    place.putJob("raw", "\x01\xff");
    place.putJob("packed", compressed("\x93\x01\x02"));
    place.putJob("bomb", compressed(QByteArray(2'000'000, '0')));
    place.putJob("nothing", "");
    place.server.call({"RPUSH", "rq:queue:mail", "raw", "packed", "bomb", "nothing"});
    QCOMPARE(place.payload("raw"), QByteArray("01ff"));
    QCOMPARE(place.payload("packed"), QByteArray("930102"));
    QCOMPARE(place.payload("nothing"), QByteArray());
    QVERIFY(place.payload("bomb").size() <= 1024 * 1024 + 3);
    const auto tasks = place.page(TaskState::Due);
    QCOMPARE(tasks.at(1).preview, QByteArray("930102"));
    QCOMPARE(tasks.at(2).preview, QByteArray()); // lists decompress at most 1 MiB
}

void TestRqLayout::anIdWithoutAJobSaysSo()
{
    RqPlace place;
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    place.server.call({"RPUSH", "rq:queue:mail", "orphan", "wrong"});
    place.server.call({"SET", "rq:job:wrong", "a string"});
    const auto tasks = place.page(TaskState::Due);
    QVERIFY2(tasks.at(0).error.contains("no longer exists"), tasks.at(0).error);
    QVERIFY(!tasks.at(1).error.isEmpty());
    // Only the scores of these finished jobs are left. A score is when RQ deletes the job: after a year, or after 500
    // s.
    place.server.call({"ZADD", "rq:failed:mail", "9031536000", "f"});
    place.server.call({"ZADD", "rq:finished:mail", "9000000500", "d"});
    for (const TaskState state : {TaskState::Failed, TaskState::Done})
        QCOMPARE(place.page(state).at(0).at, fromMs(9'000'000'000'000));
}

/// Checks that expired entries are neither counted nor listed, although RQ removes them from its registries only when
/// a worker cleans up.
void TestRqLayout::whatHasExpiredIsNeitherCountedNorListed()
{
    RqPlace place;
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    for (const char* set : {"rq:finished:mail", "rq:failed:mail"}) {
        place.server.call({"ZADD", set, "-1", "kept1", "-1", "kept2", "1600000003", "old1", "1500000000", "old2",
            "9000000000", "new1", "9000000001", "new2"});
    }
    for (const char* id : {"kept1", "kept2", "new1", "new2"})
        place.putJob(id, "[]", "finished");
    for (const TaskState state : {TaskState::Done, TaskState::Failed}) {
        QCOMPARE(place.info().counts[state], 4);
        QCOMPARE(idsOf(place.page(state)), (QByteArrayList{"new2", "new1", "kept2", "kept1"}));
        const TaskPage second = ReadPlace::value(place.inspector().page({"mail", state, 1, 2}));
        QCOMPARE(second.total, 4);
        QCOMPARE(idsOf(second.tasks), (QByteArrayList{"new1", "kept2"}));
        const TaskPage merged = ReadPlace::value(place.inspector().page({"mail", {}, 0, 100, {state}}));
        QCOMPARE(merged.total, 4);
        QCOMPARE(merged.tasks.size(), std::size_t(4));
    }
    QCOMPARE(place.found(u"state:done"_s).size(), std::size_t(4));
    QCOMPARE(place.found(u"id:old*"_s).size(), std::size_t(0));
    QCOMPARE(place.inspector().task("mail", "old1").error().code, ErrorCode::NotFound);
    QCOMPARE(place.detail("kept1").task.state, TaskState::Failed);
}

/// Checks the note about jobs that were deleted (by eviction, or because their result expired) before RQ removed their
/// ids.
void TestRqLayout::countedJobsThatAreGoneAreNoted()
{
    RqPlace place;
    place.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    place.server.call({"ZADD", "rq:finished:mail", "9000000000", "a", "9000000001", "b", "9000000002", "c"});
    place.server.call({"ZADD", "rq:finished:mail", "1500000000", "old"});
    place.server.call({"ZADD", "rq:failed:mail", "9000000000", "d", "9000000001", "e"});
    place.putJob("a", "[]", "finished");
    place.putJob("e", "[]", "failed");
    const QByteArray note = place.info().note;
    QVERIFY2(note.contains("2 jobs that are counted as done were deleted"), note);
    QVERIFY2(note.contains("1 job that is counted as failed was deleted"), note);
    RqPlace complete;
    complete.server.call({"SADD", "rq:queues", "rq:queue:mail"});
    complete.server.call({"ZADD", "rq:finished:mail", "9000000000", "a"});
    complete.putJob("a", "[]", "finished");
    QCOMPARE(complete.info().note, QByteArray());
}

void TestRqLayout::filtersFindWhatFieldsSay()
{
    RqPlace place;
    QStringList jobs;
    for (int i = 0; i < 5; ++i)
        jobs << uR"({"id":"f%1","task":"fail","args":["alice"]})"_s.arg(i);
    place.add(jobs);
    place.work(5);
    place.add({uR"({"id":"b","args":["bob"]})"_s});
    QCOMPARE(place.found(u"state:failed type:rqjobs.fail"_s).size(), std::size_t(5));
    QCOMPARE(place.found(u"error:boom"_s).size(), std::size_t(5));
    QCOMPARE(place.found(u"payload:bob"_s).size(), std::size_t(1));
    QCOMPARE(place.found(u"attempt>0"_s).size(), std::size_t(5));
    QCOMPARE(place.found(u"state:leased"_s).size(), std::size_t(0));
    // An operation doesn't include jobs that fail after it has started.
    SearchRequest request{"mail", TaskFilter::parse(u"state:failed"_s).value()};
    request.changedBefore = place.page(TaskState::Failed).front().at - Millis(1);
    QCOMPARE(ReadPlace::value(place.inspector().search(request)).matches.size(), std::size_t(4));
}

void TestRqLayout::theTimelineKnowsWhenTheyEnded()
{
    RqPlace place;
    place.add({uR"({"id":"good"})"_s, uR"({"id":"bad","task":"fail"})"_s});
    place.work(2);
    place.add({uR"({"id":"wait"})"_s, uR"({"id":"later","in":1800})"_s});
    place.server.call({"HSET", "rq:job:bad", "ended_at", "2020-01-01T00:00:00.000000Z"});
    const TimePoint now = place.info().serverNow;
    const auto bins
        = ReadPlace::value(place.inspector().timeline("mail", now - Millis(hourMs), now + Millis(hourMs), 2));
    QCOMPARE(bins[0].counts[TaskState::Done] + bins[1].counts[TaskState::Done], 1);
    QCOMPARE(bins[0].counts[TaskState::Failed] + bins[1].counts[TaskState::Failed], 0);
    QCOMPARE(bins[1].counts[TaskState::Scheduled], 1);
    const TimePoint then = fromMs(1577836800000); // an instant in 2020
    const auto old = ReadPlace::value(place.inspector().timeline("mail", then, then + Millis(hourMs), 1));
    QCOMPARE(old[0].counts[TaskState::Failed], 1);
    QCOMPARE(place.page(TaskState::Failed).at(0).at, then);
}

void TestRqLayout::version2IsRead()
{
    RqPlace place;
    composeVersion2(place);
    const QueueInfo info = place.info();
    QCOMPARE(info.counts[TaskState::Leased], 1);
    QCOMPARE(info.counts[TaskState::Scheduled], 1);
    QCOMPARE(info.counts[TaskState::Due], 2);
    const Task running = place.page(TaskState::Leased).at(0);
    QCOMPARE(running.id, QByteArray("run"));
    QCOMPARE(running.worker, QByteArray("w1"));
    QCOMPARE(running.attempt, 2);
    QCOMPARE(running.maxAttempts, 4);
    const TaskDetail detail = place.detail("run");
    QCOMPARE(detail.task.state, TaskState::Leased);
    QCOMPARE(detail.attempts.at(0).outcome, QByteArray("retry"));
    QCOMPARE(detail.attempts.at(0).worker, QByteArray("w0"));
    QCOMPARE(detail.attempts.at(0).startedAt, fromMs(1795629010500));
    QCOMPARE(detail.attempts.at(0).endedAt, fromMs(1795629011250));
    QCOMPARE(place.detail("ready").task.nativeState, QByteArray("ready"));
    QCOMPARE(place.detail("taken").task.nativeState, QByteArray("taken"));
    QCOMPARE(factOf(place.detail("limited"), "rate limit"), QByteArray("api"));
    QCOMPARE(factOf(place.detail("limited"), "group"), QByteArray("g7"));
}

/// Checks the note about jobs waiting for a rate limit (since 2.10). RQ stores them per limit, across all queues.
void TestRqLayout::whatWaitsForARateLimitIsNoted()
{
    RqPlace place;
    composeVersion2(place);
    QCOMPARE(place.info().note, QByteArray());
    place.server.call({"SADD", "rq:rl-keys", "api", "idle"});
    place.putJob("held", "{}", "rate_limited");
    place.server.call({"ZADD", "rq:rl:api:rate_limited", "1", "held", "2", "gone"});
    QCOMPARE(place.info().note,
        QByteArray("1 of its jobs is held back by a rate limit. RQ stores it elsewhere, so it is not counted."));
    place.putJob("held2", "{}", "rate_limited");
    place.server.call({"HSET", "rq:job:other", "status", "rate_limited", "origin", "other"});
    place.server.call({"ZADD", "rq:rl:api:rate_limited", "3", "held2", "4", "other"});
    QVERIFY2(place.info().note.startsWith("2 of its jobs are held back by a rate limit"), place.info().note);
    for (const QueueInfo& info : place.value(place.inspector().queues()))
        QCOMPARE(info.note.isEmpty(), info.name != "mail");
    place.server.call({"SET", "rq:rl:idle:rate_limited", "x"});
    QVERIFY(place.info().note.startsWith("2 of"));
}

void TestRqLayout::allReadsChangeNothing()
{
    RqPlace place;
    place.add({uR"({"id":"n1","task":"fail"})"_s, uR"({"id":"n2"})"_s});
    place.work(2);
    place.add({uR"({"id":"n3"})"_s, uR"({"id":"n4","in":3600})"_s, uR"({"id":"n5","after":"n3"})"_s});
    place.server.call({"ZADD", "rq:wip:mail", "1", "n2"}); // RQ's own listing would move it to the failed jobs
    const auto before = keySpaceOf(place.server);
    place.server.call({"CONFIG", "RESETSTAT"});
    {
        CommandMonitor monitor(place.server);
        for (int i = 0; i < 3; ++i) {
            place.open(u"rq"_s);
            place.readEverything("n1");
            place.readEverything("n4");
        }
        const auto commands = monitor.taken();
        QVERIFY(commands.size() > 100);
        for (const Command& command : commands)
            QVERIFY2(isReadCommand(command), command.front().constData());
    }
    QCOMPARE(writeCommandsRun(place.server), QByteArrayList());
    QCOMPARE(keySpaceOf(place.server), before);
}

void TestRqLayout::aQueueNobodyMadeIsNotThere()
{
    RqPlace place;
    QCOMPARE(place.inspector().queue("nobody").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().queue(sharedPlace).error().code, ErrorCode::NotFound);
    place.server.call({"SADD", "rq:queues", "rq:queue:mail", "rq:queue:", "something else"});
    QCOMPARE(place.names(), (QByteArrayList{sharedPlace, "mail"}));
    QCOMPARE(place.inspector().task("mail", "12345").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().payload("mail", "12345").error().code, ErrorCode::NotFound);
    QCOMPARE(place.inspector().task(sharedPlace, "12345").error().code, ErrorCode::NotFound);
    place.server.call({"SET", "rq:queue:mail", "x"});
    QVERIFY(!place.info().unreadable.isEmpty());
}

void TestRqLayout::whoMaySeeTheirKeysAloneSeesTheQueues()
{
    RqPlace place;
    place.add({uR"({"id":"w","args":["n"]})"_s, uR"({"id":"f","task":"fail"})"_s});
    place.work(2);
    place.add({uR"({"id":"w2"})"_s});
    place.server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "resetkeys", "%R~rq:*", "+@all", "-@scripting"});
    RedisConfig config = place.server.config();
    config.user = u"viewer"_s;
    config.password = Secret(QByteArray("pw"));
    const auto viewer = openLayout(parseLayout(u"rq"_s).value(), config, {}, {}, Access::ReadOnly).value();
    const QueueInfo mail = ReadPlace::value(viewer->inspector().queue("mail"));
    QVERIFY2(mail.unreadable.isEmpty(), mail.unreadable);
    QCOMPARE(mail.counts[TaskState::Due], 1);
    QCOMPARE(ReadPlace::value(viewer->inspector().page({"mail", TaskState::Failed, 0, 10})).total, 1);
    QVERIFY(viewer->inspector().operations("mail", 10).error().code == ErrorCode::Permission);
}

void TestRqLayout::duectlFindsListsAndShowsThem()
{
    RqPlace place;
    place.add({uR"({"id":"f","task":"fail","args":["alice"]})"_s});
    place.work(1);
    place.add({uR"({"id":"w","args":["bob"]})"_s});
    const Duectl duectl(place.server.url());
    const QJsonArray queues = duectl.run("--layout rq queues --json").array();
    QCOMPARE(queues.size(), 2); // each queue is listed once
    QCOMPARE(queues[0].toObject().value(u"name"_s).toString(), u"@rq"_s);
    QCOMPARE(queues[1].toObject().value(u"due"_s).toInt(), 1);
    const QJsonArray tasks = duectl.run("--layout rq list mail --state failed --json").array();
    QCOMPARE(tasks.size(), 1);
    QCOMPARE(tasks[0].toObject().value(u"error"_s).toString(), u"ValueError: boom für ('alice',)"_s);
    // The layout is detected without an option, and the queue names include it.
    const Answer found = duectl.run("queues");
    QVERIFY2(found.out.contains("mail@rq") && found.out.contains("@rq"), found.all());
    const QByteArray shown = "('rqjobs.ok', None, ('bob',), {})";
    QCOMPARE(duectl.run("show mail@rq w --payload").out, shown);
    QCOMPARE(duectl.run("list mail@rq --match payload:bob --json").array().size(), 1);
    EXIT(duectl.run("check mail@rq --failed 0"), 1);
    EXIT(duectl.run("show mail w"), 0); // no other queue has this name
    const auto before = keySpaceOf(place.server);
    for (const QByteArray& command :
        {QByteArray("work --queue mail --handler *=echo --exit-when-empty"), QByteArray("add mail x --payload {}")}) {
        const Answer refused = duectl.run("--layout rq " + command);
        QVERIFY2(refused.code != 0 && refused.out.isEmpty(), refused.all());
    }
    QCOMPARE(keySpaceOf(place.server), before);
}

QTEST_GUILESS_MAIN(TestRqLayout)
#include "tst_rqlayout.moc"
