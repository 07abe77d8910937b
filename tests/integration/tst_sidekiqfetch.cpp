// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqwork.h"
#include "core/redis/readcommands.h"
#include "tests/integration/diagnosing.h"
#include "tests/integration/duectlprogram.h"
#include "tests/integration/readplace.h"
#include "tests/integration/sidekiqacts.h"
#include "tests/support/commandmonitor.h"
#include "tests/support/rubypeer.h"
#include "tests/support/writecommands.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <csignal>

using namespace dueline;
using namespace Qt::StringLiterals;

using Severity = DoctorFinding::Severity;

namespace {

const QByteArray heldList = "working:queue:mail:vm-1:8540:0123456789ab";
const QByteArray heartbeat = "reliable-fetcher-heartbeat-vm-1-8540-0123456789ab";

QByteArray jobNamed(const QByteArray& jid, const QByteArray& further = {})
{
    return SidekiqActs::job(jid, "[]", further);
}

/// Adds the name of a process that has ended. It stays in `processes` until another process starts.
void addEndedProcess(RedisServer& server) { server.call({"SADD", "processes", "vm-1:8540:ffffffffffff"}); }

/// Server with a Sidekiq installation whose processes use reliable fetch.
class FetchPlace : public ReadPlace
{
public:
    FetchPlace()
        : ReadPlace(u"sidekiq"_s, "mail")
    {
        server.call({"SADD", "queues", "mail"});
        server.call({"INCR", "stat:processed"});
        addEndedProcess(server);
    }

    void hold(const QByteArray& list, const QByteArray& jid) { server.call({"LPUSH", list, jobNamed(jid)}); }
    /// Reopens the backend, which rescans all keys.
    void reopen() { open(layout); }
    std::optional<DoctorFinding> finding(const QByteArray& word)
    {
        const auto report = value(examine({server.config(), parseLayout(layout).value(), "dueline"}, never));
        for (const DoctorFinding& finding : report.findings) {
            if (findingName(finding) == word)
                return finding;
        }
        return std::nullopt;
    }
};

} // namespace

/// Tests reliable fetch: lists where processes keep the jobs they are running, and jobs that were set aside.
class TestSidekiqFetch : public QObject
{
    Q_OBJECT

private slots:
    void runningJobsAreShownOnce();
    void orphanedJobsAreLeasedWithoutAnOwner();
    void listsOfProAndExqAreShown();
    void aWorkingListIsNoQueue();
    void onlyAWorkingListIsLeft();
    void namingAQueueScansNoKeys();
    void tracesTakeNoRoundTripOfTheirOwn();
    void interruptedJobsHaveFailed();
    void onlyAForcedRetryPutsOrphanedJobsBack();
    void theReasonSaysWhereARunningJobIs_data();
    void theReasonSaysWhereARunningJobIs();
    void theSecondOfTwoPeopleFindsTheJobMoved();
    void aJobOfALiveProcessIsNotPutBack_data();
    void aJobOfALiveProcessIsNotPutBack();
    void movedTasksAreNotUndone();
    void everyOrphanedJobRunsOnceBesideTheFetcher();
    void aSetThatMayNotBeWrittenIsRefusedFirst();
    void theDoctorReportsOrphanedJobs();
    void theDoctorReportsJobsInPrivateLists();
    void theDoctorReportsInterruptedJobs();
    void aPartialScanIsReported();
    void readingChangesNothing();
};

/// Checks a live process's job, which is in the process's list and, one heartbeat later, also in its report. After
/// `kill -9`, the job is orphaned until another process puts it back.
void TestSidekiqFetch::runningJobsAreShownOnce()
{
    if (const QString missing = RubyPeer::missingReliableFetch(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    qputenv("RELIABLE", "1");
    const auto unset = qScopeGuard([] { qunsetenv("RELIABLE"); });
    ReadPlace place(u"sidekiq"_s, "mail");
    const QByteArrayList ids = RubyPeer::run(place.server, {u"add"_s, uR"({"class":"HangJob","queue":"mail"})"_s});
    RubyPeer worker(place.server, "mail");
    // much shorter than the time until the first heartbeat
    QTRY_COMPARE_WITH_TIMEOUT(place.info().counts[TaskState::Leased], 1, 5'000);
    const auto reportKeys = [&place] { return place.server.call({"KEYS", "*:work*s"}).items.size(); };
    QTRY_VERIFY_WITH_TIMEOUT(reportKeys() > 0, 30'000);
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(place.info().counts[TaskState::Leased], 1);
        const std::vector<Task> running = place.page(TaskState::Leased);
        QCOMPARE(running.size(), std::size_t(1));
        QCOMPARE(running[0].id, ids[0]);
        QCOMPARE(running[0].nativeState, QByteArray("held"));
        QCOMPARE(running[0].attempt, 1);
        QVERIFY2(running[0].worker.count(':') == 2,
            running[0].worker.constData()); // the name looks like those in `workers`
        QCOMPARE(place.found(u"native:held"_s).size(), std::size_t(1));
        QCOMPARE(place.found({}).size(), std::size_t(1));
        place.open(place.layout);
    }
    const TaskDetail detail = place.value(place.inspector().task("mail", ids[0]));
    QVERIFY2(factOf(detail, "kept in").startsWith("working:queue:mail:"), factOf(detail, "kept in").constData());
    QVERIFY(!factOf(detail, "running since").isEmpty());
    QVERIFY(factOf(detail, "put back by").isEmpty());

    worker.kill9();
    for (const Reply& key : place.server.call({"KEYS", "reliable-fetcher-heartbeat-*"}).items)
        // Simulates the key's expiry a minute after the last heartbeat.
        place.server.call({"DEL", key.bytes});
    place.open(place.layout);
    QCOMPARE(place.page(TaskState::Leased).at(0).nativeState, QByteArray("orphaned"));
    QVERIFY2(factOf(place.value(place.inspector().task("mail", ids[0])), "put back by").contains("none is running"),
        factOf(place.value(place.inspector().task("mail", ids[0])), "put back by").constData());

    // Simulates the lock's expiry after an hour.
    place.server.call({"DEL", "reliable-fetcher-cleanup-lock"});
    RubyPeer other(place.server, "mail");
    const auto interruptedJob = [&place] {
        const std::vector<Task> running = place.page(TaskState::Leased);
        return running.size() == 1 && running[0].nativeState == "held";
    };
    QTRY_VERIFY_WITH_TIMEOUT(interruptedJob(), 30'000);
    QCOMPARE(factOf(place.value(place.inspector().task("mail", ids[0])), "interrupted_count"), QByteArray("1"));
}

void TestSidekiqFetch::orphanedJobsAreLeasedWithoutAnOwner()
{
    FetchPlace place;
    place.hold(heldList, "a");
    place.hold(heldList, "b");
    place.hold("working:queue:bills:vm-1:8540:0123456789ab", "c");
    place.server.call({"SET", heartbeat, "1"});
    QCOMPARE(place.names(), (QByteArrayList{"@sidekiq", "bills", "mail"}));
    QCOMPARE(place.info().counts[TaskState::Leased], 2);
    QCOMPARE(idsOf(place.page(TaskState::Leased)), (QByteArrayList{"a", "b"}));
    QCOMPARE(place.page(TaskState::Leased)[0].nativeState, QByteArray("held"));
    QCOMPARE(place.page(TaskState::Leased)[0].worker, QByteArray("vm-1:8540"));
    place.server.call({"DEL", heartbeat});
    QTRY_COMPARE_WITH_TIMEOUT(place.page(TaskState::Leased)[0].nativeState, QByteArray("orphaned"), 5'000);
    QCOMPARE(place.found(u"native:orphaned"_s).size(), std::size_t(2));
    QCOMPARE(place.value(place.inspector().task("mail", "b")).task.state, TaskState::Leased);
    const TimePoint now = place.info().serverNow;
    qint64 shown = 0;
    for (const TimelineBin& bin :
        place.value(place.inspector().timeline("mail", now - Millis(60'000), now + Millis(60'000), 4)))
        shown += bin.counts[TaskState::Leased];
    QCOMPARE(shown, 2);
    // Simulate returning both jobs to their queue.
    place.server.call({"DEL", heldList});
    QTRY_COMPARE_WITH_TIMEOUT(place.info().counts[TaskState::Leased], 0, 5'000);
}

void TestSidekiqFetch::listsOfProAndExqAreShown()
{
    FetchPlace place;
    place.hold("queue:sq|vm:12:0123456789ab|mail", "p");
    place.server.call({"HSET", "vm:12:0123456789ab", "info", "{}"});
    QCOMPARE(place.page(TaskState::Leased).at(0).nativeState, QByteArray("held"));
    place.server.call({"DEL", "vm:12:0123456789ab"});
    place.reopen();
    QCOMPARE(place.page(TaskState::Leased).at(0).nativeState, QByteArray("orphaned"));
    QVERIFY(factOf(place.value(place.inspector().task("mail", "p")), "put back by").contains("same library"));
    QVERIFY(place.finding("orphaned-jobs"));

    place.hold("exq:queue:backup::node1::mail", "x");
    place.server.call({"ZADD", "exq:schedule", "9000000000", jobNamed("s")});
    place.open(u"sidekiq:exq"_s);
    // A scan finds the queue, because there is no other trace of Exq.
    QCOMPARE(place.info().counts[TaskState::Leased], 1);
    place.open(u"sidekiq:exq"_s);
    QCOMPARE(place.names(), (QByteArrayList{"@sidekiq:exq", "mail"}));
    QCOMPARE(idsOf(place.page(TaskState::Leased)), QByteArrayList{"x"});
    QCOMPARE(place.page(TaskState::Leased)[0].nativeState, QByteArray("held"));
}

/// Checks lists whose names look like queues in a namespace `working`, or like a queue `backup::…`.
void TestSidekiqFetch::aWorkingListIsNoQueue()
{
    FetchPlace place;
    place.hold(heldList, "a");
    place.hold("shop:" + heldList, "b");
    place.server.call({"SADD", "shop:queues", "mail"});
    place.server.call({"ZADD", "shop:schedule", "9000000000", jobNamed("s")});
    place.hold("shop:queue:backup::node1::mail", "c");
    QCOMPARE(place.names(), (QByteArrayList{"@sidekiq", "mail"}));
    place.open(u"sidekiq:shop"_s);
    QCOMPARE(place.names(), (QByteArrayList{"@sidekiq:shop", "mail"}));
    QCOMPARE(place.info().counts[TaskState::Leased], 2);
}

/// The installation's first process died while running the only jobs, so nothing else indicates Sidekiq.
void TestSidekiqFetch::onlyAWorkingListIsLeft()
{
    for (const QByteArray& nameSpace : {QByteArray(), QByteArray("shop:")}) {
        RedisServer server;
        server.call({"LPUSH", nameSpace + heldList, jobNamed("a")});
        const Duectl duectl(server.url());
        const Answer queues = duectl.run("queues --json");
        EXIT(queues, 0);
        QCOMPARE(queues.array().size(), 1);
        QCOMPARE(queues.array()[0].toObject().value(u"leased").toInt(), 1);
        server.call({"SADD", nameSpace + "processes", "vm-1:8540:ffffffffffff"});
        const Answer list = duectl.run("list mail");
        EXIT(list, 0);
        QVERIFY2(list.out.contains("MarkJob"), list.all());
        const Answer shown = duectl.run("show mail a");
        QVERIFY2(shown.out.contains("leased (orphaned)") && shown.out.contains("Claimed:      -"), shown.all());
        const Answer doctor = duectl.run("doctor");
        QVERIFY2(doctor.out.contains("no process with reliable fetch is running"), doctor.all());
    }
}

/// Without traces of reliable fetch, looking up a queue by name doesn't scan the keys, but listing all queues does.
void TestSidekiqFetch::namingAQueueScansNoKeys()
{
    RedisServer server;
    server.call({"SADD", "queues", "mail"});
    server.call({"LPUSH", "queue:mail", jobNamed("a")});
    server.call({"LPUSH", heldList, jobNamed("b")});
    const Duectl duectl(server.url());
    const auto scans = [&server](const std::function<void()>& run) {
        CommandMonitor monitor(server);
        run();
        const auto commands = monitor.taken();
        return std::count_if(commands.begin(), commands.end(),
            [](const Command& command) { return command.front().toUpper() == "SCAN"; });
    };
    const auto list = [&duectl] { EXIT(duectl.run("--layout sidekiq list mail"), 0); };
    QCOMPARE(scans(list), 0);
    // A command for running jobs must find them, because the doctor suggests it.
    const Answer leased = duectl.run("--layout sidekiq list mail --state leased");
    QVERIFY2(leased.code == 0 && leased.out.contains("b "), leased.all());
    const Answer retried = duectl.run("--layout sidekiq retry mail --all --state leased --force --dry-run");
    QVERIFY2(retried.code == 0 && retried.out.contains("would retry 1 task"), retried.all());
    EXIT(duectl.run("--layout sidekiq show mail b"), 0);
    QVERIFY(scans([&duectl] { EXIT(duectl.run("--layout sidekiq queues"), 0); }) > 0);
    addEndedProcess(server);
    QVERIFY(scans(list) > 0);
    QVERIFY(duectl.run("--layout sidekiq list mail").out.contains("leased"));
}

/// Counts a refresh's round trips. Redis counts all commands in a pipeline as one read.
void TestSidekiqFetch::tracesTakeNoRoundTripOfTheirOwn()
{
    RedisServer server;
    RedisClient client(server.config());
    QVERIFY(client.open().ok());
    SidekiqWork work(client, SidekiqSpec());
    CommandMonitor monitor(server);
    const auto reads = [&server] {
        const QByteArray stats = server.call({"INFO", "stats"}).bytes;
        const qsizetype at = stats.indexOf("total_reads_processed:");
        return stats.mid(at + 22).split('\r').value(0).toLongLong();
    };
    const qint64 before = reads();
    QVERIFY(work.read(SystemClock().now()).ok());
    QCOMPARE(reads() - before, 2); // the refresh itself and INFO
    QByteArrayList words;
    for (const Command& command : monitor.taken()) {
        if (command.front() != "INFO")
            words << command.front();
    }
    QCOMPARE(words.join(' '), QByteArray("TYPE PTTL SSCAN"));
}

void TestSidekiqFetch::interruptedJobsHaveFailed()
{
    SidekiqActs place;
    const QByteArray first = jobNamed("i1", R"(,"interrupted_count":3)");
    const QByteArray second = jobNamed("i2", R"(,"interrupted_count":3)");
    place.put("interrupted", 1795601700.5, first);
    place.put("interrupted", 1795601701.25, second);
    const auto before = place.theirs();
    const QueueInfo shared = must(place.backend->inspector().queue(SidekiqActs::shared));
    QCOMPARE(shared.counts[TaskState::Failed], 2);
    const Task task = must(place.backend->inspector().task(SidekiqActs::shared, "i1")).task;
    QCOMPARE(task.nativeState, QByteArray("interrupted"));
    QCOMPARE(task.ownQueue, QByteArray("mail"));
    QCOMPARE(toMs(task.at), 1795601700500);

    const ActDone retried = place.act(SidekiqActs::shared, ActionKind::Retry, {"i1"});
    QCOMPARE(retried.done, 1);
    QCOMPARE(place.queued().size(), 1);
    QVERIFY2(place.queued()[0].contains(R"("interrupted_count":3)"), place.queued()[0].constData());
    QCOMPARE(place.server.call({"ZCARD", "interrupted"}).integer, 1);
    QCOMPARE(place.undo(SidekiqActs::shared, retried.id).restored, 1);
    QCOMPARE(place.theirs(), before);

    const ActDone discarded = place.act(SidekiqActs::shared, ActionKind::Discard, {"i1", "i2"});
    QCOMPARE(discarded.done, 2);
    QCOMPARE(place.server.call({"EXISTS", "interrupted"}).integer, 0);
    QCOMPARE(place.undo(SidekiqActs::shared, discarded.id).restored, 2);
    QCOMPARE(place.theirs(), before);
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Delete, {"i2"}).done, 1);
    QCOMPARE(place.server.call({"ZRANGE", "interrupted", "0", "-1"}).items.size(), std::size_t(1));
}

/// A forced retry does what the fetcher would: it counts the interruption and keeps every other byte.
void TestSidekiqFetch::onlyAForcedRetryPutsOrphanedJobsBack()
{
    SidekiqActs place;
    addEndedProcess(place.server);
    const QByteArray strange = SidekiqActs::job("b", R"([1.100,"caf\u00e9",12345678901234567890])");
    place.push(jobNamed("waits"));
    for (const QByteArray& member : {jobNamed("a", R"(,"interrupted_count":2)"), strange, QByteArray("no job")})
        place.server.call({"LPUSH", heldList, member});
    const auto before = place.theirs();
    const ActDone unforced = place.act("mail", ActionKind::Retry, {"a"});
    QCOMPARE(unforced.done, 0);
    QCOMPARE(unforced.skipped.begin()->first, SkipReason::NeedsForce);
    QCOMPARE(place.theirs(), before);

    const ActDone all = place.act("mail", ActionKind::Retry, {}, {TaskState::Leased}, true);
    QCOMPARE(all.done, 2);
    QCOMPARE(all.skipped.begin()->first, SkipReason::Damaged);
    QCOMPARE(place.queued(),
        (QByteArrayList{QByteArray(strange).insert(strange.size() - 1, R"(,"interrupted_count":1)"),
            jobNamed("a", R"(,"interrupted_count":3)"), jobNamed("waits")}));
    QCOMPARE(place.server.call({"LRANGE", heldList, "0", "-1"}).items.at(0).bytes, QByteArray("no job"));
    QCOMPARE(place.undo("mail", all.id).restored, 2);
    QCOMPARE(place.queued(), QByteArrayList{jobNamed("waits")});
    QByteArrayList held;
    for (const Reply& member : place.server.call({"LRANGE", heldList, "0", "-1"}).items)
        held << member.bytes;
    QCOMPARE(held, (QByteArrayList{"no job", strange, jobNamed("a", R"(,"interrupted_count":2)")}));

    const ActDone one = place.act("mail", ActionKind::Retry, {"b"}, StateSet::all(), true);
    QCOMPARE(one.done, 1);
    QCOMPARE(place.server.call({"LLEN", heldList}).integer, 2);
    const ActDone discarded = place.act("mail", ActionKind::Discard, {"a"}, StateSet::all(), true);
    QCOMPARE(discarded.done, 0);
    QCOMPARE(discarded.skipped.begin()->first, SkipReason::Stalled);
    QCOMPARE(place.server.call({"LLEN", heldList}).integer, 2);
}

void TestSidekiqFetch::theReasonSaysWhereARunningJobIs_data()
{
    QTest::addColumn<QByteArray>("list"); // list with the job; empty: only the process's report contains it
    QTest::addColumn<bool>("isAlive");
    QTest::addColumn<SkipReason>("reason");
    QTest::newRow("GitLab, alive") << heldList << true << SkipReason::Reserved;
    QTest::newRow("Sidekiq Pro") << QByteArray("queue:sq|vm-1:8540:ffffffffffff|mail") << false << SkipReason::Stalled;
    QTest::newRow("no list") << QByteArray() << true << SkipReason::Running;
}

/// The reason for skipping a forced retry depends on who has a copy of the job.
void TestSidekiqFetch::theReasonSaysWhereARunningJobIs()
{
    QFETCH(QByteArray, list);
    QFETCH(bool, isAlive);
    QFETCH(SkipReason, reason);
    SidekiqActs place;
    addEndedProcess(place.server);
    place.push(jobNamed("waits"));
    const QByteArray process = "vm-1:8540:ffffffffffff";
    if (isAlive) {
        const QByteArray now = place.server.call({"TIME"}).items.at(0).bytes;
        place.server.call({"SET", heartbeat, "1"});
        place.server.call({"HSET", process, "info", "{}", "busy", "1", "beat", now});
        const QJsonObject work{
            {u"queue"_s, u"mail"_s}, {u"payload"_s, QString::fromUtf8(jobNamed("a"))}, {u"run_at"_s, now.toLongLong()}};
        place.server.call({"HSET", process + ":work", "t1", QJsonDocument(work).toJson(QJsonDocument::Compact)});
    }
    if (!list.isEmpty())
        place.server.call({"LPUSH", list, jobNamed("a")});
    const ActDone done = place.act("mail", ActionKind::Retry, {"a"}, StateSet::all(), true);
    QCOMPARE(done.done, 0);
    QCOMPARE(done.skipped.size(), std::size_t(1));
    QCOMPARE(done.skipped.begin()->first, reason);
}

void TestSidekiqFetch::theSecondOfTwoPeopleFindsTheJobMoved()
{
    SidekiqActs place;
    addEndedProcess(place.server);
    place.server.call({"LPUSH", heldList, jobNamed("a")});
    QCOMPARE(must(place.backend->inspector().queues()).size(), std::size_t(2)); // scans for lists
    ActionStep step = stepOn(*place.backend, ActionKind::Retry, "mail", "a");
    step.action.force = true;
    QCOMPARE(must(place.backend->editor()->act(step)), std::vector{ItemOutcome::Done});
    step.operation = makeOperationId("mail", SystemClock().now());
    QCOMPARE(must(place.backend->editor()->act(step)), std::vector{ItemOutcome::MovedOn});
}

void TestSidekiqFetch::aJobOfALiveProcessIsNotPutBack_data()
{
    QTest::addColumn<bool>("hasHeartbeat"); // true if the fetcher has a heartbeat
    QTest::addColumn<qint64>("beatAgo"); // age of Sidekiq's own heartbeat in seconds; -1: none
    QTest::newRow("heartbeat") << true << qint64(-1);
    QTest::newRow("report") << false << qint64(30);
    QTest::newRow("both") << true << qint64(90);
}

void TestSidekiqFetch::aJobOfALiveProcessIsNotPutBack()
{
    QFETCH(bool, hasHeartbeat);
    QFETCH(qint64, beatAgo);
    SidekiqActs place;
    place.server.call({"SET", "reliable-fetcher-cleanup-lock", "1"}); // shows that the fetcher is in use
    place.push(jobNamed("waits"));
    place.server.call({"LPUSH", heldList, jobNamed("a")});
    if (hasHeartbeat)
        place.server.call({"SET", heartbeat, "1"});
    if (beatAgo >= 0) {
        const qint64 now = place.server.call({"TIME"}).items.at(0).bytes.toLongLong();
        addEndedProcess(place.server);
        place.server.call({"HSET", "vm-1:8540:ffffffffffff", "info", "{}", "busy", "1", "beat", number(now - beatAgo)});
    }
    const auto before = place.theirs();
    const ActDone done = place.act("mail", ActionKind::Retry, {"a"}, StateSet::all(), true);
    QCOMPARE(done.done, 0);
    QCOMPARE(done.skipped.size(), std::size_t(1));
    QCOMPARE(place.theirs(), before);
}

void TestSidekiqFetch::movedTasksAreNotUndone()
{
    SidekiqActs place;
    addEndedProcess(place.server);
    for (const char* jid : {"a", "b"})
        place.server.call({"LPUSH", heldList, jobNamed(jid)});
    const ActDone done = place.act("mail", ActionKind::Retry, {}, {TaskState::Leased}, true);
    QCOMPARE(done.done, 2);
    place.server.call({"RPOP", "queue:mail"}); // A worker removes the first job.
    const UndoProgress undone = place.undo("mail", done.id);
    QCOMPARE(undone.restored, 1);
    QCOMPARE(place.server.call({"LRANGE", heldList, "0", "-1"}).items.at(0).bytes, jobNamed("b"));
}

/// duectl puts back an ended process's jobs and is killed, then does so again during a live fetcher's cleanup. That
/// fetcher's process is also killed. Only the job that it was running may run again.
void TestSidekiqFetch::everyOrphanedJobRunsOnceBesideTheFetcher()
{
    if (const QString missing = RubyPeer::missingReliableFetch(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    qputenv("RELIABLE", "1");
    const auto unset = qScopeGuard([] { qunsetenv("RELIABLE"); });
    constexpr int jobs = 500;
    SidekiqActs place;
    addEndedProcess(place.server);
    place.server.call({"SADD", "queues", "mail"});
    for (int i = 0; i < jobs; ++i)
        place.server.call({"LPUSH", heldList, jobNamed('j' + number(i))});
    const Duectl duectl(place.server.url());
    const auto held = [&place] { return place.server.call({"LLEN", heldList}).integer; };
    const auto marks = [&place] { return place.server.call({"HLEN", "marks"}).integer; };
    const QStringList retry = words("retry mail --all --state leased --force --yes --pace 100");
    const auto killed = duectl.start(retry);
    QTRY_VERIFY_WITH_TIMEOUT(held() < jobs, 30'000);
    killed->kill();
    QVERIFY(killed->waitForFinished());
    const auto second = duectl.start(retry);
    const qint64 left = held();
    QTRY_VERIFY_WITH_TIMEOUT(held() < left, 30'000);
    QVERIFY(held() > 0);
    RubyPeer first(place.server, "mail");
    QTRY_VERIFY_WITH_TIMEOUT(marks() > 50, 30'000);
    do { // until it stops within a job
        first.signal(SIGCONT);
        QTest::qWait(5);
        first.signal(SIGSTOP);
    } while (place.server.call({"KEYS", "working:*"}).items.empty() && marks() < jobs);
    first.kill9();
    QVERIFY(second->waitForFinished(30'000));
    QCOMPARE(place.server.call({"KEYS", "working:*"}).items.size(), std::size_t(1));
    // Simulate the expiry of the heartbeats and the lock.
    for (const Command& names : {Command{"KEYS", "reliable-fetcher-*"}, Command{"SMEMBERS", "processes"}}) {
        for (const Reply& key : place.server.call(names).items)
            place.server.call({"DEL", key.bytes});
    }
    const ActDone done = place.act("mail", ActionKind::Retry, {}, {TaskState::Leased}, true);
    QCOMPARE(done.done, 1);
    RubyPeer other(place.server, "mail");
    QTRY_COMPARE_WITH_TIMEOUT(marks(), jobs, 60'000);
    const auto counts = place.server.call({"HVALS", "marks"}).items;
    QVERIFY(std::count_if(counts.begin(), counts.end(), [](const Reply& each) { return each.bytes != "1"; }) <= 1);
    QTRY_COMPARE(place.server.call({"EXISTS", "queue:mail", heldList}).integer, 0);
    QCOMPARE(place.undo("mail", done.id).restored, 0);
}

/// A missing permission or a wrong type is noticed before anything is written.
void TestSidekiqFetch::aSetThatMayNotBeWrittenIsRefusedFirst()
{
    SidekiqActs place;
    place.put("dead", 1795601700, SidekiqActs::failed("d"));
    place.put("interrupted", 1795601701, jobNamed("i"));
    place.put("interrupted", 1795601702, jobNamed("t"));
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Discard, {"t"}).done, 1);
    const auto before = place.theirs();
    place.server.call({"ACL", "SETUSER", "some", "on", ">pw", "+@all", "resetkeys", "%R~*", "~queues", "~queue:*",
        "~schedule", "~retry", "~dead", "~dueline:*"});
    RedisConfig config = place.server.config();
    config.user = u"some"_s;
    config.password = Secret(QByteArray("pw"));
    const auto some = place.open(config);
    for (const ActionKind kind : {ActionKind::Retry, ActionKind::Discard, ActionKind::Delete, ActionKind::Restore}) {
        Action action{kind};
        OperationRequest request = SidekiqActs::request(SidekiqActs::shared, action, {});
        request.states = kind == ActionKind::Restore ? StateSet{TaskState::Trash} : StateSet{TaskState::Failed};
        OperationRun run(request);
        const auto refused = run.finish(*some);
        QVERIFY2(!refused && refused.error().code == ErrorCode::Permission, actionName(kind).constData());
        QCOMPARE(place.theirs(), before);
    }
    QCOMPARE(place.act(SidekiqActs::shared, ActionKind::Restore, {}, {TaskState::Trash}).done, 1);
    QCOMPARE(place.server.call({"ZCARD", "interrupted"}).integer, 2);
}

void TestSidekiqFetch::theDoctorReportsOrphanedJobs()
{
    FetchPlace place;
    place.hold(heldList, "a");
    place.server.call({"SET", heartbeat, "1"});
    QVERIFY(!place.finding("orphaned-jobs"));
    place.server.call({"DEL", heartbeat});
    const auto alone = place.finding("orphaned-jobs");
    QVERIFY(alone);
    QCOMPARE(alone->severity, Severity::Critical);
    QCOMPARE(alone->count, 1);
    QVERIFY2(alone->reason.contains(u"no process with reliable fetch is running"), qPrintable(alone->reason));
    // Simulate another live process that checks for orphaned jobs once an hour.
    place.server.call({"SET", "reliable-fetcher-heartbeat-vm-2-7-0123456789ab", "1"});
    place.server.call({"SET", "reliable-fetcher-cleanup-lock", "1", "PX", "1799000"});
    const auto soon = place.finding("orphaned-jobs");
    QVERIFY(soon);
    QCOMPARE(soon->severity, Severity::Warning);
    QVERIFY2(soon->reason.contains(u"within 32m"), qPrintable(soon->reason));
}

/// Checks the private list of a process with Sidekiq Pro's super_fetch, which reports under its own identity.
void TestSidekiqFetch::theDoctorReportsJobsInPrivateLists()
{
    FetchPlace place;
    place.hold("queue:sq|vm:12:0123456789ab|mail", "p");
    place.server.call({"HSET", "vm:12:0123456789ab", "beat", "1"});
    QVERIFY(!place.finding("orphaned-jobs"));
    place.server.call({"DEL", "vm:12:0123456789ab"});
    const auto left = place.finding("orphaned-jobs");
    QVERIFY(left);
    QCOMPARE(left->severity, Severity::Critical);
    QCOMPARE(left->count, 1);
    QVERIFY2(left->reason.contains(u"a process that has exited (vm:12:0123456789ab)"), qPrintable(left->reason));
    QVERIFY2(left->remedy.contains(u"super_fetch"), qPrintable(left->remedy));
}

void TestSidekiqFetch::theDoctorReportsInterruptedJobs()
{
    FetchPlace place;
    QVERIFY(!place.finding("interrupted-jobs"));
    for (int i = 0; i < 3; ++i) {
        place.server.call({"ZADD", "interrupted", QByteArray::number(1795601700 + i),
            jobNamed('i' + QByteArray::number(i), R"(,"interrupted_count":3)")});
    }
    const auto found = place.finding("interrupted-jobs");
    QVERIFY(found);
    QCOMPARE(found->severity, Severity::Critical);
    QCOMPARE(found->count, 3);
    QVERIFY2(found->reason.contains(u"3 jobs (MarkJob)"), qPrintable(found->reason));
    QVERIFY2(found->remedy.contains(u"duectl list --match native:interrupted @sidekiq"), qPrintable(found->remedy));
}

/// If there are more keys than the first scan reads, the output says that lists may be missing.
void TestSidekiqFetch::aPartialScanIsReported()
{
    FetchPlace place;
    place.server.call({"SET", heartbeat, "1"});
    place.server.call({"EVAL", "for i = 1, 260000 do redis.call('SET', 'other:' .. i, '') end", "0"});
    for (int i = 0; i < 50; ++i)
        place.hold("working:queue:mail:vm-" + QByteArray::number(i) + ":8540:0123456789ab", "a");
    place.server.call({"SET", "reliable-fetcher-cleanup-lock", "1"});
    const QByteArray note = place.info().note;
    QVERIFY2(note.contains("Only some running jobs are counted") && note.contains("keys so far"), note.constData());
    QTRY_VERIFY_WITH_TIMEOUT(place.info().note.isEmpty(), 120'000); // the scan continues with each refresh
    QCOMPARE(place.info().counts[TaskState::Leased], 50);
}

void TestSidekiqFetch::readingChangesNothing()
{
    FetchPlace place;
    place.hold(heldList, "a");
    place.hold("queue:sq|vm:12:0123456789ab|mail", "p");
    place.server.call({"ZADD", "interrupted", "1795601700", jobNamed("n")});
    const auto before = keySpaceOf(place.server);
    place.server.call({"CONFIG", "RESETSTAT"});
    CommandMonitor monitor(place.server);
    place.readEverything("a");
    place.queue = "@sidekiq";
    place.readEverything("n");
    for (const Command& command : monitor.taken())
        QVERIFY2(isReadCommand(command), command.front().constData());
    QCOMPARE(writeCommandsRun(place.server), QByteArrayList());
    QCOMPARE(keySpaceOf(place.server), before);
}

QTEST_GUILESS_MAIN(TestSidekiqFetch)
#include "tst_sidekiqfetch.moc"
