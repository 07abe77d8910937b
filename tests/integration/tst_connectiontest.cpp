// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/connectiontest.h"
#include "core/redis/redisurl.h"
#include "tests/support/certificates.h"
#include "tests/support/rediscluster.h"
#include "tests/support/redisserver.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>

using namespace dueline;
using namespace Qt::StringLiterals;

using Kind = ConnectionStep::Kind;
using Verdict = ConnectionStep::Verdict;

/// Tests the connection test against real servers: its results, warnings and last step.
class TestConnectionTest : public QObject
{
    Q_OBJECT

private slots:
    void everyStepOfAPlainServerIsTold();
    void aWrongPasswordEndsAtTheSignIn();
    void aMissingPasswordIsToldWithTheServersWords();
    void aNameNobodyKnowsEndsAtTheName();
    void aClosedPortEndsAtTheConnection();
    void aServerThatIsNoRedisEndsAtTheAnswer();
    void tlsTellsVersionAndValidity();
    void aBadCertificateEndsAtTls();
    void aDatabaseThatIsNotThereIsTold();
    void aUserWithoutScriptsIsTold();
    void aUserWhoMayOnlyReadIsWarned();
    void aReplicaIsWarnedOf();
    void evictionIsWarnedOf();
    void aServerWithoutADiskIsWarnedOf();
    void aClusterIsReachedByWhicheverSeedAnswers();
    void nothingIsWritten();
    void cancellingEndsItAtOnce();
    void destroyingItDoesNotWait();

private:
    /// Runs the test to completion.
    void walk(const RedisConfig& redis);
    const ConnectionStep* step(Kind kind) const;
    const ConnectionStep& last() const { return m_steps.back(); }
    /// Returns all steps for failure messages.
    QByteArray all() const;

    std::vector<ConnectionStep> m_steps;
    bool m_reached = false;
};

#define ENDS_AT(expectedKind, words)                                                                                   \
    do {                                                                                                               \
        QVERIFY2(!m_reached, all().constData());                                                                       \
        QVERIFY2(last().kind == (expectedKind) && last().verdict == Verdict::Failed, all().constData());               \
        QVERIFY2(last().text.contains(words), all().constData());                                                      \
    } while (false)
#define SAYS(expectedKind, expectedVerdict, words)                                                                     \
    do {                                                                                                               \
        const ConnectionStep* told = step(expectedKind);                                                               \
        QVERIFY2(told && told->verdict == (expectedVerdict) && told->text.contains(words), all().constData());         \
    } while (false)

void TestConnectionTest::walk(const RedisConfig& redis)
{
    m_steps.clear();
    ConnectionTest test;
    QSignalSpy finished(&test, &ConnectionTest::finished);
    connect(&test, &ConnectionTest::stepEnded, this, [this](const ConnectionStep& step) { m_steps.push_back(step); });
    test.start({redis, defaultLayout(), "dueline"});
    QVERIFY(test.isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, 20'000);
    QVERIFY(!test.isRunning());
    m_reached = finished.front().front().toBool();
    QVERIFY(!m_steps.empty());
}

const ConnectionStep* TestConnectionTest::step(Kind kind) const
{
    for (const ConnectionStep& step : m_steps) {
        if (step.kind == kind)
            return &step;
    }
    return nullptr;
}

QByteArray TestConnectionTest::all() const
{
    QByteArray text;
    for (const ConnectionStep& step : m_steps) {
        text += connectionStepName(step.kind).toUtf8() + ' ' + QByteArray::number(int(step.verdict)) + ' '
            + step.text.toUtf8() + " [" + step.exact.toUtf8() + "]\n";
    }
    return text;
}

void TestConnectionTest::everyStepOfAPlainServerIsTold()
{
    RedisServer server({.tcp = true, .aof = true, .password = {}, .arguments = {}});
    walk(server.config());
    QVERIFY2(m_reached, all().constData());
    QList<int> kinds;
    for (const ConnectionStep& told : m_steps) {
        kinds << int(told.kind);
        QVERIFY2(told.verdict == Verdict::Ok, all().constData());
        QVERIFY(told.took.count() >= 0 && told.took < std::chrono::seconds(5));
        QVERIFY(!told.text.isEmpty());
    }
    QList<int> expected;
    for (const Kind kind : {Kind::Name, Kind::Connect, Kind::Answer, Kind::SignIn, Kind::Database, Kind::Permissions,
             Kind::Version, Kind::Role, Kind::Eviction, Kind::Persistence, Kind::Clock})
        expected << int(kind);
    QCOMPARE(kinds, expected);
    SAYS(Kind::Name, Verdict::Ok, u"127.0.0.1");
    SAYS(Kind::SignIn, Verdict::Ok, u"default");
    SAYS(Kind::Role, Verdict::Ok, u"master");
    SAYS(Kind::Clock, Verdict::Ok, u"ms");
    QVERIFY(step(Kind::Connect)->took.count() > 0);
}

void TestConnectionTest::aWrongPasswordEndsAtTheSignIn()
{
    RedisServer server({.tcp = false, .aof = false, .password = "right", .arguments = {}});
    RedisConfig redis = server.config();
    redis.password = Secret("S3cr-wrong");
    walk(redis);
    ENDS_AT(Kind::SignIn, u"password");
    QVERIFY2(last().exact.contains(u"WRONGPASS"), all().constData());
    QVERIFY(!all().contains("S3cr-wrong"));
    walk(server.config());
    QVERIFY2(m_reached, all().constData());
}

void TestConnectionTest::aMissingPasswordIsToldWithTheServersWords()
{
    RedisServer server({.tcp = false, .aof = false, .password = "right", .arguments = {}});
    RedisConfig redis = server.config();
    redis.password = {};
    walk(redis);
    ENDS_AT(Kind::SignIn, u"password");
    QVERIFY2(last().exact.contains(u"NOAUTH"), all().constData());
}

void TestConnectionTest::aNameNobodyKnowsEndsAtTheName()
{
    walk(*parseRedisUrl(u"redis://no-such-host.invalid:6379"_s));
    ENDS_AT(Kind::Name, u"no-such-host.invalid");
    QCOMPARE(m_steps.size(), 1U);
}

void TestConnectionTest::aClosedPortEndsAtTheConnection()
{
    walk(*parseRedisUrl(u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort())));
    ENDS_AT(Kind::Connect, u"127.0.0.1");
    walk(*parseRedisUrl(u"unix:/nowhere/redis.sock"_s));
    ENDS_AT(Kind::Connect, u"/nowhere/redis.sock");
}

void TestConnectionTest::aServerThatIsNoRedisEndsAtTheAnswer()
{
    const Certificates certificates;
    const quint16 port = RedisServer::freePort();
    RedisServer server({.tcp = true,
        .aof = false,
        .password = {},
        .arguments = {u"--tls-port"_s, QString::number(port), u"--tls-cert-file"_s,
            certificates.certificate(u"server"_s), u"--tls-key-file"_s, certificates.key(u"server"_s),
            u"--tls-ca-cert-file"_s, certificates.certificate(u"ca"_s)}});
    walk(*parseRedisUrl(u"redis://127.0.0.1:%1"_s.arg(port)));
    ENDS_AT(Kind::Answer, u"TLS");
}

void TestConnectionTest::tlsTellsVersionAndValidity()
{
    const Certificates certificates;
    const quint16 port = RedisServer::freePort();
    RedisServer server({.tcp = true,
        .aof = false,
        .password = {},
        .arguments = {u"--tls-port"_s, QString::number(port), u"--tls-cert-file"_s,
            certificates.certificate(u"server"_s), u"--tls-key-file"_s, certificates.key(u"server"_s),
            u"--tls-ca-cert-file"_s, certificates.certificate(u"ca"_s), u"--tls-auth-clients"_s, u"no"_s}});
    RedisConfig redis = *parseRedisUrl(u"rediss://localhost:%1"_s.arg(port));
    redis.caCertificate = certificates.certificate(u"ca"_s);
    walk(redis);
    QVERIFY2(m_reached, all().constData());
    SAYS(Kind::Tls, Verdict::Ok, u"TLS 1.3, certificate of server.test valid until 2126-01-01");
}

void TestConnectionTest::aBadCertificateEndsAtTls()
{
    const Certificates certificates;
    const quint16 port = RedisServer::freePort();
    RedisServer server({.tcp = true,
        .aof = false,
        .password = {},
        .arguments = {u"--tls-port"_s, QString::number(port), u"--tls-cert-file"_s,
            certificates.certificate(u"expired"_s), u"--tls-key-file"_s, certificates.key(u"expired"_s),
            u"--tls-ca-cert-file"_s, certificates.certificate(u"ca"_s), u"--tls-auth-clients"_s, u"no"_s}});
    RedisConfig redis = *parseRedisUrl(u"rediss://localhost:%1"_s.arg(port));
    redis.caCertificate = certificates.certificate(u"ca"_s);
    walk(redis);
    ENDS_AT(Kind::Tls, u"expired on 2020-02-01");
}

void TestConnectionTest::aDatabaseThatIsNotThereIsTold()
{
    RedisServer server;
    RedisConfig redis = server.config();
    redis.database = 99;
    walk(redis);
    ENDS_AT(Kind::Database, u"database");
}

void TestConnectionTest::aUserWithoutScriptsIsTold()
{
    RedisServer server;
    QVERIFY(!server.call({"ACL", "SETUSER", "bare", "on", ">pw", "~*", "&*", "+@all", "-@scripting"}).isError());
    RedisConfig redis = server.config();
    redis.user = u"bare"_s;
    redis.password = Secret("pw");
    walk(redis);
    ENDS_AT(Kind::Permissions, u"EVALSHA");
}

void TestConnectionTest::aUserWhoMayOnlyReadIsWarned()
{
    RedisServer server({.tcp = false, .aof = true, .password = {}, .arguments = {}});
    QVERIFY(
        !server
             .call({"ACL", "SETUSER", "viewer", "on", ">pw", "%R~*", "&*", "+@all", "-@write", "-@dangerous", "+info"})
             .isError());
    RedisConfig redis = server.config();
    redis.user = u"viewer"_s;
    redis.password = Secret("pw");
    walk(redis);
    SAYS(Kind::SignIn, Verdict::Ok, u"viewer");
    SAYS(Kind::Permissions, Verdict::Warning, u"Read-only access");
    QVERIFY2(m_reached, all().constData());
}

void TestConnectionTest::aReplicaIsWarnedOf()
{
    RedisServer master({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    RedisServer replica({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    replica.call({"REPLICAOF", "127.0.0.1", QByteArray::number(master.port())});
    QTRY_VERIFY_WITH_TIMEOUT(replica.call({"INFO", "replication"}).bytes.contains("master_link_status:up"), 15'000);
    walk(replica.config());
    QVERIFY2(m_reached, all().constData());
    SAYS(Kind::Role, Verdict::Warning, u"replica of 127.0.0.1:%1"_s.arg(master.port()));
    walk(master.config());
    SAYS(Kind::Role, Verdict::Ok, u"master with 1 replica");
}

void TestConnectionTest::evictionIsWarnedOf()
{
    RedisServer server({.tcp = false,
        .aof = false,
        .password = {},
        .arguments = {u"--maxmemory-policy"_s, u"allkeys-lru"_s, u"--maxmemory"_s, u"64mb"_s}});
    walk(server.config());
    QVERIFY2(m_reached, all().constData());
    SAYS(Kind::Eviction, Verdict::Warning, u"allkeys-lru");
    SAYS(Kind::Eviction, Verdict::Warning, u"64 MiB");
    server.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
    walk(server.config());
    SAYS(Kind::Eviction, Verdict::Ok, u"noeviction");
}

void TestConnectionTest::aServerWithoutADiskIsWarnedOf()
{
    RedisServer server;
    server.call({"CONFIG", "SET", "save", ""});
    walk(server.config());
    SAYS(Kind::Persistence, Verdict::Warning, u"writes nothing to disk");
    server.call({"CONFIG", "SET", "save", "3600 1"});
    walk(server.config());
    SAYS(Kind::Persistence, Verdict::Warning, u"only snapshots");
}

void TestConnectionTest::aClusterIsReachedByWhicheverSeedAnswers()
{
    RedisCluster cluster;
    RedisConfig redis = cluster.config();
    const Endpoint nobody{u"127.0.0.1"_s, RedisServer::freePort()};
    redis.hosts.insert(redis.hosts.begin(), nobody);
    walk(redis);
    QVERIFY2(m_reached, all().constData());
    SAYS(Kind::Connect, Verdict::Warning, u"no response from "_s + displayEndpoint(nobody));
    SAYS(Kind::Role, Verdict::Ok, u"a cluster of 3 masters");
    redis.hosts = {nobody, nobody};
    walk(redis);
    ENDS_AT(Kind::Connect, u"refused");
    RedisServer single({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    redis.hosts = {{u"127.0.0.1"_s, single.port()}};
    walk(redis);
    ENDS_AT(Kind::Permissions, u"not a node of a cluster");
}

void TestConnectionTest::nothingIsWritten()
{
    RedisServer server;
    walk(server.config());
    QVERIFY2(m_reached, all().constData());
    QCOMPARE(server.call({"DBSIZE"}).integer, 0);
    const QByteArray changes = server.call({"INFO", "persistence"}).bytes;
    QVERIFY2(changes.contains("rdb_changes_since_last_save:0"), changes.constData());
}

void TestConnectionTest::cancellingEndsItAtOnce()
{
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    server.freeze();
    ConnectionTest test;
    QSignalSpy finished(&test, &ConnectionTest::finished);
    QSignalSpy steps(&test, &ConnectionTest::stepEnded);
    RedisConfig redis = server.config();
    redis.timeouts.connect = Millis(2'000);
    test.start({redis, defaultLayout(), "dueline"});
    QTRY_COMPARE(steps.size(), 2); // The test has connected and is waiting for a reply.
    test.cancel();
    QCOMPARE(finished.size(), 1);
    QVERIFY(!finished.front().front().toBool());
    QVERIFY(!test.isRunning());
    server.thaw();
    // Only the new test emits signals; the canceled one emits none.
    test.start({server.config(), defaultLayout(), "dueline"});
    QTRY_COMPARE(finished.size(), 2);
    QVERIFY(finished.back().front().toBool());
    QCOMPARE(steps.size(), 2 + 11);
}

void TestConnectionTest::destroyingItDoesNotWait()
{
    RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
    server.freeze();
    RedisConfig redis = server.config();
    redis.timeouts.connect = Millis(60'000);
    auto test = std::make_unique<ConnectionTest>();
    QSignalSpy steps(test.get(), &ConnectionTest::stepEnded);
    test->start({redis, defaultLayout(), "dueline"});
    QTRY_COMPARE(steps.size(), 2);
    // If the destructor waited, it would return only after the server's reply.
    QSemaphore destroyed;
    std::atomic_bool replied = false;
    const std::unique_ptr<QThread> thawing(QThread::create([&] {
        replied = !destroyed.tryAcquire(1, 20'000);
        server.thaw();
    }));
    thawing->start();
    test.reset();
    destroyed.release();
    QVERIFY(thawing->wait());
    QVERIFY(!replied);
}

QTEST_GUILESS_MAIN(TestConnectionTest)
#include "tst_connectiontest.moc"
