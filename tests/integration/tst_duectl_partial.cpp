// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/frameworkwriter.h"
#include "tests/support/redisserver.h"

#include <QDir>
#include <QTemporaryDir>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr const char* partly = "Scanned";
constexpr int otherKeys = 300'000; ///< more keys than one scan covers

/// Returns the JSON object that marks an answer as incomplete, or an empty one if it is complete.
QJsonObject gapIn(const Answer& answer)
{
    for (const QJsonValue& each : answer.array()) {
        if (each.toObject().contains(u"incomplete"_s))
            return each.toObject();
    }
    return {};
}

} // namespace

/// Tests answers after a scan that covered only some of the keys.
class TestDuectlPartial : public QObject
{
    Q_OBJECT

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Duectl> m_duectl;
    QTemporaryDir m_state;
    QByteArray m_hidden; ///< prefix of a BullMQ queue `mail` with three failed jobs that no scan reaches

    /// Hides a queue under a prefix that a scan like duectl's doesn't reach.
    void hideAQueue()
    {
        std::vector<QByteArray> prefixes;
        for (int i = 0; i < 60; ++i) {
            prefixes.push_back("shop" + QByteArray::number(i));
            m_server->call(
                {"HSET", prefixes.back() + ":mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "1"});
        }
        QByteArray cursor = "0";
        for (int i = 0; i < 220; ++i) {
            const Reply page = m_server->call({"SCAN", cursor, "COUNT", "1000"});
            cursor = page.items[0].bytes;
            for (const Reply& key : page.items[1].items)
                std::erase_if(prefixes, [&](const QByteArray& prefix) { return key.bytes == prefix + ":mail:meta"; });
        }
        QVERIFY(!prefixes.empty());
        m_hidden = prefixes.front();
        for (int i = 0; i < 60; ++i) {
            if (const QByteArray prefix = "shop" + QByteArray::number(i); prefix != m_hidden)
                m_server->call({"DEL", prefix + ":mail:meta"});
        }
        for (const char* id : {"1", "2", "3"}) {
            m_server->call({"HSET", m_hidden + ":mail:" + id, "name", "send", "data", "{}", "failedReason", "down"});
            m_server->call({"ZADD", m_hidden + ":mail:failed", "1795236791229", id});
        }
    }
    Answer run(const char* line) const { return m_duectl->run(line); }

private slots:
    void initTestCase()
    {
        m_server = std::make_unique<RedisServer>();
        m_duectl = std::make_unique<Duectl>(m_server->url());
        m_duectl->setVariable("XDG_STATE_HOME", m_state.path());
        m_server->call({"EVAL", "for i = 1, tonumber(ARGV[1]) do redis.call('SET', 'session:' .. i, i) end", "0",
            QByteArray::number(otherKeys)});
        hideAQueue();
    }
    void init() { QDir(m_state.path()).removeRecursively(); } // the folder stores discovered queues

    /// Checks that a check's exit code is not 0, which would mean that all queues are fine.
    void aCheckOfAllQueuesIsNotFine()
    {
        const Answer check = run("check --failed 2");
        QVERIFY2(check.code == 3 && check.err.contains(partly) && check.err.contains("--layout"), check.all());
        QVERIFY2(!check.err.contains("There are no queues"), check.all());
        const Answer json = run("check --failed 2 --json");
        QCOMPARE(json.code, 3);
        QVERIFY(gapIn(json)[u"incomplete"_s].toString().contains(QLatin1String(partly)));
        const qint64 keys = m_server->call({"DBSIZE"}).integer;
        const qint64 looked = gapIn(json)[u"keys_looked_at"_s].toInteger();
        QVERIFY(looked > 0 && looked < keys);
        QCOMPARE(gapIn(json)[u"keys"_s].toInteger(), keys);
        // An exceeded limit takes precedence over an incomplete scan.
        m_server->call({"SADD", "rq:queues", "rq:queue:low"});
        m_server->call({"ZADD", "rq:failed:low", "4000000000", "a"}); // when RQ forgets the job
        const Answer over = run("check --failed 0");
        QVERIFY2(over.code == 1 && over.err.contains(partly), over.all());
        m_server->call({"DEL", "rq:queues", "rq:failed:low"});
    }

    void everyCommandOverAllQueuesSaysSo_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<int>("code");
        QTest::newRow("queues") << QByteArray("queues") << 0;
        QTest::newRow("list") << QByteArray("list --match state:failed") << 0;
        QTest::newRow("failures") << QByteArray("failures") << 0;
        QTest::newRow("timeline") << QByteArray("timeline") << 0;
        QTest::newRow("workers") << QByteArray("workers") << 0;
        for (const char* layout : {"bullmq", "bull", "celery", "laravel", "sidekiq", "rq", "asynq"}) {
            QTest::newRow(layout) << QByteArray("--layout ") + layout + " queues" << 0;
            QTest::addRow("check %s", layout) << QByteArray("--layout ") + layout + " check" << 3;
        }
        QTest::newRow("two") << QByteArray("--layout bullmq --layout bull check") << 3;
    }
    void everyCommandOverAllQueuesSaysSo()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, code);
        const Answer text = run(line.constData());
        QVERIFY2(text.code == code && text.err.contains(partly), text.all());
        for (const char* allClear : {"No queues yet", "There are no queues", "No failed tasks.", "No workers."})
            QVERIFY2(!text.err.contains(allClear), text.all());
        const Answer json = run((line + " --json").constData());
        QCOMPARE(json.code, code);
        QVERIFY2(!gapIn(json).isEmpty(), json.all());
    }

    /// Checks that the reported number of scanned keys doesn't exceed the number of existing keys.
    void noMoreKeysAreScannedThanThereAre()
    {
        RedisServer few;
        for (const char* key : {"huey.storage.a", "huey.redis.a", "b", "c"})
            few.call({"SET", key, "1"});
        few.call({"RPUSH", "resque:queue:a", R"({"class":"A","args":[]})"});
        few.call({"SADD", "resque:queues", "a"});
        const Duectl duectl(few.url());
        const QJsonObject gap = gapIn(duectl.run("queues --json"));
        QVERIFY2(gap.contains(u"keys_looked_at"_s), duectl.run("queues --json").all());
        QCOMPARE(gap[u"keys"_s].toInteger(), few.call({"DBSIZE"}).integer);
        QVERIFY2(gap[u"keys_looked_at"_s].toInteger() <= gap[u"keys"_s].toInteger(),
            QJsonDocument(gap).toJson().constData());
    }

    /// Checks that the command doesn't suggest a layout that was already specified.
    void checkNamesARemedyThatIsLeft()
    {
        QVERIFY(run("check").err.contains("or their layout (--layout)"));
        for (const char* line :
            {"--layout bullmq check", "--layout sidekiq check", "--layout rq check", "--layout asynq check"}) {
            const Answer alone = run(line);
            QVERIFY2(alone.code == 3 && alone.err.contains("Specify the queues: duectl check QUEUE."), alone.all());
            QVERIFY2(!alone.err.contains("--layout"), alone.all());
        }
    }

    void theDoctorHasANotice()
    {
        const Answer text = run("doctor");
        QVERIFY2(text.out.contains(partly), text.all());
        for (const char* line :
            {"--layout bullmq doctor", "--layout sidekiq doctor", "--layout rq doctor", "--layout asynq doctor"}) {
            const Answer alone = run(line);
            QVERIFY2(alone.out.contains(partly), alone.all());
        }
        const Answer assistant = m_duectl->run({u"mcp"_s, u"--queue"_s, u"mail"_s},
            R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},)"
            R"("clientInfo":{"name":"t","version":"1"}}})"
            "\n"
            R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
            "\n"
            R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"doctor","arguments":{}}})"
            "\n"
            R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"queues","arguments":{}}})"
            "\n"
            R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"check","arguments":{"queue":"mail"}}})"
            "\n");
        const QList<QByteArray> lines = assistant.lines();
        QVERIFY(lines.size() >= 4);
        for (qsizetype i = lines.size() - 3; i < lines.size(); ++i)
            QVERIFY2(lines[i].contains(partly), lines[i].constData());
    }

    void metricsSayThatTheSearchGoesOn()
    {
        for (const char* line : {"metrics", "--layout bullmq metrics"}) {
            const Answer metrics = run(line);
            // A reading continues the scan for 200 ms, which may be enough to complete it on a fast machine.
            const bool isComplete = metrics.out.contains("\ndueline_discovery_complete 1");
            QVERIFY2(isComplete || metrics.out.contains("\ndueline_discovery_complete 0"), metrics.all());
            const bool findsIt = QByteArrayView(line) == "metrics"; // `--layout bullmq` covers a different prefix
            QVERIFY2(!isComplete || !findsIt || metrics.out.contains("mail"), metrics.all());
        }
    }

    /// Checks the answer if a queue name without a layout is not found: the queue may still be in keys that have not
    /// been scanned.
    void aNamedQueueThatWasNotFoundMayBeThere()
    {
        const Answer check = run("check mail --failed 2");
        QVERIFY2(check.code == 3 && check.err.contains(partly) && check.err.contains("--layout"), check.all());
        QVERIFY2(!check.err.contains("There is no queue"), check.all());
        const Answer plugin = run("check mail --nagios");
        QVERIFY2(
            plugin.code == 3 && plugin.out.startsWith("DUELINE UNKNOWN") && plugin.out.contains(partly), plugin.all());
        const Answer list = run("list mail");
        QVERIFY2(list.code == 1 && list.err.contains(partly), list.all());
        // A name with its layout finds the queue, no matter how far the scan has got.
        const Answer found = m_duectl->run(
            {u"check"_s, u"mail@bullmq:%1"_s.arg(QString::fromLatin1(m_hidden)), u"--failed"_s, u"2"_s});
        QVERIFY2(found.code == 1 && found.out.contains("3 failed (limit 2)"), found.all());
        const Answer other = m_duectl->run({u"--layout"_s, u"bullmq:%1"_s.arg(QString::fromLatin1(m_hidden)),
            u"check"_s, u"mail"_s, u"--failed"_s, u"2"_s});
        QVERIFY2(other.code == 1 && other.out.contains("3 failed (limit 2)"), other.all());
    }

    /// Checks that every layout looks up a named queue's keys.
    void aNamedQueueIsFoundInEveryLayout()
    {
        for (const QByteArray& layout : FrameworkWriter::layouts()) {
            const auto writer = FrameworkWriter::of(layout, *m_server);
            writer->write("named", {"a", TaskState::Due});
            for (const QByteArray& line :
                {"list named@" + layout, QByteArray("list named"), "--layout " + layout + " list named"}) {
                const Answer list = run(line.constData());
                QVERIFY2(list.code == 0 && !list.err.contains(partly), layout + ": " + list.all());
            }
            for (const Reply& key : m_server->call({"KEYS", "*named*"}).items)
                m_server->call({"DEL", key.bytes});
            m_server->call({"SREM", "queues", "named"});
            m_server->call({"SREM", "asynq:queues", "named"});
            m_server->call({"DEL", "rq:queues"});
        }
    }

    /// Checks that the answer is complete for layouts with a key that lists all queues.
    void aLayoutThatListsItsQueuesIsComplete_data()
    {
        QTest::addColumn<QByteArray>("layout");
        for (const char* layout : {"native", "zset:jobs", "list:jobs"})
            QTest::newRow(layout) << QByteArray(layout);
    }
    void aLayoutThatListsItsQueuesIsComplete()
    {
        QFETCH(QByteArray, layout);
        const Answer check = run(("--layout " + layout + " check").constData());
        QVERIFY2(check.code == 0 && !check.err.contains(partly), check.all());
        QVERIFY(gapIn(run(("--layout " + layout + " check --json").constData())).isEmpty());
    }

    /// Checks that `check` doesn't report success for a user who may not run SCAN and therefore finds no keys.
    void aUserWithoutScanIsToldThatNotAllWasChecked()
    {
        m_server->call({"ACL", "SETUSER", "default", "-scan"});
        const Answer check = run("check");
        m_server->call({"ACL", "SETUSER", "default", "+scan"});
        QVERIFY2(check.code == 3 && check.err.contains("SCAN"), check.all());
    }
};

QTEST_GUILESS_MAIN(TestDuectlPartial)
#include "tst_duectl_partial.moc"
