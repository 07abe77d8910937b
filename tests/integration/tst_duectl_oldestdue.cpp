// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/integration/duectlprogram.h"
#include "tests/support/redisserver.h"

#include <QDateTime>
#include <QDir>
#include <QTemporaryDir>
#include <QTimeZone>

#include <algorithm>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

constexpr qint64 dueMinute = 60'000;
constexpr qint64 dueHour = 60 * dueMinute;

/// Replaces placeholders with an instant: {s} in seconds, {f} in fractional seconds, {ms}, {ns}, and {iso} as Python
/// writes it.
QByteArray withInstant(QByteArray text, qint64 ms)
{
    const QDateTime at = QDateTime::fromMSecsSinceEpoch(ms, QTimeZone::utc());
    return text.replace("{s}", QByteArray::number(ms / 1000))
        .replace("{f}", QByteArray::number(double(ms) / 1000, 'f', 3))
        .replace("{ms}", QByteArray::number(ms))
        .replace("{ns}", QByteArray::number(ms * 1'000'000))
        .replace("{iso}", at.toString(u"yyyy-MM-ddTHH:mm:ss.zzz000Z"_s).toLatin1());
}

QByteArray celeryMessage(const QByteArray& eta)
{
    return R"({"body":"W1tdLCB7fSwge31d","content-encoding":"utf-8","content-type":"application/json","headers":)"
           R"({"lang":"py","task":"t","id":"m1","eta":)"
        + eta
        + R"(,"retries":0},"properties":{"correlation_id":"m1","delivery_info":{"exchange":"","routing_key":)"
          R"("mail"},"body_encoding":"base64","delivery_tag":"d1"}})";
}

/// Queue whose only task has been due since a known instant.
struct WaitingTask
{
    QString name; ///< name of the test row
    QString queue; ///< name of the queue as a user types it
    QString layout = {}; ///< empty: auto
    std::vector<Command> commands = {};
};

std::vector<WaitingTask> recorded()
{
    const auto job = [](const char* base, std::vector<QByteArray> fields) {
        Command command{"HSET", QByteArray(base) + '1', "name", "send", "data", "{}"};
        command.insert(command.end(), fields.begin(), fields.end());
        return command;
    };
    const Command bullmq{"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"};
    const auto newJob = [](const char* jid) {
        return QByteArray(R"({"class":"J","args":[],"enqueued_at":4099251600000,"jid":")") + jid + "\"}";
    };
    const Command bull{"SET", "bull:mail:id", "1"};
    const QByteArray laravel = R"({"uuid":"a","displayName":"Mail","job":"x","data":{},"attempts":0,)";
    return {
        {u"Sidekiq 7"_s, u"mail"_s, {},
            {{"SET", "stat:processed", "1"}, {"SADD", "queues", "mail"},
                {"LPUSH", "queue:mail", R"({"class":"J","args":[],"jid":"a","created_at":1.5,"enqueued_at":{f}})"}}},
        {u"Sidekiq 8, no worker ever ran"_s, u"mail"_s, {},
            {{"SADD", "queues", "mail"},
                {"LPUSH", "queue:mail", R"({"class":"J","args":[],"jid":"a","enqueued_at":{ms}})"}}},
        {u"Sidekiq, an old job between new ones"_s, u"mail"_s, {},
            {{"SADD", "queues", "mail"},
                {"LPUSH", "queue:mail", newJob("1"), newJob("2"), newJob("3"), newJob("4"), newJob("5"),
                    R"({"class":"J","args":[],"jid":"a","enqueued_at":{ms}})", newJob("6"), newJob("7")}}},
        {u"BullMQ, an old job between new ones"_s, u"mail"_s, {},
            {bullmq, job("bull:mail:", {"timestamp", "{ms}"}),
                {"HSET", "bull:mail:2", "name", "send", "data", "{}", "timestamp", "4099251600000"},
                {"LPUSH", "bull:mail:wait", "2", "3", "4", "5", "1", "6", "7"}}},
        {u"BullMQ waiting"_s, u"mail"_s, {},
            {bullmq, job("bull:mail:", {"timestamp", "{ms}", "delay", "0"}), {"LPUSH", "bull:mail:wait", "1"}}},
        {u"BullMQ prioritized"_s, u"mail"_s, {},
            {bullmq, job("bull:mail:", {"timestamp", "{ms}", "priority", "3"}),
                {"ZADD", "bull:mail:prioritized", "12884901889", "1"}}},
        {u"BullMQ paused"_s, u"mail"_s, {},
            {bullmq, job("bull:mail:", {"timestamp", "{ms}"}), {"HSET", "bull:mail:meta", "paused", "1"},
                {"LPUSH", "bull:mail:paused", "1"}}},
        {u"BullMQ, the newest first"_s, u"mail"_s, {},
            {bullmq, job("bull:mail:", {"timestamp", "{ms}"}), {"RPUSH", "bull:mail:wait", "1", "2", "3", "4", "5"}}},
        {u"BullMQ, ids without a job before it"_s, u"mail"_s, {},
            {bullmq, job("bull:mail:", {"timestamp", "{ms}"}), {"LPUSH", "bull:mail:wait", "8", "9", "1"}}},
        {u"BullMQ after a backoff"_s, u"mail"_s, {},
            {bullmq,
                job("bull:mail:",
                    {"timestamp", "1795236791000", "atm", "1", "processedOn", "{ms}", "opts", R"({"attempts":5})"}),
                {"LPUSH", "bull:mail:wait", "1"}}},
        {u"Bull"_s, u"mail"_s, u"bull"_s,
            {bull, job("bull:mail:", {"timestamp", "{ms}", "delay", "0"}), {"LPUSH", "bull:mail:wait", "1"}}},
        {u"Laravel with Horizon"_s, u"mail"_s, {},
            {{"RPUSH", "laravel_database_queues:mail", laravel + R"("pushedAt":"{f}"})"}}},
        {u"Laravel with Horizon, delayed"_s, u"mail"_s, {},
            {{"RPUSH", "laravel_database_queues:mail", laravel + R"("pushedAt":"{f}","delay":0})"}}},
        {u"RQ"_s, u"mail"_s, {},
            {{"SADD", "rq:queues", "rq:queue:mail"}, {"RPUSH", "rq:queue:mail", "a"},
                {"HSET", "rq:job:a", "status", "queued", "origin", "mail", "created_at", "2026-01-01T00:00:00.000000Z",
                    "enqueued_at", "{iso}"}}},
        {u"RQ created"_s, u"mail"_s, {},
            {{"SADD", "rq:queues", "rq:queue:mail"}, {"RPUSH", "rq:queue:mail", "a"},
                {"HSET", "rq:job:a", "status", "queued", "origin", "mail", "created_at", "{iso}"}}},
        {u"asynq"_s, u"mail"_s, {},
            {{"SADD", "asynq:queues", "mail"}, {"LPUSH", "asynq:{mail}:pending", "a"},
                {"HSET", "asynq:{mail}:t:a", "msg", "", "state", "pending", "pending_since", "{ns}"}}},
        {u"Celery with an eta"_s, u"mail"_s, {},
            {{"SADD", "_kombu.binding.mail", QByteArray("mail\x06\x16\x06\x16mail")},
                {"LPUSH", "mail", celeryMessage("\"{iso}\"")}}},
        {u"zset"_s, u"jobs"_s, u"zset:jobs"_s, {{"ZADD", "jobs", "{s}", "a"}}},
    };
}

std::vector<WaitingTask> unrecorded()
{
    return {
        {u"Celery"_s, u"mail"_s, {},
            {{"SADD", "_kombu.binding.mail", QByteArray("mail\x06\x16\x06\x16mail")},
                {"LPUSH", "mail", celeryMessage("null")}}},
        {u"Laravel without Horizon"_s, u"mail"_s, {},
            {{"RPUSH", "laravel_database_queues:mail",
                R"({"uuid":"a","displayName":"Mail","job":"x","data":{},"attempts":0})"}}},
        {u"list"_s, u"jobs"_s, u"list:jobs"_s, {{"RPUSH", "jobs", "a"}}},
        {u"BullMQ retried by hand"_s, u"mail"_s, {},
            {{"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"},
                {"HSET", "bull:mail:1", "name", "send", "data", "{}", "timestamp", "1795236791000", "atm", "3"},
                {"LPUSH", "bull:mail:wait", "1"}}},
    };
}

} // namespace

/// Tests the reported waiting time of the oldest due task in every layout.
class TestDuectlOldestDue : public QObject
{
    Q_OBJECT

    std::unique_ptr<RedisServer> m_server;
    std::unique_ptr<Duectl> m_duectl;
    QTemporaryDir m_state;

    void write(const WaitingTask& waiting, qint64 since)
    {
        m_server->call({"FLUSHALL"});
        for (Command command : waiting.commands) {
            for (QByteArray& word : command)
                word = withInstant(word, since);
            QVERIFY2(!m_server->call(command).isError(), command.front().constData());
        }
    }
    static QStringList of(const WaitingTask& waiting, const QStringList& words)
    {
        return waiting.layout.isEmpty() ? words : QStringList{u"--layout"_s, waiting.layout} + words;
    }
    Answer run(const WaitingTask& waiting, const QStringList& words, const QByteArray& input = {}) const
    {
        return m_duectl->run(of(waiting, words), input);
    }
    /// Returns the answer from `check`, the assistant tool.
    QJsonObject assistantIsTold(const WaitingTask& waiting) const
    {
        const QByteArray lines
            = R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",)"
              R"("capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"
              "\n"
              R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
              "\n"
              R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"check","arguments":)"
              "{\"oldest_due\":\"5m\",\"queue\":\""
            + waiting.queue.toUtf8() + "\"}}}\n";
        const Answer answer = run(waiting, {u"mcp"_s, u"--queue"_s, waiting.queue}, lines);
        const QJsonObject last = QJsonDocument::fromJson(answer.lines().last()).object();
        const QString text = last[u"result"_s][u"content"_s][0][u"text"_s].toString();
        return QJsonDocument::fromJson(text.toUtf8()).object();
    }
    static void rows(const std::vector<WaitingTask>& all)
    {
        QTest::addColumn<int>("row");
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(qPrintable(all[i].name)) << int(i);
    }

private slots:
    void initTestCase()
    {
        m_server = std::make_unique<RedisServer>();
        m_duectl = std::make_unique<Duectl>(m_server->url());
        m_duectl->setVariable("XDG_STATE_HOME", m_state.path());
    }
    void init() { QDir(m_state.path()).removeRecursively(); }

    void aTaskThatWaitedForTwoHoursIsOverTheLimit_data() { rows(recorded()); }
    void aTaskThatWaitedForTwoHoursIsOverTheLimit()
    {
        QFETCH(int, row);
        const WaitingTask waiting = recorded()[std::size_t(row)];
        const qint64 since = QDateTime::currentMSecsSinceEpoch() - 2 * dueHour;
        write(waiting, since);
        const auto check = [&](const QStringList& more) {
            return run(waiting, QStringList{u"check"_s, waiting.queue} + more);
        };

        const Answer late = check({u"--oldest-due"_s, u"5m"_s});
        QVERIFY2(late.code == 1 && late.out.contains("has waited 2h"), late.all());
        const Answer fine = check({u"--oldest-due"_s, u"3h"_s});
        QVERIFY2(fine.code == 0 && fine.out.contains("fine"), fine.all());
        const QJsonObject json = check({u"--oldest-due"_s, u"5m"_s, u"--json"_s}).object();
        const qint64 age = json[u"oldest_due_age_ms"_s].toInteger();
        QVERIFY2(age >= 2 * dueHour - 1000 && age < 2 * dueHour + dueMinute, QByteArray::number(age));
        QCOMPARE(json[u"fine"_s], QJsonValue(false));
        const Answer plugin = check({u"--oldest-due"_s, u"5m"_s, u"--nagios"_s});
        QVERIFY2(plugin.code == 2 && plugin.out.contains("oldest_due=72"), plugin.all());

        // Checking all queues finds the task too.
        const Answer all = run(waiting, {u"check"_s, u"--oldest-due"_s, u"5m"_s});
        QVERIFY2(all.code == 1 && all.out.contains("has waited 2h"), all.all());
        // Lists, metrics and the assistant's answer show the same figure.
        const Answer queues = run(waiting, {u"queues"_s});
        QVERIFY2(queues.out.contains("2h"), queues.all());
        const Answer metrics = run(waiting, {u"metrics"_s});
        QVERIFY2(metrics.out.contains("} 72"), metrics.all());
        QVERIFY(assistantIsTold(waiting)[u"oldest_due_age_ms"_s].toInteger() >= 2 * dueHour - 1000);
    }

    /// Checks that for queues that record no times, the answer is "unknown", not "fine" or "over the limit".
    void whereNoTimeIsRecordedTheAnswerIsNotKnown_data() { rows(unrecorded()); }
    void whereNoTimeIsRecordedTheAnswerIsNotKnown()
    {
        QFETCH(int, row);
        const WaitingTask waiting = unrecorded()[std::size_t(row)];
        write(waiting, 0);
        const Answer named = run(waiting, {u"check"_s, waiting.queue, u"--oldest-due"_s, u"5m"_s});
        QVERIFY2(named.code == 3 && !named.out.contains("fine") && named.out.contains("is unknown"), named.all());
        const Answer json = run(waiting, {u"check"_s, waiting.queue, u"--json"_s});
        QCOMPARE(json.code, 3);
        QVERIFY2(!json.object()[u"fine"_s].toBool() && json.object()[u"oldest_due_age_ms"_s].isNull(), json.all());
        const Answer plugin = run(waiting, {u"check"_s, waiting.queue, u"--nagios"_s});
        QVERIFY2(plugin.code == 3 && plugin.out.startsWith("DUELINE UNKNOWN") && plugin.out.contains("oldest_due=U;"),
            plugin.all());
        // Checking all queues mentions this queue but doesn't fail because of it.
        const Answer all = run(waiting, {u"check"_s});
        QVERIFY2(
            all.code == 0 && all.err.contains(waiting.queue.toUtf8()) && all.err.contains("is unknown"), all.all());
        QVERIFY2(!all.out.contains("fine, 1 due"), all.all());
        bool isTold = false;
        for (const QJsonValue& queue : run(waiting, {u"queues"_s, u"--json"_s}).array())
            isTold = isTold || queue[u"oldest_due_known"_s] == QJsonValue(false);
        QVERIFY(isTold);
        const QByteArray figure = "oldest_due_age_seconds{queue=\"" + waiting.queue.toUtf8();
        QVERIFY(!run(waiting, {u"metrics"_s}).out.contains(figure));
        const QJsonObject told = assistantIsTold(waiting);
        QVERIFY(told[u"fine"_s] == QJsonValue(false) && told[u"oldest_due_age_ms"_s].isNull());
    }

    /// Checks that a task in a list has no due time, and that none is made up.
    void aTaskWithoutADueTimeHasNone()
    {
        for (const WaitingTask& waiting : recorded()) {
            if (waiting.name != u"Sidekiq 7" && waiting.name != u"BullMQ waiting" && waiting.name != u"RQ")
                continue;
            write(waiting, QDateTime::currentMSecsSinceEpoch() - dueHour);
            const Answer listed = run(waiting, {u"list"_s, waiting.queue, u"--json"_s});
            QCOMPARE(listed.array().size(), 1);
            QVERIFY2(listed.array().at(0)[u"due_ms"_s].isNull(), listed.all());
            for (const QStringList& selection : {QStringList{u"--all"_s}, {u"--match"_s, u"state:due"_s}}) {
                const QStringList discard = QStringList{u"discard"_s, waiting.queue, u"--dry-run"_s} + selection;
                const Answer text = run(waiting, discard);
                QVERIFY2(text.code == 0 && text.out.contains("This would"), text.all());
                QVERIFY2(!text.out.contains("Due from"), text.all());
                const Answer json = run(waiting, discard + QStringList{u"--json"_s});
                const QJsonObject preview = json.object();
                QVERIFY2(preview[u"first_due_ms"_s].isNull() && preview[u"last_due_ms"_s].isNull(), json.all());
            }
        }
    }

    /// Checks that the answer for an empty queue is "fine", not "unknown", because no task is waiting.
    void anEmptyQueueIsFine()
    {
        WaitingTask waiting = unrecorded().front();
        write(waiting, 0);
        m_server->call({"DEL", "mail"});
        QCOMPARE(run(waiting, {u"check"_s, u"mail@celery"_s}).code, 0);
    }

    /// Checks that an id whose job doesn't exist is ignored, because no task will run for it.
    void anIdWithoutAJobIsNotOverdue()
    {
        for (const WaitingTask& waiting : recorded()) {
            if (waiting.name != u"BullMQ waiting" && waiting.name != u"Bull" && waiting.name != u"RQ"
                && waiting.name != u"asynq")
                continue;
            write(waiting, QDateTime::currentMSecsSinceEpoch() - 2 * dueHour);
            m_server->call({"DEL", "bull:mail:1", "rq:job:a", "asynq:{mail}:t:a"});
            const Answer check = run(waiting, {u"check"_s, waiting.queue, u"--oldest-due"_s, u"5m"_s});
            QVERIFY2(check.code == 0, check.all());
        }
    }

    void aDueIdWithoutAJobIsNotOverdue_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<Command>("queue");
        QTest::addColumn<QByteArray>("set");
        QTest::addColumn<QByteArray>("job");
        QTest::addColumn<double>("scorePerMs"); // 0 if the score is not an instant
        const Command bull{"SET", "bull:mail:id", "1"};
        const Command bullmq{"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"};
        QTest::newRow("BullMQ delayed") << u"bullmq"_s << bullmq << QByteArray("bull:mail:delayed")
                                        << QByteArray("bull:mail:") << 4096.0;
        QTest::newRow("BullMQ prioritized")
            << u"bullmq"_s << bullmq << QByteArray("bull:mail:prioritized") << QByteArray("bull:mail:") << 0.0;
        QTest::newRow("Bull delayed") << u"bull"_s << bull << QByteArray("bull:mail:delayed")
                                      << QByteArray("bull:mail:") << 4096.0;
        QTest::newRow("asynq scheduled") << u"asynq"_s << Command{"SADD", "asynq:queues", "mail"}
                                         << QByteArray("asynq:{mail}:scheduled") << QByteArray("asynq:{mail}:t:")
                                         << 0.001;
        QTest::newRow("asynq retry") << u"asynq"_s << Command{"SADD", "asynq:queues", "mail"}
                                     << QByteArray("asynq:{mail}:retry") << QByteArray("asynq:{mail}:t:") << 0.001;
        QTest::newRow("RQ scheduled") << u"rq"_s << Command{"SADD", "rq:queues", "rq:queue:mail"}
                                      << QByteArray("rq:scheduled:mail") << QByteArray("rq:job:") << 0.001;
    }
    /// Checks that an id without a job doesn't count, no matter how long ago it was due. With too many such ids, the
    /// waiting time is unknown.
    void aDueIdWithoutAJobIsNotOverdue()
    {
        QFETCH(QString, layout);
        QFETCH(Command, queue);
        QFETCH(QByteArray, set);
        QFETCH(QByteArray, job);
        QFETCH(double, scorePerMs);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const auto addDue = [&](const QByteArray& id, qint64 ms) {
            const double score = scorePerMs > 0 ? double(ms) * scorePerMs : 12884901889.0;
            m_server->call({"ZADD", set, QByteArray::number(score, 'f', 3), id});
        };
        const auto run = [&](const QStringList& words) {
            return m_duectl->run(QStringList{u"--layout"_s, layout} + words);
        };
        const auto age = [&] {
            return run({u"check"_s, u"mail"_s, u"--json"_s}).object()[u"oldest_due_age_ms"_s].toInteger();
        };
        m_server->call({"FLUSHALL"});
        m_server->call(queue);
        addDue("gone1", now - 2 * dueHour);
        addDue("gone2", now - dueHour);
        const Answer check = run({u"check"_s, u"mail"_s, u"--oldest-due"_s, u"5m"_s});
        QVERIFY2(check.code == 0, check.all());
        const Answer queues = run({u"queues"_s});
        QVERIFY2(!queues.out.contains("2h") && !queues.out.contains(" ? "), queues.all());
        const Answer metrics = run({u"metrics"_s});
        QVERIFY2(metrics.code == 0 && !metrics.out.contains("} 72"), metrics.all());

        m_server->call({"HSET", job + "there", "name", "send", "data", "{}", "msg", "", "state", "scheduled", "status",
            "scheduled", "timestamp", QByteArray::number(now - 10 * dueMinute), "pending_since",
            QByteArray::number((now - 10 * dueMinute) * 1'000'000)});
        addDue("there", now - 10 * dueMinute);
        QVERIFY2(age() >= 10 * dueMinute && age() < dueHour, QByteArray::number(age()));

        m_server->call({"DEL", set, job + "there"});
        for (int i = 0; i < 150; ++i)
            addDue("gone" + QByteArray::number(i), now - dueHour - i);
        const Answer unknown = run({u"check"_s, u"mail"_s, u"--oldest-due"_s, u"5m"_s});
        QVERIFY2(unknown.code == 3 && unknown.out.contains("is unknown"), unknown.all());
    }

    void aStarvedPriorityIsFound_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<int>("starved"); // the old job's priority
        for (const char* layout : {"bullmq", "bull"}) {
            QTest::addRow("%s, the first", layout) << QString::fromLatin1(layout) << 1;
            QTest::addRow("%s, in the middle", layout) << QString::fromLatin1(layout) << 70;
            QTest::addRow("%s, the last", layout) << QString::fromLatin1(layout) << 2'097'151;
        }
    }
    /// Checks that the oldest job of each priority is found, even with 150 new jobs of every priority.
    void aStarvedPriorityIsFound()
    {
        QFETCH(QString, layout);
        QFETCH(int, starved);
        m_server->call({"FLUSHALL"});
        m_server->call({"SET", "bull:mail:id", "1"});
        if (layout == u"bullmq")
            m_server->call({"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"});
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const Reply added = m_server->call({"EVAL", R"lua(
            local counter = 0
            for _, priority in ipairs({1, 2, 5, 70, 71, 400, 2097151}) do
              for i = 1, 150 do
                counter = counter + 1
                local isOld = priority == tonumber(ARGV[2]) and i == 1
                local id = priority .. '-' .. i
                redis.call('HSET', 'bull:mail:' .. id, 'name', 'send', 'data', '{}', 'timestamp', isOld and ARGV[3] or ARGV[4])
                if ARGV[1] == 'bullmq' then
                  redis.call('ZADD', 'bull:mail:prioritized', string.format('%.0f', priority * 4294967296 + counter), id)
                else
                  redis.call('ZADD', 'bull:mail:priority', priority, id)
                  redis.call('LPUSH', 'bull:mail:wait', id)
                end
              end
            end)lua",
            "0", layout.toUtf8(), QByteArray::number(starved), QByteArray::number(now - 2 * dueHour),
            QByteArray::number(now)});
        QVERIFY2(!added.isError(), added.bytes);
        const QStringList open{u"--layout"_s, layout};
        const Answer late = m_duectl->run(open + QStringList{u"check"_s, u"mail"_s, u"--oldest-due"_s, u"5m"_s});
        QVERIFY2(late.code == 1 && late.out.contains("has waited 2h"), late.all());
        QVERIFY(m_duectl->run(open + QStringList{u"queues"_s}).out.contains("2h"));
        const Answer fine = m_duectl->run(open + QStringList{u"check"_s, u"mail"_s, u"--oldest-due"_s, u"3h"_s});
        QVERIFY2(fine.code == 0, fine.all());
    }

    /// Checks that a queue with more priorities than Dueline reads is not reported as fine.
    void moreOfPrioritiesThanAreReadIsUnknown()
    {
        m_server->call({"FLUSHALL"});
        m_server->call({"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"});
        m_server->call({"EVAL", R"lua(
            for priority = 1, 1000 do
              redis.call('HSET', 'bull:mail:' .. priority .. 'p', 'name', 'send', 'data', '{}', 'timestamp', ARGV[1])
              redis.call('ZADD', 'bull:mail:prioritized', string.format('%.0f', priority * 7 * 4294967296 + priority), priority .. 'p')
            end)lua",
            "0", QByteArray::number(QDateTime::currentMSecsSinceEpoch())});
        const Answer check = m_duectl->run("check mail --oldest-due 5m");
        QVERIFY2(check.code == 3 && check.out.contains("is unknown: The queue has many priorities"), check.all());
        QCOMPARE(m_duectl->run("queues --json").array().at(0)[u"oldest_due_known"_s], QJsonValue(false));
    }

    void jobsAtTheWrongPlaceAreUnknown_data()
    {
        QTest::addColumn<Command>("ids");
        QTest::newRow("waiting") << Command{"LPUSH", "custom:bull:mail:wait", "1", "2"};
        QTest::newRow("delayed") << Command{"ZADD", "custom:bull:mail:delayed", "4096000", "1"};
        QTest::newRow("prioritized") << Command{"ZADD", "custom:bull:mail:prioritized", "12884901889", "1"};
    }
    /// Checks that the waiting time is unknown if a client with ioredis's keyPrefix has stored the jobs under other
    /// keys. These jobs are waiting, so their ids must not count as ids without a job.
    void jobsAtTheWrongPlaceAreUnknown()
    {
        QFETCH(Command, ids);
        m_server->call({"FLUSHALL"});
        m_server->call({"HSET", "custom:bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"});
        m_server->call(ids);
        const Answer gone = m_duectl->run("check mail --oldest-due 5m");
        QVERIFY2(gone.code == 0, gone.all()); // None of the jobs exist.
        for (const char* id : {"1", "2"})
            m_server->call({"HSET", QByteArray("bull:mail:") + id, "name", "x", "data", "{}", "timestamp", "1"});
        const Answer check = m_duectl->run("check mail --oldest-due 5m");
        QVERIFY2(check.code == 3 && check.out.contains("is unknown: A client's ioredis keyPrefix put"), check.all());
        QVERIFY2(!check.out.contains("fine"), check.out);
        const Answer plugin = m_duectl->run("check mail --oldest-due 5m --nagios");
        QVERIFY2(plugin.code == 3 && plugin.out.contains("oldest_due=U"), plugin.all());
    }

    /// Checks that the delay before a task became due doesn't count as waiting time; the field is 0.
    void aDelayDoesNotCountAsWaiting()
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        const std::vector<WaitingTask> rows = recorded();
        WaitingTask waiting = *std::find_if(
            rows.begin(), rows.end(), [](const WaitingTask& row) { return row.name == u"BullMQ waiting"; });
        waiting.commands.push_back({"HSET", "bull:mail:1", "opts", R"({"delay":7200000})"});
        write(waiting, now - 2 * dueHour - dueMinute);
        const QJsonObject json = run(waiting, {u"check"_s, u"mail"_s, u"--json"_s}).object();
        const qint64 age = json[u"oldest_due_age_ms"_s].toInteger();
        QVERIFY2(age >= dueMinute && age < 3 * dueMinute, QByteArray::number(age));

        waiting.commands.back() = {"HSET", "bull:mail:1", "atm", "2", "processedOn", "{ms}", "opts",
            R"({"attempts":5,"backoff":{"type":"exponential","delay":3600000}})"};
        write(waiting, now - 2 * dueHour - dueMinute); // The backoff after two attempts is 2^1 hours.
        const qint64 again
            = run(waiting, {u"check"_s, u"mail"_s, u"--json"_s}).object()[u"oldest_due_age_ms"_s].toInteger();
        QVERIFY2(again >= dueMinute && again < 3 * dueMinute, QByteArray::number(again));
    }

    /// Checks that queues are listed even if a task is very long.
    void aTaskOfAnyLengthHidesNothing()
    {
        const qint64 since = QDateTime::currentMSecsSinceEpoch() - 2 * dueHour;
        WaitingTask waiting = recorded().front();
        waiting.commands.push_back({"SADD", "queues", "long"});
        waiting.commands.push_back(
            {"EVAL", "return redis.call('LPUSH', KEYS[1], string.rep('x', 70000000))", "1", "queue:long"});
        write(waiting, since);
        const Answer check = run(waiting, {u"check"_s, u"--oldest-due"_s, u"5m"_s});
        QVERIFY2(check.code == 1 && check.out.contains("mail@sidekiq: the oldest due task has waited 2h"), check.all());
        QVERIFY2(check.out.contains("long@sidekiq: 1 due; the waiting time"), check.all());
    }
};

QTEST_GUILESS_MAIN(TestDuectlOldestDue)
#include "tst_duectl_oldestdue.moc"
