// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/diagnosing.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/limitedserver.h"
#include "tests/support/rediscluster.h"

using namespace dueline;
using namespace Qt::StringLiterals;

using Service = LimitedServer::Service;
using FindingKind = DoctorFinding::Kind;
using Severity = DoctorFinding::Severity;

Q_DECLARE_METATYPE(dueline::LimitedServer::Service)

namespace {

/// Real Redis with an append-only file, behind a service's limitations.
struct LimitedPlace
{
    explicit LimitedPlace(Service service)
        : proxy(server.config(), service)
    { }
    Duectl duectl(const QString& user = {}) const
    {
        return Duectl(user.isEmpty() ? proxy.url() : proxy.url().replace(u"//"_s, u"//"_s + user + u":p@"_s));
    }

    RedisServer server{{.tcp = false, .aof = true, .password = {}, .arguments = {}}};
    LimitedServer proxy;
};

/// Commands that a user might run in a day.
const QStringList day{u"add q t --id a --payload x"_s, u"add q t --id c --payload y"_s,
    u"add q fails --id f --max-attempts 1"_s,
    u"work --queue q --handler t=echo --handler fails=fail --exit-when-empty"_s, u"add q t --id b --in 1h"_s,
    u"queues"_s, u"list q"_s, u"list q --match payload:x"_s, u"show q t#b"_s, u"timeline"_s, u"retry q fails#f"_s,
    u"failures q"_s, u"discard q t#b"_s, u"restore q t#b"_s, u"reschedule q t#b --in 2h"_s, u"edit q t#b --payload z"_s,
    u"pause q"_s, u"resume q"_s, u"queue q set retention=2d"_s, u"run-now q --all --yes"_s, u"operations q"_s,
    u"workers"_s, u"leases q"_s, u"metrics"_s, u"queue q delete --force --yes"_s};

} // namespace

/// Tests managed services and other servers that use the Redis protocol, with their limitations imitated by
/// LimitedServer.
class TestManagedServers : public QObject
{
    Q_OBJECT

private slots:
    void fakesRefuseWhatTheirServiceRefuses_data();
    void fakesRefuseWhatTheirServiceRefuses();
    void nativeQueuesWork_data();
    void nativeQueuesWork();
    void frameworkQueuesWork_data() { nativeQueuesWork_data(); }
    void frameworkQueuesWork();
    void missingPermissionsAreNamedWithoutKeylessScripts();
    void doctorNamesElastiCacheAndWhatIsUnknown();
    void doctorNamesARefusalOfScripts();
    void doctorReportsAMissingLua();
    void aClusterWithNumberedDatabasesIsUsed();
    void aClusterWithOneDatabaseRefusesOthers();
    void keysOfTypeArrayAreForeign();
};

void TestManagedServers::fakesRefuseWhatTheirServiceRefuses_data()
{
    QTest::addColumn<Service>("service");
    QTest::addColumn<QByteArrayList>("command");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char* name, Service service, const QByteArrayList& command, const QByteArray& says) {
        QTest::newRow(name) << service << command << says;
    };
    row("CONFIG", Service::ElastiCacheServerless, {"CONFIG", "GET", "save"}, "ERR unknown command 'CONFIG'");
    row("no key", Service::ElastiCacheServerless, {"EVAL", "return 1", "0"},
        "ERR Lua scripts without any input keys are not supported.");
    row("MEMORY", Service::ElastiCacheServerless,
        {"EVAL", "#!lua flags=no-writes\nreturn redis.call('MEMORY', 'USAGE', KEYS[1])", "1", "k"},
        "ERR This Redis command is not allowed from script");
    row("no key at the proxy", Service::AlibabaProxy, {"EVAL", "return 1", "0"},
        "ERR for redis cluster, eval/evalsha number of keys can't be negative or zero");
    row("variable", Service::AlibabaProxy, {"EVAL", "local k = KEYS[1] return redis.call('GET', k)", "1", "k"},
        "ERR bad lua script for redis cluster");
    row("expression", Service::AlibabaProxy, {"EVAL", "return redis.call('GET', KEYS[1] .. 'x')", "1", "k"},
        "ERR bad lua script for redis cluster");
    row("undeclared", Service::Dragonfly, {"EVAL", "return redis.call('GET', 'other')", "1", "k"},
        "ERR script tried accessing undeclared key, key: other");
    row("shebang", Service::Dragonfly, {"EVAL", "#!lua\nreturn 1", "0"}, "ERR Error compiling script");
    row("no Lua", Service::ValkeyWithoutLua, {"EVAL", "return 1", "0"}, "ERR Could not find scripting engine 'lua'");
}

void TestManagedServers::fakesRefuseWhatTheirServiceRefuses()
{
    QFETCH(Service, service);
    QFETCH(QByteArrayList, command);
    QFETCH(QByteArray, says);
    const LimitedPlace place(service);
    RedisConnection connection(place.proxy.config());
    QVERIFY(connection.open().ok());
    const auto replies = connection.pipeline({Command(command.begin(), command.end()),
        {"EVAL", "return redis.call('GET', KEYS[1])", "1", "k"}, {"ECHO", "end"}});
    QVERIFY(replies.ok());
    QVERIFY2(replies->at(0).isError() && replies->at(0).bytes.startsWith(says), replies->at(0).bytes);
    QCOMPARE(replies->at(1).isError(), service == Service::ValkeyWithoutLua);
    QCOMPARE(replies->at(2).bytes, "end");
}

void TestManagedServers::nativeQueuesWork_data()
{
    QTest::addColumn<Service>("service");
    QTest::newRow("ElastiCache Serverless") << Service::ElastiCacheServerless;
    QTest::newRow("Alibaba Cloud proxy") << Service::AlibabaProxy;
    QTest::newRow("Dragonfly") << Service::Dragonfly;
}

void TestManagedServers::nativeQueuesWork()
{
    QFETCH(Service, service);
    LimitedPlace place(service);
    const Duectl duectl = place.duectl();
    for (const QString& line : day) {
        const Answer done = duectl.run(QStringList{u"--layout"_s, u"native"_s} + words(qPrintable(line)));
        QVERIFY2(done.code == 0, qPrintable(line + u"\n"_s + QString::fromUtf8(done.all())));
    }
    QCOMPARE(place.proxy.refusals(), QByteArrayList());
    // Redis 8 replies to HELLO with nested maps, so HELLO is never sent.
    QVERIFY(!place.server.call({"INFO", "commandstats"}).bytes.contains("cmdstat_hello"));
}

void TestManagedServers::frameworkQueuesWork()
{
    QFETCH(Service, service);
    LimitedPlace place(service);
    place.server.call({"HSET", "bull:mail:meta", "version", "bullmq:5.58.0", "opts.maxLenEvents", "10000"});
    place.server.call({"HSET", "bull:mail:1", "name", "send", "data", "{}", "opts", "{}", "timestamp", "1"});
    place.server.call({"LPUSH", "bull:mail:wait", "1"});
    place.server.call({"HSET", "bq:jobs:jobs", "7", "{}"});
    place.server.call({"ZADD", "bq:jobs:delayed", "4102444800000", "7"});
    const auto holds = [&place] {
        return place.server.call({"LLEN", "bull:mail:wait"}).integer
            + place.server.call({"ZCARD", "bq:jobs:delayed"}).integer;
    };
    for (const char* line : {"mail 1 --layout bullmq", "jobs 7 --layout bee-queue"}) {
        const QStringList task = words(line);
        const Answer discarded = place.duectl().run(QStringList{u"discard"_s, u"--json"_s} + task);
        EXIT(discarded, 0);
        QCOMPARE(holds(), 1);
        const QString operation = discarded.object().value(u"operation"_s).toString();
        EXIT(place.duectl().run(QStringList{u"undo"_s, operation, u"--yes"_s} + task.mid(2)), 0);
        QCOMPARE(holds(), 2);
    }
    QCOMPARE(place.proxy.refusals(), QByteArrayList());
}

void TestManagedServers::missingPermissionsAreNamedWithoutKeylessScripts()
{
    LimitedPlace place(Service::ElastiCacheServerless);
    const auto user = [&place](const char* name, const QByteArray& keys, const QByteArray& denied) {
        QVERIFY(place.server.call({"ACL", "SETUSER", name, "on", ">p", keys, "&*", "+@all", denied}).isStatus());
    };
    user("lacks", "~*", "-zadd");
    user("elsewhere", "~other:*", "+zadd");
    FAILS(place.duectl(u"lacks"_s).run("add q t"), 3, "it lacks: ZADD.");
    FAILS(place.duectl(u"elsewhere"_s).run("add q t"), 3, "lacks a permission");
}

void TestManagedServers::doctorNamesElastiCacheAndWhatIsUnknown()
{
    const LimitedPlace place(Service::ElastiCacheServerless);
    const Diagnosis diagnosis = diagnosisOf(place.proxy.config());
    FINDS(diagnosis, FindingKind::Unknown, Severity::Notice, u"the sync policy of the append-only file is unknown");
    QVERIFY(ofKind(diagnosis, FindingKind::Unknown).front().remedy.contains(u"Amazon ElastiCache has no CONFIG"));
    FINDS_NOT(diagnosis, FindingKind::Scripts);
    FINDS_NOT(diagnosis, FindingKind::Permissions);
}

void TestManagedServers::doctorNamesARefusalOfScripts()
{
    LimitedPlace place(Service::AlibabaProxy);
    place.proxy.refuseVariables();
    const Diagnosis diagnosis = diagnosisOf(place.proxy.config());
    FINDS(diagnosis, FindingKind::Scripts, Severity::Critical, u"ERR bad lua script for redis cluster");
    QVERIFY(ofKind(diagnosis, FindingKind::Scripts).front().remedy.contains(u"script_check_enable 0"));
    FAILS(place.duectl().run("add q t"), 3, "ERR bad lua script for redis cluster");
}

void TestManagedServers::doctorReportsAMissingLua()
{
    LimitedPlace place(Service::ValkeyWithoutLua);
    const Diagnosis diagnosis = diagnosisOf(place.proxy.config());
    FINDS(diagnosis, FindingKind::Scripts, Severity::Critical, u"Scripts do not run on Valkey 9.1.0");
    QCOMPARE(ofKind(diagnosis, FindingKind::Scripts).front().remedy, u"Load the Lua module of Valkey."_s);
    QVERIFY(!diagnosis.isFine());
    FAILS(place.duectl().run("add q t"), 3, "Could not find scripting engine 'lua'");
    // Framework queues are read without scripts.
    place.server.call({"HSET", "bull:mail:meta", "version", "bullmq:5.0.0", "opts.maxLenEvents", "10000"});
    place.server.call({"HSET", "bull:mail:1", "name", "send", "data", "{}", "opts", "{}", "timestamp", "1"});
    place.server.call({"LPUSH", "bull:mail:wait", "1"});
    for (const char* line : {"queues", "list mail", "show mail 1"}) {
        const Answer seen = place.duectl().run(QStringList{u"--layout"_s, u"bullmq"_s} + words(line));
        QVERIFY2(seen.code == 0, seen.all());
    }
}

void TestManagedServers::aClusterWithNumberedDatabasesIsUsed()
{
    LimitedPlace place(Service::ValkeyCluster);
    const Duectl duectl(place.proxy.url().replace(u"redis:"_s, u"redis-cluster:"_s) + u"/3"_s);
    EXIT(duectl.run("add q t --id a"), 0);
    EXIT(duectl.run("work --queue q --handler t=echo --exit-when-empty"), 0);
    QCOMPARE(duectl.run("list q --state done --json").array().size(), 1);
    QVERIFY(place.server.call({"KEYS", "*"}).items.empty());
    QVERIFY(place.server.call({"INFO", "keyspace"}).bytes.contains("db3:"));
}

void TestManagedServers::aClusterWithOneDatabaseRefusesOthers()
{
    const RedisCluster cluster(1);
    const Answer refused = Duectl(cluster.url() + u"/3"_s).run("queues");
    QVERIFY2(refused.code != 0, refused.all());
    QVERIFY2(refused.err.contains("Redis rejected database 3: SELECT is not allowed in cluster mode.")
            // Valkey 9's wording of the reason.
            || refused.err.contains("Redis rejected database 3: DB index is out of range."),
        refused.all());
    QCOMPARE(refused.err.count('\n'), 1);
}

void TestManagedServers::keysOfTypeArrayAreForeign()
{
    LimitedPlace place(Service::Redis88);
    const Duectl duectl = place.duectl();
    EXIT(duectl.run("add q t --id a --in 1h"), 0);
    for (const char* key : {"array", "bull:array:wait", "queue:array", "dueline:{q}:array"})
        place.server.call({"XADD", key, "*", "f", "v"});
    for (const char* line : {"queues --layout auto", "discard q t#a", "show q t#a", "queues --layout bullmq",
             "queues --layout sidekiq", "queues --layout laravel"}) {
        const Answer seen = duectl.run(line);
        QVERIFY2(seen.code == 0, qPrintable(QString::fromLatin1(line) + u"\n"_s + QString::fromUtf8(seen.all())));
    }
    for (const char* line : {"list array --layout zset:array", "list array --layout list:array"}) {
        const Answer refused = duectl.run(line);
        QVERIFY2(refused.code == 1 && refused.err.count('\n') == 1, refused.all());
    }
    const QString id = duectl.run("operations q --json").array().at(0).toObject().value(u"id"_s).toString();
    EXIT(duectl.run(QStringList{u"undo"_s, id, u"--yes"_s}), 0);
    QCOMPARE(duectl.run("show q t#a --json").object().value(u"state"_s).toString(), u"scheduled"_s);
}

QTEST_GUILESS_MAIN(TestManagedServers)
#include "tst_managedservers.moc"
