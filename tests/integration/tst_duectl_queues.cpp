// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the commands that show and change queues: counts, settings, the timeline, and the monitoring check.
class DuectlQueues : public QObject
{
    Q_OBJECT

private slots:
    void anEmptyRedisHasNoQueues();
    void aStreamIsNamedOnce();
    void queuesHaveExactlyTheDocumentedFields();
    void timelineBinsAddUp();
    void settingsAreShownAndSet();
    void aPausedQueueSaysSo();
    void deletingAQueueAsksFirst();
    void checkTellsWhatIsOverALimit();
    void aPluginAnswersWithFourCodesAndFigures();
};

void DuectlQueues::anEmptyRedisHasNoQueues()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const Answer text = duectl.run("queues");
    EXIT(text, 0);
    QVERIFY2(text.out.isEmpty() && text.err.contains("No queues yet"), text.all());
    const Answer json = duectl.run("queues --json");
    EXIT(json, 0);
    QVERIFY(json.json().isArray() && json.array().isEmpty());
    QCOMPARE(duectl.run("workers --json").array().size(), 0);
    QCOMPARE(duectl.run("operations --json").array().size(), 0);
}

/// The search for other frameworks' queues omits the groups of the stream that is open.
void DuectlQueues::aStreamIsNamedOnce()
{
    RedisServer server;
    const Duectl duectl(server.url());
    const Answer missing = duectl.run("queues --layout stream:orders");
    QVERIFY2(missing.code == 1 && missing.err.contains("There is no stream \"orders\"."), missing.all());
    for (const char* key : {"orders", "mails"})
        server.call({"XGROUP", "CREATE", key, "g", "0", "MKSTREAM"});
    const Answer other = duectl.run("queues --layout stream:orders?group=h");
    QVERIFY2(other.code == 1 && other.err.contains("has no consumer group \"h\""), other.all());
    const QJsonArray all = duectl.run("queues --json --layout stream:orders").array();
    QStringList names;
    for (const QJsonValue& queue : all)
        names << queue[u"name"_s].toString();
    QCOMPARE(names, (QStringList{u"orders/g"_s, u"mails/g"_s}));
    QCOMPARE(all[1][u"framework"_s].toString(), u"Redis Streams"_s);
}

void DuectlQueues::queuesHaveExactlyTheDocumentedFields()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add mail mail.send --in 1h"), 0);
    const Answer answer = duectl.run("--json queues");
    EXIT(answer, 0);
    QVERIFY(answer.err.isEmpty());
    const QJsonObject queue = answer.array().at(0).toObject();
    QCOMPARE(sorted(queue.keys()),
        sorted(words("name scheduled due retrying leased failed done trash oldest_due_ms paused")));
    QCOMPARE(queue.value(u"name"_s).toString(), u"mail"_s);
    QCOMPARE(queue.value(u"scheduled"_s).toInt(-1), 1);
    QCOMPARE(queue.value(u"due"_s).toInt(-1), 0);
    QVERIFY(queue.value(u"oldest_due_ms"_s).isNull());
    QCOMPARE(queue.value(u"paused"_s).toBool(true), false);
    EXIT(duectl.run("add mail mail.send --at 2026-01-01T00:00:00Z"), 0);
    QCOMPARE(duectl.run("--json queues").array().at(0).toObject().value(u"oldest_due_ms"_s).toInteger(), 1767225600000);
}

void DuectlQueues::timelineBinsAddUp()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add a t --at 2030-01-01T00:00:00Z --copies 40 --spread 40m"), 0);
    EXIT(duectl.run("add b t --at 2030-01-01T00:10:00Z --copies 5"), 0);
    const Answer one = duectl.run("timeline a --from 2030-01-01T00:00:00Z --to 2030-01-01T00:40:00Z --bins 4 --json");
    EXIT(one, 0);
    QCOMPARE(one.array().size(), 4);
    const QJsonObject bin = one.array().at(1).toObject();
    QCOMPARE(sorted(bin.keys()), sorted(words("from_ms to_ms scheduled due retrying leased failed done")));
    QCOMPARE(bin.value(u"from_ms"_s).toInteger(), 1893456600000);
    QCOMPARE(bin.value(u"to_ms"_s).toInteger(), 1893457200000);
    QCOMPARE(bin.value(u"scheduled"_s).toInt(), 10);
    const QJsonArray all
        = duectl.run("timeline --from 2030-01-01T00:00:00Z --to 2030-01-01T00:40:00Z --bins 4 --json").array();
    QCOMPARE(all.at(1).toObject().value(u"scheduled"_s).toInt(), 15);
    const Answer text = duectl.run("timeline");
    EXIT(text, 0);
    QCOMPARE(text.lines().size(), 61);
    QVERIFY2(text.out.contains("now"), text.all());
    FAILS(duectl.run("timeline --from +1h --to -1h"), 2, "--from");
}

void DuectlQueues::settingsAreShownAndSet()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --id a"), 0);
    const Answer defaults = duectl.run("queue q show");
    EXIT(defaults, 0);
    for (const char* line : {"retention:    1d", "lease:        30s", "attempts:     5", "backoff:      exp:2s:5m",
             "keep-failed:  7d", "keep-trash:   7d", "keep-undo:    1d", "expires:      never"})
        QVERIFY2(defaults.out.contains(line), defaults.all());
    EXIT(duectl.run("queue q set retention=2h lease=45s attempts=9 backoff=list:1s,10s keep-failed=3d keep-trash=1d "
                    "keep-undo=1h max-expiries=5 results=keep runs=keep expires=1h"),
        0);
    const QJsonObject queue = duectl.run("queue q show --json").object();
    QCOMPARE(queue.value(u"retention_ms"_s).toInteger(), 7'200'000);
    QCOMPARE(queue.value(u"lease_ms"_s).toInteger(), 45'000);
    QCOMPARE(queue.value(u"attempts"_s).toInt(), 9);
    QCOMPARE(queue.value(u"backoff"_s).toString(), u"list:1s,10s"_s);
    QCOMPARE(queue.value(u"keep_undo_ms"_s).toInteger(), 3'600'000);
    QCOMPARE(queue.value(u"max_expiries"_s).toInt(), 5);
    QCOMPARE(queue.value(u"keep_results"_s).toBool(), true);
    QCOMPARE(queue.value(u"keep_runs"_s).toBool(), true);
    QCOMPARE(queue.value(u"expires_ms"_s).toInteger(), 3'600'000);
    EXIT(duectl.run("queue q set expires=never"), 0);
    QCOMPARE(duectl.run("queue q show --json").object().value(u"expires_ms"_s).toInteger(), 0);
    // A single invalid setting prevents all changes.
    FAILS(duectl.run("queue q set attempts=2 lease=never"), 2, "lease");
    QCOMPARE(duectl.run("queue q show --json").object().value(u"attempts"_s).toInt(), 9);
    QCOMPARE(duectl.run("list q --json").array().at(0).toObject().value(u"max_attempts"_s).toInt(), 9);
}

void DuectlQueues::aPausedQueueSaysSo()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t"), 0);
    EXIT(duectl.run("pause q"), 0);
    QCOMPARE(duectl.run("queues --json").array().at(0).toObject().value(u"paused"_s).toBool(), true);
    QVERIFY(duectl.run("check q").out.contains("paused"));
    EXIT(duectl.run("resume q"), 0);
    QCOMPARE(duectl.run("queues --json").array().at(0).toObject().value(u"paused"_s).toBool(true), false);
    const QJsonArray operations = duectl.run("operations q --json").array();
    QCOMPARE(operations.size(), 2);
    QCOMPARE(operations.at(0).toObject().value(u"kind"_s).toString(), u"resume"_s);
    QCOMPARE(operations.at(1).toObject().value(u"kind"_s).toString(), u"pause"_s);
}

void DuectlQueues::deletingAQueueAsksFirst()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --copies 5"), 0);
    EXIT(duectl.run("add other t"), 0);
    FAILS(duectl.run("queue q delete"), 1, "--yes");
    QCOMPARE(duectl.run("queues --json").array().size(), 2);
    EXIT(duectl.run("queue q delete --yes"), 0);
    QCOMPARE(duectl.run("queues --json").array().size(), 1);
    const Reply left = server.call({"KEYS", "dueline:{q}:*"});
    QCOMPARE(left.items.size(), std::size_t(0));
}

void DuectlQueues::checkTellsWhatIsOverALimit()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    const Answer fine = duectl.run("check q");
    EXIT(fine, 0);
    QVERIFY2(fine.lines().size() == 1 && fine.out.startsWith("q: fine"), fine.all());
    EXIT(duectl.run("add q t --at 2026-01-01T00:00:00Z"), 0);
    const Answer late = duectl.run("check q");
    EXIT(late, 1);
    QVERIFY2(late.lines().size() == 1 && late.out.contains("limit 5m"), late.all());
    EXIT(duectl.run("check q --oldest-due 36500d"), 0);
    const QJsonObject json = duectl.run("check q --json --oldest-due 10m").object();
    QCOMPARE(json.value(u"fine"_s).toBool(true), false);
    QCOMPARE(json.value(u"over"_s).toArray().size(), 1);
}

void DuectlQueues::aPluginAnswersWithFourCodesAndFigures()
{
    RedisServer server;
    const Duectl duectl(server.url());
    EXIT(duectl.run("add q t --in 1h"), 0);
    const Answer fine = duectl.run("check q --nagios --failed 3 --critical-failed 7");
    EXIT(fine, 0);
    QVERIFY2(fine.lines().size() == 1 && fine.out.startsWith("DUELINE OK - q: fine, 1 scheduled | "), fine.all());
    QVERIFY2(fine.out.contains(" | oldest_due=0s;300;900;0 scheduled=1;;;0 due=0;;;0 "), fine.all());
    QVERIFY2(fine.out.contains(" failed=0;3;7;0 ") && fine.out.endsWith(" quarantined=0;0;;0\n"), fine.all());

    EXIT(duectl.run("add q f --copies 5 --max-attempts 1"), 0);
    EXIT(duectl.run("work --queue q --handler f=fail --exit-when-empty"), 0);
    const Answer warns = duectl.run("check q --nagios --failed 4");
    EXIT(warns, 1);
    QVERIFY2(warns.out.startsWith("DUELINE WARNING - q: 5 failed (limit 4) | "), warns.all());
    const Answer critical = duectl.run("check q --nagios --failed 0 --critical-failed 4");
    EXIT(critical, 2);
    QVERIFY2(critical.out.startsWith("DUELINE CRITICAL - q: "), critical.all());
    EXIT(duectl.run("add q t --at 2026-01-01T00:00:00Z"), 0);
    EXIT(duectl.run("check q --nagios --failed 9 --oldest-due 1d --critical-oldest-due 36500d"), 1);
    EXIT(duectl.run("check q --nagios --failed 9 --oldest-due 1d --critical-oldest-due 2d"), 2);

    EXIT(duectl.run("add a|b t --in 1h"), 0);
    QCOMPARE(duectl.run("check a|b --nagios").out.count('|'), 1);

    // Anything that makes the state unknown leads to exit code 3 and a message in the format of monitoring plugins.
    const auto unknown = [](const Answer& answer) {
        return answer.code == 3 && answer.out.startsWith("DUELINE UNKNOWN - ") && answer.out.count('\n') == 1
            && answer.err.isEmpty();
    };
    for (const char* line :
        {"check nowhere --nagios", "check --nagios", "check q --nagios --failed x", "check q --nagios --json",
            "check q --nagios --failed 5 --critical-failed 2", "--url ftp://h check q --nagios"}) {
        const Answer answer = Duectl(line[0] == '-' ? QString() : server.url()).run(line);
        QVERIFY2(unknown(answer), answer.all());
    }
    FAILS(duectl.run("check q --critical-failed 5"), 2, "requires --nagios");
    server.stop();
    const Answer away = duectl.run("check q --nagios");
    QVERIFY2(unknown(away), away.all());
}

QTEST_GUILESS_MAIN(DuectlQueues)
#include "tst_duectl_queues.moc"
