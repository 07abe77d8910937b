// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Server with handwritten BullMQ keys like those on users' servers.
class TracesPlace
{
public:
    void stamp(const QByteArray& base, const QByteArray& version)
    {
        server.call({"HSET", base + "meta", "version", version, "opts.maxLenEvents", "10000"});
        server.call({"SET", base + "id", "100"});
        server.call({"XADD", base + "events", "*", "event", "added", "jobId", "1"});
    }
    void job(const QByteArray& key, const QByteArray& data = "{}")
    {
        const QByteArray now = QByteArray::number(QDateTime::currentMSecsSinceEpoch());
        server.call(
            {"HSET", key, "name", "send", "data", data, "opts", "{}", "timestamp", now, "delay", "0", "priority", "0"});
    }
    QJsonObject finding(const char* kind) const
    {
        const QJsonArray findings = duectl.run("--json doctor").array();
        for (const QJsonValue& finding : findings) {
            if (finding[u"kind"_s].toString() == QLatin1StringView(kind))
                return finding.toObject();
        }
        return {};
    }

    RedisServer server{{.tcp = true, .aof = false, .password = {}, .arguments = {}}};
    Duectl duectl{server.url()};
};

} // namespace

/// Tests traces that BullMQ Pro, ioredis's keyPrefix, evictions and earlier versions leave in BullMQ queues.
class TestJobTraces : public QObject
{
    Q_OBJECT

private slots:
    void jobsInGroupsOfProAreCountedAndListed();
    void idsWithoutAJobAreNamed();
    void jobsOutsideTheirPrefixAreNamed();
    void parentsOfMissingChildrenAreNamed();
};

void TestJobTraces::jobsInGroupsOfProAreCountedAndListed()
{
    TracesPlace place;
    place.stamp("bull:mail:", "bullmq-pro:7.46.3");
    for (const QByteArray& group : {QByteArray("a"), QByteArray("b"), QByteArray("c")}) {
        for (int i = 1; i <= 5; ++i) {
            const QByteArray id = group + QByteArray::number(i);
            place.job("bull:mail:" + id);
            place.server.call({"HSET", "bull:mail:" + id, "gid", group});
            place.server.call({"LPUSH", "bull:mail:groups:" + group, id});
        }
        place.server.call({"ZADD", group == "c" ? "bull:mail:groups:paused" : "bull:mail:groups", "1", group});
    }
    place.job("bull:mail:46");
    place.server.call({"LPUSH", "bull:mail:wait", "46"});
    for (const char* layout : {"auto", "bullmq"}) {
        const auto run = [&](const QString& line) {
            return place.duectl.run(QStringList{u"--layout"_s, QString::fromLatin1(layout)} + line.split(u' '));
        };
        const Answer queues = run(u"--json queues"_s);
        QVERIFY2(queues.array()[0][u"due"_s].toInt() == 16, queues.all());
        const Answer listed = run(u"--json list mail --state due --limit 100"_s);
        QVERIFY2(listed.lines().size() == 16 || listed.array().size() == 16, listed.all());
        QVERIFY2(listed.out.contains("\"group\""), listed.all());
        const Answer found = run(u"--json list mail --match id:b3"_s);
        QVERIFY2(found.out.contains("\"b3\""), found.all());
        EXIT(run(u"show mail c5"_s), 0);
        const Answer refused = run(u"discard mail a1 --yes"_s);
        QVERIFY2(refused.code > 0 && refused.err.contains("bullmq-pro:7.46.3"), refused.all());
    }
    const Answer doctor = place.duectl.run("doctor");
    QVERIFY2(doctor.out.contains("bullmq-pro:7.46.3") && !doctor.out.contains("Allow this user"), doctor.all());
    QVERIFY(!place.finding("unchangeable").isEmpty());
    QVERIFY(place.finding("strays").isEmpty());
}

void TestJobTraces::idsWithoutAJobAreNamed()
{
    TracesPlace place;
    place.stamp("bull:mail:", "bullmq:5.58.0");
    place.job("bull:mail:1");
    const QByteArray now = QByteArray::number(QDateTime::currentMSecsSinceEpoch());
    const QByteArray earlier = QByteArray::number((QDateTime::currentMSecsSinceEpoch() - 604'800'000) * 4096);
    place.server.call({"RPUSH", "bull:mail:wait", "0:0", "999", "1"});
    place.server.call({"ZADD", "bull:mail:failed", now, "888"});
    place.server.call({"ZADD", "bull:mail:delayed", earlier, "666"});
    const QJsonObject finding = place.finding("no-job");
    QCOMPARE(finding[u"count"_s].toInt(), 4);
    const QString reason = finding[u"reason"_s].toString();
    QVERIFY2(
        reason.contains(u"4 ids in mail"_s) && reason.contains(u"evicted"_s) && reason.contains(u"BullMQ 3 or 4"_s),
        qPrintable(reason));
    QVERIFY2(finding[u"remedy"_s].toString().contains(u"noeviction"_s), qPrintable(finding[u"remedy"_s].toString()));
    const Answer listed = place.duectl.run("list mail --state due --json");
    QVERIFY2(listed.out.contains("a marker that BullMQ 3 or 4 left") && listed.out.contains("evicted or deleted"),
        listed.all());
    // Entries without a job don't need a worker.
    QVERIFY(place.finding("unserved").isEmpty());
    QVERIFY(place.finding("unmarked").isEmpty());
    // The finding disappears once the ids are removed.
    place.server.call({"LREM", "bull:mail:wait", "1", "0:0"});
    place.server.call({"LREM", "bull:mail:wait", "1", "999"});
    place.server.call({"DEL", "bull:mail:failed", "bull:mail:delayed"});
    QVERIFY(place.finding("no-job").isEmpty());
}

void TestJobTraces::jobsOutsideTheirPrefixAreNamed()
{
    TracesPlace place;
    place.stamp("custom:bull:report:", "bullmq:5.34.6");
    place.job("bull:report:1", R"({"a":1})");
    place.job("bull:report:2", R"({"a":2})");
    place.server.call({"LPUSH", "custom:bull:report:wait", "1", "2"});
    const QJsonObject finding = place.finding("key-prefix");
    QCOMPARE(finding[u"count"_s].toInt(), 2);
    QVERIFY2(
        finding[u"reason"_s].toString().contains(u"ioredis' keyPrefix"_s), qPrintable(finding[u"reason"_s].toString()));
    QVERIFY(place.finding("no-job").isEmpty());
    for (const char* line : {"list report", "show report 1"}) {
        const Answer answer = place.duectl.run(line);
        QVERIFY2(answer.out.contains("bull:report:1") && answer.out.contains("keyPrefix")
                && !answer.out.contains("The job itself was evicted"),
            answer.all());
    }
}

void TestJobTraces::parentsOfMissingChildrenAreNamed()
{
    TracesPlace place;
    place.stamp("bull:mail:", "bullmq:6.7.0");
    for (const QByteArray& parent : {QByteArray("waits"), QByteArray("hopeless")}) {
        place.job("bull:mail:" + parent);
        place.server.call({"ZADD", "bull:mail:waiting-children", "1", parent});
    }
    place.job("bull:mail:child");
    place.server.call({"LPUSH", "bull:mail:wait", "child"});
    place.server.call({"SADD", "bull:mail:waits:dependencies", "bull:mail:child"});
    place.server.call({"SADD", "bull:mail:hopeless:dependencies", "bull:mail:child", "bull:other:7"});
    const QJsonObject finding = place.finding("lost-children");
    QCOMPARE(finding[u"count"_s].toInt(), 1);
    QVERIFY(finding[u"reason"_s].toString().contains(u"hopeless"_s));
    const Answer shown = place.duectl.run("show mail hopeless");
    QVERIFY2(shown.out.contains("never run") && shown.out.contains("bull:other:7"), shown.all());
    QVERIFY(!place.duectl.run("show mail waits").out.contains("never run"));
}

QTEST_GUILESS_MAIN(TestJobTraces)
#include "tst_jobtraces.moc"
