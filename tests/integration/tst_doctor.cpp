// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/doctor/doctor.h"
#include "core/layouts/native/nativeworkers.h"
#include "tests/integration/diagnosing.h"
#include "tests/support/nativeplace.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redissentinels.h"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

using FindingKind = DoctorFinding::Kind;
using Severity = DoctorFinding::Severity;

namespace {

RedisServer::Options withArguments(const QStringList& arguments, bool aof = true)
{
    return {.tcp = false, .aof = aof, .password = {}, .arguments = arguments};
}

} // namespace

/// Tests the doctor's findings on real servers and queues: each appears and disappears with its cause.
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
    void whatCannotBeAskedIsSaidAndTheRestIsLookedAt_data();
    void whatCannotBeAskedIsSaidAndTheRestIsLookedAt();
    void everyMasterOfAClusterIsLookedAt();
    void aKeyOfAnotherTypeIsTold();
    void dueTasksWithoutAWorkerAreTold();
    void aPausedQueueWithDueTasksIsANotice();
    void failedTasksOfCrashedWorkersAreSuspects();
    void retryingTasksThatCrashedTwoWorkersAreSuspects();
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
    FINDS(diagnosisOf(server.config()), FindingKind::Eviction, Severity::Warning, u"allkeys-lru");
    server.call({"CONFIG", "SET", "maxmemory", "64mb"});
    FINDS(diagnosisOf(server.config()), FindingKind::Eviction, Severity::Critical, u"64 MiB");
    server.call({"CONFIG", "SET", "maxmemory-policy", "volatile-ttl"});
    FINDS(diagnosisOf(server.config()), FindingKind::Eviction, Severity::Warning, u"volatile-ttl");
    server.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    FINDS_NOT(diagnosisOf(server.config()), FindingKind::Eviction);
}

void TestDoctor::memoryNearItsLimitIsTold()
{
    RedisServer server(withArguments({u"--maxmemory"_s, u"20mb"_s}));
    FINDS_NOT(diagnosisOf(server.config()), FindingKind::Memory);
    server.call({"SETRANGE", "ballast", "15500000", "x"});
    FINDS(diagnosisOf(server.config()), FindingKind::Memory, Severity::Warning, u"of 20 MiB");
    server.call({"CONFIG", "SET", "maxmemory", "16500000"});
    FINDS(diagnosisOf(server.config()), FindingKind::Memory, Severity::Critical, u"new tasks are rejected");
    server.call({"DEL", "ballast"});
    FINDS_NOT(diagnosisOf(server.config()), FindingKind::Memory);
}

void TestDoctor::whatIsNotWrittenToDiskIsTold()
{
    RedisServer server(withArguments({}, false));
    server.call({"CONFIG", "SET", "save", ""});
    FINDS(diagnosisOf(server.config()), FindingKind::Persistence, Severity::Critical, u"a restart loses all tasks");
    server.call({"CONFIG", "SET", "save", "3600 1"});
    FINDS(diagnosisOf(server.config()), FindingKind::Persistence, Severity::Warning, u"only snapshots");
    server.call({"CONFIG", "SET", "appendonly", "yes"});
    FINDS_NOT(diagnosisOf(server.config()), FindingKind::Persistence);
    server.call({"CONFIG", "SET", "appendfsync", "no"});
    FINDS(diagnosisOf(server.config()), FindingKind::Persistence, Severity::Notice, u"power failure");
}

void TestDoctor::aDiskThatTakesNothingIsTold()
{
    RedisServer server(withArguments({}));
    QVERIFY(QDir(server.folder()).mkdir(u"dump.rdb"_s)); // a folder where the snapshot file should be
    server.call({"SET", "k", "v"});
    server.call({"BGSAVE"});
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"INFO", "persistence"}).bytes.contains("rdb_last_bgsave_status:err"), 10'000);
    FINDS(diagnosisOf(server.config()), FindingKind::Disk, Severity::Critical, u"rdb_last_bgsave_status");
    QVERIFY(QDir(server.folder()).rmdir(u"dump.rdb"_s));
    server.call({"BGSAVE"});
    QTRY_VERIFY_WITH_TIMEOUT(server.call({"INFO", "persistence"}).bytes.contains("rdb_last_bgsave_status:ok"), 10'000);
    FINDS_NOT(diagnosisOf(server.config()), FindingKind::Disk);
}

void TestDoctor::mastersBehindSentinelsNeedAReplica()
{
    RedisSentinels sentinels({.replicas = 1, .sentinels = 1, .password = {}, .sentinelPassword = {}});
    FINDS(diagnosisOf(sentinels.config()), FindingKind::Replicas, Severity::Warning, u"min-replicas-to-write");
    RedisServer& master = sentinels.server(sentinels.master());
    // A direct connection to a master doesn't show that failover is configured.
    FINDS_NOT(diagnosisOf(master.config()), FindingKind::Replicas);
    master.call({"CONFIG", "SET", "min-replicas-to-write", "1"});
    FINDS_NOT(diagnosisOf(sentinels.config()), FindingKind::Replicas);
}

void TestDoctor::aReplicaIsTold()
{
    RedisServer master({.tcp = true, .aof = true, .password = {}, .arguments = {}});
    RedisServer replica({.tcp = true, .aof = true, .password = {}, .arguments = {}});
    replica.call({"REPLICAOF", "127.0.0.1", QByteArray::number(master.port())});
    QTRY_VERIFY_WITH_TIMEOUT(replica.call({"INFO", "replication"}).bytes.contains("master_link_status:up"), 15'000);
    const Diagnosis diagnosis = diagnosisOf(replica.config());
    FINDS(diagnosis, FindingKind::Role, Severity::Warning, u"replica");
    QVERIFY(ofKind(diagnosis, FindingKind::Role).front().remedy.contains(u"127.0.0.1:%1"_s.arg(master.port())));
    FINDS_NOT(diagnosisOf(master.config()), FindingKind::Role);
}

void TestDoctor::missingPermissionsAreTold()
{
    RedisServer server(withArguments({}));
    RedisConfig redis = server.config();
    redis.user = u"viewer"_s;
    redis.password = Secret("pw");
    server.call({"ACL", "SETUSER", "viewer", "on", ">pw", "%R~*", "&*", "+@all", "-@write", "+eval", "+evalsha"});
    const Diagnosis diagnosis = diagnosisOf(redis);
    FINDS(diagnosis, FindingKind::Permissions, Severity::Warning, u"can only read");
    QVERIFY2(ofKind(diagnosis, FindingKind::Permissions).front().reason.contains(u"ZADD"), all(diagnosis).constData());
    server.call({"ACL", "SETUSER", "viewer", "~*", "+@all"});
    FINDS_NOT(diagnosisOf(redis), FindingKind::Permissions);
}

void TestDoctor::aUserWithoutInfoIsToldWhatIsNotKnown()
{
    RedisServer server(withArguments({u"--maxmemory-policy"_s, u"allkeys-lru"_s}));
    server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", "-info", "-config"});
    RedisConfig redis = server.config();
    redis.user = u"small"_s;
    redis.password = Secret("pw");
    FINDS(diagnosisOf(redis), FindingKind::Unknown, Severity::Notice, u"INFO");
    FINDS_NOT(diagnosisOf(redis), FindingKind::Eviction);
    server.call({"ACL", "SETUSER", "small", "+info", "+config"});
    FINDS_NOT(diagnosisOf(redis), FindingKind::Unknown);
    FINDS(diagnosisOf(redis), FindingKind::Eviction, Severity::Warning, u"allkeys-lru");
}

void TestDoctor::whatCannotBeAskedIsSaidAndTheRestIsLookedAt_data()
{
    QTest::addColumn<QByteArray>("denied");
    QTest::addColumn<QString>("said");
    QTest::addColumn<bool>("queuesAreSeen");
    QTest::newRow("CONFIG") << QByteArray("-config")
                            << u"CONFIG GET save failed, so it is unknown whether Redis writes snapshots"_s << true;
    QTest::newRow("INFO") << QByteArray("-info") << u"not allowed to run INFO"_s << true;
    QTest::newRow("TIME") << QByteArray("-time") << u"not allowed to run TIME"_s << false;
    QTest::newRow("HGETALL") << QByteArray("-hgetall")
                             << u"The queue q cannot be read: This Redis user lacks a permission: HGETALL"_s << false;
    QTest::newRow("everything of queues") << QByteArray("-smembers") << u"The queues cannot be checked"_s << false;
}

void TestDoctor::whatCannotBeAskedIsSaidAndTheRestIsLookedAt()
{
    QFETCH(QByteArray, denied);
    QFETCH(QString, said);
    QFETCH(bool, queuesAreSeen);
    NativePlace place;
    place.addDue({"t#1"});
    place.server.call({"ZADD", place.keys.pending(), QByteArray::number(place.nowMs() - 120'000), "t#1"});
    place.server.call({"CONFIG", "SET", "appendonly", "no"});
    place.server.call({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
    place.server.call({"ACL", "SETUSER", "small", "on", ">pw", "~*", "&*", "+@all", denied});
    RedisConfig config = place.server.config();
    config.user = u"small"_s;
    config.password = Secret("pw");
    const Diagnosis diagnosis = diagnosisOf(config);
    const bool isSaid = std::any_of(diagnosis.findings.begin(), diagnosis.findings.end(),
        [&said](const DoctorFinding& finding) { return finding.reason.contains(said) && !finding.remedy.isEmpty(); });
    QVERIFY2(isSaid, all(diagnosis).constData());
    if (denied != "-info")
        FINDS(diagnosis, FindingKind::Eviction, Severity::Warning, u"allkeys-lru"_s);
    if (queuesAreSeen)
        FINDS(diagnosis, FindingKind::Unserved, Severity::Warning, u"q"_s);
}

void TestDoctor::everyMasterOfAClusterIsLookedAt()
{
    RedisCluster cluster;
    const auto ofNode = [&](int node) {
        qint64 found = 0;
        const QString address = u":%1"_s.arg(cluster.node(node).port());
        for (const DoctorFinding& finding : ofKind(diagnosisOf(cluster.config()), FindingKind::Eviction))
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
    FINDS(diagnosisOf(place.server.config()), FindingKind::WrongType, Severity::Critical, u"trash");
    place.server.call({"DEL", place.keys.trash()});
    place.server.call({"RPUSH", place.keys.history(), "not ours"}); // a damaged key that no count includes
    FINDS(diagnosisOf(place.server.config()), FindingKind::WrongType, Severity::Critical, u"history");
    place.server.call({"DEL", place.keys.history()});
    FINDS_NOT(diagnosisOf(place.server.config()), FindingKind::WrongType);
}

void TestDoctor::dueTasksWithoutAWorkerAreTold()
{
    NativePlace place;
    place.addDue({"mail#a"});
    // The task has been waiting for only a second.
    FINDS_NOT(diagnosisOf(place.server.config()), FindingKind::Unserved);
    place.server.call({"ZADD", place.keys.pending(), QByteArray::number(place.nowMs() - 120'000), "mail#a"});
    FINDS(diagnosisOf(place.server.config()), FindingKind::Unserved, Severity::Warning, u"2m");
    WorkerInfo worker;
    worker.id = "worker-a";
    worker.queues = {"q"};
    QVERIFY(NativeWorkers(place.worker.scripts).beat(worker, 30s, false).ok());
    FINDS_NOT(diagnosisOf(place.server.config()), FindingKind::Unserved);
}

void TestDoctor::aPausedQueueWithDueTasksIsANotice()
{
    NativePlace place;
    place.addDue({"mail#a"});
    place.server.call({"HSET", place.keys.meta(), "paused", "1"});
    place.server.call({"ZADD", place.keys.pending(), QByteArray::number(place.nowMs() - 120'000), "mail#a"});
    const Diagnosis diagnosis = diagnosisOf(place.server.config());
    FINDS(diagnosis, FindingKind::Paused, Severity::Notice, u"paused");
    FINDS_NOT(diagnosis, FindingKind::Unserved);
    place.server.call({"HDEL", place.keys.meta(), "paused"});
    FINDS_NOT(diagnosisOf(place.server.config()), FindingKind::Paused);
}

void TestDoctor::failedTasksOfCrashedWorkersAreSuspects()
{
    NativePlace place;
    place.server.call({"HSET", place.keys.meta(), "max_expiries", "2"});
    place.addDue({"mail#a", "mail#b", "bill#c"});
    FINDS_NOT(diagnosisOf(place.server.config()), FindingKind::CrashSuspects);
    for (int crash = 0; crash < 2; ++crash) {
        const std::vector<Lease> leases = place.claim();
        QCOMPARE(leases.size(), std::size_t(3));
        for (const Lease& lease : leases)
            place.letExpire(lease.id);
        place.value(place.worker.broker.recover("q", 100));
        for (const Lease& lease : leases) // The tasks are retried without delay.
            place.server.call({"ZADD", place.keys.retry(), "XX", QByteArray::number(place.nowMs() - 1), lease.id});
        if (crash == 0)
            FINDS_NOT(diagnosisOf(place.server.config()), FindingKind::CrashSuspects); // a single crash proves nothing
    }
    const Diagnosis diagnosis = diagnosisOf(place.server.config());
    FINDS(
        diagnosis, FindingKind::CrashSuspects, Severity::Warning, u"3 failed tasks in q (2 of them of the type mail)");
    const DoctorFinding finding = ofKind(diagnosis, FindingKind::CrashSuspects).front();
    QCOMPARE(finding.count, 3);
    QCOMPARE(finding.filter, u"state:failed error~\"lease expired 2 times\""_s);
    QCOMPARE(finding.remedy.section(u'(', 1).section(u')', 0, 0),
        u"duectl list --match 'state:failed error~\"lease expired 2 times\"' q"_s);
}

/// A task with many attempts kills worker after worker long before it fails.
void TestDoctor::retryingTasksThatCrashedTwoWorkersAreSuspects()
{
    NativePlace place;
    place.server.call({"HSET", place.keys.meta(), "max_expiries", "9", "max_attempts", "9"});
    place.addDue({"mail#a", "bill#b"});
    for (int crash = 0; crash < 2; ++crash) {
        for (const Lease& lease : place.claim()) {
            place.letExpire(lease.id);
            place.value(place.worker.broker.recover("q", 100));
            const qint64 due = place.nowMs() + (lease.id == "mail#a" ? -1 : 3'600'000);
            place.server.call({"ZADD", place.keys.retry(), "XX", QByteArray::number(due), lease.id});
        }
    }
    const Diagnosis diagnosis = diagnosisOf(place.server.config());
    FINDS(diagnosis, FindingKind::CrashSuspects, Severity::Warning, u"1 task in q (mail) will run again");
    const DoctorFinding finding = ofKind(diagnosis, FindingKind::CrashSuspects).front();
    QCOMPARE(finding.count, 1);
    QVERIFY2(finding.remedy.startsWith(u"Inspect it ("), qPrintable(finding.remedy));
    QVERIFY2(finding.filter.startsWith(u"state:retrying error~\"lease expired"_s), qPrintable(finding.filter));
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
    const auto found = examine({place.server.config(), defaultLayout(), "dueline"}, cancelled);
    QVERIFY(!found && found.error().code == ErrorCode::Cancelled);
}

QTEST_GUILESS_MAIN(TestDoctor)
#include "tst_doctor.moc"
