// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor.h"
#include "core/layouts/native/nativeinspector.h"
#include "core/layouts/native/nativeworkers.h"
#include "tests/support/nativeplace.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redissentinels.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using Kind = DoctorFinding::Kind;
using Severity = DoctorFinding::Severity;

namespace {

const std::atomic<bool> never = false;

Diagnosis diagnosisOf(const RedisConfig& redis)
{
    const auto found = examine({redis, {}, "dueline"}, never);
    if (!found)
        qFatal("%s", qUtf8Printable(found.error().message));
    return *found;
}

std::vector<DoctorFinding> ofKind(const Diagnosis& diagnosis, Kind kind)
{
    std::vector<DoctorFinding> found;
    for (const DoctorFinding& finding : diagnosis.findings) {
        if (finding.kind == kind)
            found.push_back(finding);
    }
    return found;
}

/// For failure messages.
QByteArray all(const Diagnosis& diagnosis)
{
    QByteArray text = "found:";
    for (const DoctorFinding& finding : diagnosis.findings)
        text += '\n' + severityName(finding.severity) + ' ' + findingName(finding.kind) + ": " + finding.reason.toUtf8();
    return text;
}

RedisServer::Options withArguments(const QStringList& arguments, bool aof = true)
{
    return {.tcp = false, .aof = aof, .password = {}, .arguments = arguments};
}

} // namespace

#define FINDS(diagnosis, kind, expected, words)                                                                        \
    do {                                                                                                               \
        const auto found = ofKind(diagnosis, kind);                                                                    \
        QVERIFY2(found.size() == 1, all(diagnosis).constData());                                                       \
        QCOMPARE(found.front().severity, expected);                                                                    \
        QVERIFY2(found.front().reason.contains(words), all(diagnosis).constData());                                    \
        QVERIFY(!found.front().remedy.isEmpty());                                                                      \
    } while (false)

#define FINDS_NOT(diagnosis, kind) QVERIFY2(ofKind(diagnosis, kind).empty(), all(diagnosis).constData())

/// What doctor finds about real servers and queues: each finding comes with its cause and goes with it.
class TestDoctor : public QObject
{
    Q_OBJECT

private slots:
    void aSoundServerHasNoFindings();
    void evictionIsCriticalOnceThereIsALimit();
    void memoryNearItsLimitIsTold();
    void whatIsNotWrittenToDiskIsTold();
    void aDiskThatTakesNothingIsTold();
    void mastersBehindSentinelsNeedAReplica();
    void aReplicaIsTold();
    void missingPermissionsAreTold();
    void aUserWithoutInfoIsToldWhatIsNotKnown();
    void everyMasterOfAClusterIsLookedAt();
    void aKeyOfAnotherTypeIsTold();
    void dueTasksWithoutAWorkerAreTold();
    void aPausedQueueWithDueTasksIsANotice();
    void leasesOfWorkersThatAreGoneAreFoundAndTakenAway();
    void leasesThatRanOutAreFoundAndTakenAway();
    void damagedTasksBecomeFailedOnes();
    void unreadableEnvelopesKeepTheirBytes();
    void strayAndQuarantinedTasksComeBackAsFailed();
    void aTaskInTwoStatesIsFoundAndBecomesAFailedOne();
    void aTaskInTwoStatesDoesNotHideAStray();
    void whatHadEndedStaysWhereItIs();
    void leftoversAreRemoved();
    void soundTasksAreLeftAlone();
    void aReadOnlySessionRepairsNothing();
    void examiningWritesNothing();
    void cancellingEndsIt();
};

void TestDoctor::aSoundServerHasNoFindings()
{
    RedisServer server(withArguments({}));
    QVERIFY2(diagnosisOf(server.config()).findings.empty(), all(diagnosisOf(server.config())).constData());
    QVERIFY(diagnosisOf(server.config()).isFine());
}

void TestDoctor::evictionIsCriticalOnceThereIsALimit()
{
    RedisServer server(withArguments({u"--maxmemory-policy"_s, u"allkeys-lru"_s}));
    FINDS(diagnosisOf(server.config()), Kind::Eviction, Severity::Warning, u"allkeys-lru");
    server.call({"CONFIG", "SET", "maxmemory", "64mb"});
    FINDS(diagnosisOf(server.config()), Kind::Eviction, Severity::Critical, u"64 MiB");
    server.call({"CONFIG", "SET", "maxmemory-policy", "volatile-ttl"});
    FINDS(diagnosisOf(server.config()), Kind::Eviction, Severity::Warning, u"volatile-ttl");
    server.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    FINDS_NOT(diagnosisOf(server.config()), Kind::Eviction);
}

void TestDoctor::memoryNearItsLimitIsTold()
{
    RedisServer server(withArguments({u"--maxmemory"_s, u"20mb"_s}));
    FINDS_NOT(diagnosisOf(server.config()), Kind::Memory);
    server.call({"SETRANGE", "ballast", "15500000", "x"});
    FINDS(diagnosisOf(server.config()), Kind::Memory, Severity::Warning, u"of 20 MiB");
    server.call({"CONFIG", "SET", "maxmemory", "16500000"});
    FINDS(diagnosisOf(server.config()), Kind::Memory, Severity::Critical, u"new tasks are refused");
    server.call({"DEL", "ballast"});
    FINDS_NOT(diagnosisOf(server.config()), Kind::Memory);
}

void TestDoctor::whatIsNotWrittenToDiskIsTold()
{
    RedisServer server(withArguments({}, false));
    server.call({"CONFIG", "SET", "save", ""});
    FINDS(diagnosisOf(server.config()), Kind::Persistence, Severity::Critical, u"a restart loses all tasks");
    server.call({"CONFIG", "SET", "save", "3600 1"});
    FINDS(diagnosisOf(server.config()), Kind::Persistence, Severity::Warning, u"snapshots only");
    server.call({"CONFIG", "SET", "appendonly", "yes"});
    FINDS_NOT(diagnosisOf(server.config()), Kind::Persistence);
    server.call({"CONFIG", "SET", "appendfsync", "no"});
    FINDS(diagnosisOf(server.config()), Kind::Persistence, Severity::Notice, u"power cut");
}

void TestDoctor::aDiskThatTakesNothingIsTold()
{
    RedisServer server(withArguments({}));
    QVERIFY(QDir(server.folder()).mkdir(u"dump.rdb"_s)); // a folder in the way: the snapshot cannot be put there
    server.call({"SET", "k", "v"});
    server.call({"BGSAVE"});
    QTRY_VERIFY_WITH_TIMEOUT(
        server.call({"INFO", "persistence"}).bytes.contains("rdb_last_bgsave_status:err"), 10'000);
    FINDS(diagnosisOf(server.config()), Kind::Disk, Severity::Critical, u"rdb_last_bgsave_status");
    QVERIFY(QDir(server.folder()).rmdir(u"dump.rdb"_s));
    server.call({"BGSAVE"});
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"INFO", "persistence"}).bytes.contains("rdb_last_bgsave_status:ok"), 10'000);
    FINDS_NOT(diagnosisOf(server.config()), Kind::Disk);
}

void TestDoctor::mastersBehindSentinelsNeedAReplica()
{
    RedisSentinels sentinels({.replicas = 1, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    FINDS(diagnosisOf(sentinels.config()), Kind::Replicas, Severity::Warning, u"min-replicas-to-write");
    RedisServer& master = sentinels.server(sentinels.master());
    FINDS_NOT(diagnosisOf(master.config()), Kind::Replicas); // asked by itself, nothing says that it can fail over
    master.call({"CONFIG", "SET", "min-replicas-to-write", "1"});
    FINDS_NOT(diagnosisOf(sentinels.config()), Kind::Replicas);
}

void TestDoctor::aReplicaIsTold()
{
    RedisServer master({.tcp = true, .aof = true, .password = {}, .arguments = {}});
    RedisServer replica({.tcp = true, .aof = true, .password = {}, .arguments = {}});
    replica.call({"REPLICAOF", "127.0.0.1", QByteArray::number(master.port())});
    QTRY_VERIFY_WITH_TIMEOUT(replica.call({"INFO", "replication"}).bytes.contains("master_link_status:up"), 15'000);
    const Diagnosis diagnosis = diagnosisOf(replica.config());
    FINDS(diagnosis, Kind::Role, Severity::Warning, u"replica");
    QVERIFY(ofKind(diagnosis, Kind::Role).front().remedy.contains(u"127.0.0.1:%1"_s.arg(master.port())));
    FINDS_NOT(diagnosisOf(master.config()), Kind::Role);
}

void TestDoctor::missingPermissionsAreTold()
{
    RedisServer server(withArguments({}));
    RedisConfig redis = server.config();
    redis.user = u"viewer"_s;
    redis.password = Secret("pw");
    server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "%R~*", "&*", "+@all", "-@write", "+eval", "+evalsha"});
    const Diagnosis diagnosis = diagnosisOf(redis);
    FINDS(diagnosis, Kind::Permissions, Severity::Warning, u"may only read");
    QVERIFY2(ofKind(diagnosis, Kind::Permissions).front().reason.contains(u"ZADD"), all(diagnosis).constData());
    server.call({"ACL", "SETUSER", "viewer", "~*", "+@all"});
    FINDS_NOT(diagnosisOf(redis), Kind::Permissions);
}

void TestDoctor::aUserWithoutInfoIsToldWhatIsNotKnown()
{
    RedisServer server(withArguments({u"--maxmemory-policy"_s, u"allkeys-lru"_s}));
    server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-info", "-config"});
    RedisConfig redis = server.config();
    redis.user = u"small"_s;
    redis.password = Secret("pw");
    FINDS(diagnosisOf(redis), Kind::Unknown, Severity::Notice, u"INFO");
    FINDS_NOT(diagnosisOf(redis), Kind::Eviction);
    server.call({"ACL", "SETUSER", "small", "+info"});
    FINDS_NOT(diagnosisOf(redis), Kind::Unknown);
    FINDS(diagnosisOf(redis), Kind::Eviction, Severity::Warning, u"allkeys-lru");
}

void TestDoctor::everyMasterOfAClusterIsLookedAt()
{
    RedisCluster cluster;
    const auto ofNode = [&](int node) {
        qint64 found = 0;
        const QString address = u":%1"_s.arg(cluster.node(node).port());
        for (const DoctorFinding& finding : ofKind(diagnosisOf(cluster.config()), Kind::Eviction))
            found += finding.server.endsWith(address) ? 1 : 0;
        return found;
    };
    QCOMPARE(ofNode(2), 0);
    cluster.node(2).call({"CONFIG", "SET", "maxmemory-policy", "allkeys-random"});
    QCOMPARE(ofNode(2), 1);
    QCOMPARE(ofNode(0), 0);
}

void TestDoctor::aKeyOfAnotherTypeIsTold()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"RPUSH", place.keys.trash(), "not ours"});
    FINDS(diagnosisOf(place.server.config()), Kind::WrongType, Severity::Critical, u"trash");
    place.server.call({"DEL", place.keys.trash()});
    place.server.call({"RPUSH", place.keys.history(), "not ours"}); // no count shows this one
    FINDS(diagnosisOf(place.server.config()), Kind::WrongType, Severity::Critical, u"history");
    place.server.call({"DEL", place.keys.history()});
    FINDS_NOT(diagnosisOf(place.server.config()), Kind::WrongType);
}

void TestDoctor::dueTasksWithoutAWorkerAreTold()
{
    NativePlace place;
    place.addDue({"mail#a"});
    FINDS_NOT(diagnosisOf(place.server.config()), Kind::Unserved); // for a second only
    place.server.call({"ZADD", place.keys.pending(), QByteArray::number(place.nowMs() - 120'000), "mail#a"});
    FINDS(diagnosisOf(place.server.config()), Kind::Unserved, Severity::Warning, u"2m");
    WorkerInfo worker;
    worker.id = "worker-a";
    worker.queues = {"q"};
    QVERIFY(NativeWorkers(place.worker.scripts).beat(worker, 30s, false).ok());
    FINDS_NOT(diagnosisOf(place.server.config()), Kind::Unserved);
}

void TestDoctor::aPausedQueueWithDueTasksIsANotice()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"HSET", place.keys.meta(), "paused", "1"});
    place.server.call({"ZADD", place.keys.pending(), QByteArray::number(place.nowMs() - 120'000), "mail#a"});
    const Diagnosis diagnosis = diagnosisOf(place.server.config());
    FINDS(diagnosis, Kind::Paused, Severity::Notice, u"paused");
    FINDS_NOT(diagnosis, Kind::Unserved);
    place.server.call({"HDEL", place.keys.meta(), "paused"});
    FINDS_NOT(diagnosisOf(place.server.config()), Kind::Paused);
}

void TestDoctor::leasesOfWorkersThatAreGoneAreFoundAndTakenAway()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c"});
    const auto leases = place.claim(2);
    QCOMPARE(leases.size(), 2U);
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    WorkerInfo worker;
    worker.id = "worker-a";
    worker.queues = {"q"};
    QVERIFY(NativeWorkers(place.worker.scripts).beat(worker, 30s, false).ok());
    FINDS_NOT(diagnosisOf(spec.redis), Kind::LostLeases);
    QVERIFY(NativeWorkers(place.worker.scripts).beat(worker, 30s, true).ok()); // it leaves without giving them back
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, Kind::LostLeases, Severity::Warning, u"worker-a");
    const DoctorFinding finding = ofKind(diagnosis, Kind::LostLeases).front();
    QCOMPARE(finding.count, 2);
    // One of them ends meanwhile: only the other one is touched.
    QCOMPARE(place.ack(leases[0]), WriteOutcome::Accepted);
    const auto done = repair(spec, Access::Operate, finding, "tester@here");
    QVERIFY2(done, done ? "" : qPrintable(done.error().message));
    QCOMPARE(*done, u"1 lease of q released; 1 had moved on."_s);
    QCOMPARE(place.whereIs(leases[0].id), "done");
    QCOMPARE(place.whereIs(leases[1].id), "retry");
    QCOMPARE(place.ack(leases[1]), WriteOutcome::Stale);
    FINDS_NOT(diagnosisOf(spec.redis), Kind::LostLeases);
}

void TestDoctor::leasesThatRanOutAreFoundAndTakenAway()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.claim();
    place.server.call({"ZADD", place.keys.leased(), QByteArray::number(place.nowMs() - 60'000), "mail#a"});
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, Kind::ExpiredLeases, Severity::Critical, u"1m");
    FINDS_NOT(diagnosis, Kind::LostLeases);
    QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, Kind::ExpiredLeases).front(), "t").ok());
    QCOMPARE(place.whereIs("mail#a"), "retry");
    FINDS_NOT(diagnosisOf(spec.redis), Kind::ExpiredLeases);
}

void TestDoctor::damagedTasksBecomeFailedOnes()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.claim(1);
    place.server.call({"HDEL", place.keys.tasks(), "mail#a", "mail#b"});
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, Kind::Damaged, Severity::Critical, u"2 tasks of q cannot be run: the envelope is missing");
    const auto done = repair(spec, Access::Operate, ofKind(diagnosis, Kind::Damaged).front(), "tester@here");
    QVERIFY2(done, done ? "" : qPrintable(done.error().message));
    QCOMPARE(*done, u"2 tasks of q mended."_s);
    QCOMPARE(place.whereIs("mail#a"), "failed");
    QCOMPARE(place.whereIs("mail#b"), "failed");
    QCOMPARE(place.whereIs("mail#c"), "pending");
    FINDS_NOT(diagnosisOf(spec.redis), Kind::Damaged);
    // They are tasks like any other now, and say what happened.
    const auto detail = NativeInspector(place.worker.scripts).task("q", "mail#a");
    QVERIFY(detail.ok());
    QVERIFY2(detail->task.error.contains("payload is lost"), detail->task.error.constData());
    QVERIFY(place.field(place.keys.leases(), "mail#a").isEmpty());
    const Reply events = place.server.call({"XREVRANGE", place.keys.events(), "+", "-", "COUNT", "1"});
    QVERIFY(QByteArray::number(events.items.size()) == "1");
    QVERIFY(events.items[0].items[1].items[1].bytes == "mend");
    // A second time there is nothing left to do.
    QCOMPARE(*repair(spec, Access::Operate, ofKind(diagnosis, Kind::Damaged).front(), "t"),
        u"0 tasks of q mended; 2 needed it no more, or are too large."_s);
}

void TestDoctor::unreadableEnvelopesKeepTheirBytes()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b"});
    const QByteArray large = "not an envelope\n" + QByteArray(100'000, '\x01');
    place.server.call({"HSET", place.keys.tasks(), "mail#a", QByteArray("gar\0bage", 8), "mail#b", large});
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, Kind::Damaged, Severity::Critical, u"2 tasks of q cannot be run: the envelope cannot be read");
    QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, Kind::Damaged).front(), "t").ok());
    NativeInspector inspector(place.worker.scripts);
    QCOMPARE(*inspector.payload("q", "mail#a", 0, -1), QByteArray("gar\0bage", 8));
    QCOMPARE(*inspector.payload("q", "mail#b", 0, -1), large);
    QCOMPARE(place.whereIs("mail#b"), "failed");
    FINDS_NOT(diagnosisOf(spec.redis), Kind::Damaged);
}

void TestDoctor::strayAndQuarantinedTasksComeBackAsFailed()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.server.call({"ZREM", place.keys.pending(), "mail#c"});
    const auto leases = place.claim(1);
    QVERIFY(place.worker.broker.quarantine("q", leases, "it smells").ok());
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, Kind::Strays, Severity::Warning, u"1 task of q is in no state");
    FINDS(diagnosis, Kind::Quarantined, Severity::Warning, u"1 entry of q");
    for (const Kind kind : {Kind::Strays, Kind::Quarantined})
        QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, kind).front(), "t").ok());
    NativeInspector inspector(place.worker.scripts);
    for (const QByteArray& id : {QByteArray("mail#c"), leases[0].id}) {
        QCOMPARE(place.whereIs(id), "failed");
        QCOMPARE(*inspector.payload("q", id, 0, -1), "payload of " + id);
    }
    QCOMPARE(inspector.task("q", leases[0].id)->task.error, "it was put aside: it smells");
    QCOMPARE(place.fields(place.keys.damaged()), 0);
    const Diagnosis after = diagnosisOf(spec.redis);
    FINDS_NOT(after, Kind::Strays);
    FINDS_NOT(after, Kind::Quarantined);
}

void TestDoctor::aTaskInTwoStatesIsFoundAndBecomesAFailedOne()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c", "mail#sound"});
    for (const Lease& lease : place.claim(1))
        place.ack(lease);
    QCOMPARE(place.whereIs("mail#a"), "done");
    place.server.call({"ZADD", place.keys.pending(), "1", "mail#a"}); // would run once more
    place.server.call({"ZADD", place.keys.trash(), "1", "mail#b"});
    place.server.call({"ZADD", place.keys.failed(), "1", "mail#c"});
    place.server.call({"ZADD", place.keys.retry(), "1", "mail#c"});
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, Kind::Doubled, Severity::Critical, u"3 tasks of q are in two states at once");
    const DoctorFinding finding = ofKind(diagnosis, Kind::Doubled).front();
    QCOMPARE(finding.ids, (std::set<TaskId>{"mail#a", "mail#b", "mail#c"}));
    QCOMPARE(*repair(spec, Access::Operate, finding, "t"), u"3 tasks of q mended."_s);
    NativeInspector inspector(place.worker.scripts);
    for (const TaskId& id : finding.ids) {
        QCOMPARE(place.whereIs(id), "failed");
        QCOMPARE(*inspector.payload("q", id, 0, -1), "payload of " + id);
    }
    QCOMPARE(inspector.task("q", "mail#a")->task.error, "it was in two states at once, pending and done");
    QCOMPARE(inspector.task("q", "mail#c")->task.error, "it was in two states at once, pending and retry and failed");
    QCOMPARE(place.whereIs("mail#sound"), "pending");
    FINDS_NOT(diagnosisOf(spec.redis), Kind::Doubled);
}

/// The number of envelopes is right then, and was all that was looked at.
void TestDoctor::aTaskInTwoStatesDoesNotHideAStray()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b"});
    place.server.call({"ZREM", place.keys.pending(), "mail#b"});
    place.server.call({"ZADD", place.keys.done(), "1", "mail#a"});
    const Diagnosis diagnosis = diagnosisOf(place.server.config());
    FINDS(diagnosis, Kind::Doubled, Severity::Critical, u"1 task of q is in two states");
    FINDS(diagnosis, Kind::Strays, Severity::Warning, u"1 task of q is in no state");
}

void TestDoctor::whatHadEndedStaysWhereItIs()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b"});
    for (const Lease& lease : place.claim())
        place.ack(lease);
    const auto at = place.score(place.keys.done(), "mail#a");
    place.server.call({"HDEL", place.keys.tasks(), "mail#a"});
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    QVERIFY(repair(spec, Access::Operate, ofKind(diagnosis, Kind::Damaged).at(0), "t").ok());
    QCOMPARE(place.whereIs("mail#a"), "done");
    QCOMPARE(place.score(place.keys.done(), "mail#a"), at);
    FINDS_NOT(diagnosisOf(spec.redis), Kind::Damaged);
}

void TestDoctor::leftoversAreRemoved()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"HSET", place.keys.tries(), "mail#gone", "1 1 0 0"});
    place.server.call({"HSET", place.keys.history(), "mail#gone", "1 1 2 w failed x"});
    place.server.call({"HSET", place.keys.leases(), "mail#a", "1-w.1-1"}); // not leased
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    FINDS(diagnosis, Kind::Leftovers, Severity::Notice, u"2 tasks of q");
    QVERIFY(diagnosis.findings.size() > 0);
    QCOMPARE(*repair(spec, Access::Operate, ofKind(diagnosis, Kind::Leftovers).front(), "t"), u"3 entries of q removed."_s);
    QCOMPARE(place.whereIs("mail#a"), "pending");
    QCOMPARE(place.fields(place.keys.tasks()), 1);
    QCOMPARE(place.fields(place.keys.leases()), 1); // the guard
    FINDS_NOT(diagnosisOf(spec.redis), Kind::Leftovers);
}

void TestDoctor::soundTasksAreLeftAlone()
{
    NativePlace place;
    std::vector<TaskId> ids;
    for (int i = 0; i < 700; ++i)
        ids.push_back("mail#" + QByteArray::number(10'000 + i));
    place.addDue(ids);
    place.server.call({"HDEL", place.keys.tasks(), ids[350]});
    place.server.call({"HSET", place.keys.tasks(), "mail#stray", "{}\nbytes"});
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const Diagnosis diagnosis = diagnosisOf(spec.redis);
    QCOMPARE(ofKind(diagnosis, Kind::Damaged).at(0).ids, std::set<TaskId>{ids[350]});
    QCOMPARE(ofKind(diagnosis, Kind::Strays).at(0).ids, std::set<TaskId>{"mail#stray"});
    // What is said of a sound task is not believed.
    DoctorFinding wrong = ofKind(diagnosis, Kind::Damaged).at(0);
    wrong.ids = {ids[0], ids[1], "mail#nobody"};
    const auto before = place.contentsWithoutMemos();
    QVERIFY(repair(spec, Access::Operate, wrong, "t").ok());
    wrong.kind = Kind::Leftovers;
    QVERIFY(repair(spec, Access::Operate, wrong, "t").ok());
    QVERIFY(place.contentsWithoutMemos() == before);
}

void TestDoctor::aReadOnlySessionRepairsNothing()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"HDEL", place.keys.tasks(), "mail#a"});
    const ConnectionSpec spec{place.server.config(), {}, "dueline"};
    const DoctorFinding finding = ofKind(diagnosisOf(spec.redis), Kind::Damaged).at(0);
    const auto before = place.contents();
    const auto refused = repair(spec, Access::ReadOnly, finding, "t");
    QVERIFY(!refused && refused.error().code == ErrorCode::Refused);
    QVERIFY(place.contents() == before);
}

void TestDoctor::examiningWritesNothing()
{
    NativePlace place;
    place.addDue({"mail#a", "mail#b", "mail#c"});
    place.server.call({"HDEL", place.keys.tasks(), "mail#a"});
    place.server.call({"HSET", place.keys.tasks(), "mail#stray", "{}\nbytes", "mail#b", "rubbish"});
    place.server.call({"HSET", place.keys.tries(), "mail#gone", "1 1 0 0"});
    const auto before = place.contents();
    place.server.call({"CONFIG", "RESETSTAT"});
    QVERIFY(diagnosisOf(place.server.config()).findings.size() >= 3);
    const QByteArray calls = place.server.call({"INFO", "commandstats"}).bytes;
    for (const char* verb : {"cmdstat_zadd:", "cmdstat_hset:", "cmdstat_zrem:", "cmdstat_hdel:", "cmdstat_xadd:",
             "cmdstat_config|set:", "cmdstat_sadd:", "cmdstat_unlink:", "cmdstat_set:"})
        QVERIFY2(!calls.contains(verb), verb);
    QVERIFY(place.contents() == before);
}

void TestDoctor::cancellingEndsIt()
{
    NativePlace place;
    place.addDue({"mail#a"});
    const std::atomic<bool> cancelled = true;
    const auto found = examine({place.server.config(), {}, "dueline"}, cancelled);
    QVERIFY(!found && found.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestDoctor)
#include "tst_doctor.moc"
