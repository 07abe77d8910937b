// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/doctor/doctorfinding.h"
#include "core/layouts/asynq/asynqmessage.h"
#include "core/layouts/native/nativekeys.h"
#include "core/layouts/port/layouttext.h"
#include "tests/support/nativeplace.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

namespace dueline {

/// Queues of every layout with every doctor finding, and with malicious names, ids and workers. Add a state here for
/// each new finding: tst_hostilenames compares these findings with those in the sources.
class HostileFindings
{
public:
    /// File that every malicious name tries to create. A shell must never create it.
    static constexpr const char* bait = "CANARY";

    static std::vector<std::pair<const char*, QByteArray>> names()
    {
        const QByteArray touch = QByteArray("/usr/bin/touch ") + bait;
        return {
            {"a terminal's title", "x; " + touch + " #\x1b]0;pwned\x07\x1b[8m"},
            {"a line feed", "a\n" + touch + "\n"},
            {"substitutions", "$(" + touch + ")`" + touch + "`"},
            {"quotes", "it's \"; " + touch + "; '" + touch + "' \\"},
            {"an option", "-rf --all; " + touch},
            {"invalid UTF-8", "\xff\xfe; " + touch + " \xc3"},
            {"right to left", "exe.\u202egpj; " + touch},
            {"place markers", "%1 %2 %3 %n; " + touch},
            {"a zero byte", QByteArray("a\0; ", 4) + touch},
        };
    }

    HostileFindings(RedisServer& server, const QByteArray& name)
        : m_server(server)
        , m_name(name)
        , m_now(server.call({"TIME"}).items.at(0).bytes.toLongLong())
    {
        fillNative();
        fillCelery();
        fillSidekiq();
        fillRq();
        fillAsynq();
        fillBullmq();
        fillLaravel();
        fillStreams();
    }
    /// Returns a layout that also shows a stream's delayed messages.
    QString delayedLayout() const
    {
        return QStringLiteral("stream:%1?delayed=%2").arg(encodedPart(m_name + "taken"), encodedPart(m_name + "later"));
    }
    /// Simulates a Sidekiq process that died while running a job. Call this last: the doctor then reports no other
    /// process findings.
    void loseAJob()
    {
        const QByteArray job
            = json(QJsonObject{{QStringLiteral("payload"), QString::fromUtf8(json({{QStringLiteral("jid"), text()}}))},
                {QStringLiteral("queue"), text()}, {QStringLiteral("run_at"), m_now - 300}});
        m_server.call({"HSET", "silent" + m_name + ":work", "tid", job});
        m_server.call({"HSET", "silent" + m_name, "busy", "1"});
    }

    /// Returns why a sentence with suggested commands is unsafe for a terminal or shell, or an empty string if it is
    /// safe.
    static QString complaint(const QString& sentence)
    {
        if (printable(sentence.toUtf8(), 100'000) != sentence)
            return QStringLiteral("has characters that command a terminal: ") + printable(sentence.toUtf8(), 2000);
        static const QRegularExpression quoted(QStringLiteral("(\\$?'[^']*'|\\\\')+"));
        if (QString(sentence).remove(quoted).contains(QStringLiteral("touch ") + QLatin1String(bait)))
            return QStringLiteral("has a name that is not quoted: ") + sentence;
        return {};
    }

private:
    static QByteArray json(const QJsonObject& object) { return QJsonDocument(object).toJson(QJsonDocument::Compact); }
    QString text() const { return QString::fromUtf8(m_name); }
    static QByteArray number(qint64 value) { return QByteArray::number(value); }

    void fillNative()
    {
        NativeWorkerLane lane(m_server.config(), "worker" + m_name);
        const auto add = [&](const QueueName& queue) {
            std::vector<NewTask> tasks;
            for (const char* id : {"a", "b", "c", "d", "e", "f", "g"})
                tasks.push_back({"t#" + m_name + id, {}, Millis(-1'000), {}, "x"});
            if (!lane.adder.add(queue, tasks))
                qFatal("native tasks cannot be added");
        };
        const auto ago = [&](qint64 seconds) { return number((m_now - seconds) * 1'000); };
        const QByteArray id = "t#" + m_name;
        const NativeKeys keys("dueline", m_name);
        add(m_name);
        const auto leases = lane.broker.claim({m_name, 3, Millis(600'000), {true, {}, {}}});
        if (!leases || leases->leases.size() != 3 || !lane.broker.quarantine(m_name, {leases->leases[0]}, "x"))
            qFatal("native tasks cannot be claimed");
        m_server.call({"ZADD", keys.leased(), ago(60), leases->leases[1].id});
        m_server.call({"ZADD", keys.pending(), ago(300), id + "g"});
        m_server.call({"HDEL", keys.tasks(), id + "d"});
        m_server.call({"ZREM", keys.pending(), id + "e"});
        m_server.call({"ZADD", keys.failed(), ago(60), id + "f"});
        m_server.call({"HSET", keys.tries(), id + "gone", "1 1 0 0"});
        m_server.call({"HSET", keys.schedules(), m_name, "damaged"});
        const QByteArray paused = m_name + "2";
        add(paused);
        m_server.call({"HSET", NativeKeys("dueline", paused).meta(), "paused", "1"});
        m_server.call({"ZADD", NativeKeys("dueline", paused).pending(), ago(300), id + "a"});
        const QByteArray spoilt = m_name + "3";
        add(spoilt);
        m_server.call({"RPUSH", NativeKeys("dueline", spoilt).trash(), "x"});
    }

    void fillCelery()
    {
        const QByteArray message = json(QJsonObject{{QStringLiteral("body"), QStringLiteral("W10=")},
            {QStringLiteral("content-encoding"), QStringLiteral("utf-8")},
            {QStringLiteral("content-type"), QStringLiteral("application/json")},
            {QStringLiteral("headers"),
                QJsonObject{{QStringLiteral("task"), text()}, {QStringLiteral("id"), text()},
                    {QStringLiteral("eta"), QStringLiteral("2099-01-01T00:00:00+00:00")}}},
            {QStringLiteral("properties"),
                QJsonObject{{QStringLiteral("body_encoding"), QStringLiteral("base64")},
                    {QStringLiteral("delivery_tag"), text()}, {QStringLiteral("priority"), 0},
                    {QStringLiteral("delivery_info"),
                        QJsonObject{
                            {QStringLiteral("exchange"), QString()}, {QStringLiteral("routing_key"), text()}}}}}});
        m_server.call({"SADD", "_kombu.binding." + m_name, m_name + "\x06\x16\x06\x16" + m_name});
        m_server.call({"LPUSH", m_name, message});
        m_server.call({"HSET", "unacked", "old" + m_name, '[' + message + ",\"\",\"q\"]", "new" + m_name,
            '[' + message + ",\"\",\"q\"]", "unlisted" + m_name, '[' + message + ",\"\",\"q\"]"});
        m_server.call({"ZADD", "unacked_index", number(m_now - 9'000), "old" + m_name, number(m_now), "new" + m_name});
    }

    void fillSidekiq()
    {
        m_server.call({"INCR", "stat:processed"});
        m_server.call({"SADD", "queues", m_name});
        m_server.call({"LPUSH", "queue:" + m_name,
            json({{QStringLiteral("class"), text()}, {QStringLiteral("jid"), text()},
                {QStringLiteral("args"), QJsonArray()}, {QStringLiteral("queue"), text()},
                {QStringLiteral("enqueued_at"), double(m_now - 300)}})});
        for (const auto& [process, beat] :
            {std::pair{"silent" + m_name, m_now - 300}, std::pair{"alive" + m_name, m_now}}) {
            m_server.call({"SADD", "processes", process});
            m_server.call({"HSET", process, "info", R"({"hostname":"h","pid":7,"concurrency":5,"queues":["web"]})",
                "busy", "0", "beat", number(beat)});
        }
        m_server.call({"SADD", "processes", "gone" + m_name});
        const QByteArray left = json({{QStringLiteral("class"), text()}, {QStringLiteral("jid"), text()},
            {QStringLiteral("args"), QJsonArray()}, {QStringLiteral("queue"), text()}});
        m_server.call({"LPUSH", "working:queue:" + m_name + ":h:7:0123456789ab", left});
        m_server.call({"ZADD", "interrupted", "1600000000", left});
        Command dead{"ZADD", "dead"};
        for (int i = 0; i < 10'000; ++i)
            dead.insert(dead.end(), {"1600000000", m_name + QByteArray::number(i)});
        m_server.call(dead);
    }

    void fillRq()
    {
        const QByteArray old = "2020-11-25T17:50:11.441072Z";
        m_server.call({"SADD", "rq:queues", "rq:queue:" + m_name});
        for (const char* id : {"queued", "due", "left", "stray", "taken"}) {
            const QByteArray status = qstrcmp(id, "due") == 0 ? "scheduled"
                : qstrcmp(id, "left") == 0                    ? "started"
                                                              : "queued";
            m_server.call({"HSET", "rq:job:" + m_name + id, "status", status, "origin", m_name, "data", "x",
                "description", "x", "created_at", old, "enqueued_at", old});
        }
        m_server.call({"RPUSH", "rq:queue:" + m_name, m_name + "queued"});
        m_server.call({"ZADD", "rq:scheduled:" + m_name, "1600000000", m_name + "due"});
        m_server.call({"ZADD", "rq:wip:" + m_name, "1600000000", m_name + "left"});
        m_server.call({"RPUSH", "rq:queue:" + m_name + ":intermediate", m_name + "taken"});
        for (const auto& [id, awaited] : {std::pair{"afterfailed", "rqfailed"}, std::pair{"aftergone", "rqgone"}}) {
            m_server.call({"HSET", "rq:job:" + m_name + id, "status", "deferred", "origin", m_name, "data", "x",
                "created_at", old, "dependency_ids", QByteArray("[\"") + awaited + "\"]"});
            m_server.call({"ZADD", "rq:deferred:" + m_name, "-1", m_name + id});
        }
        m_server.call({"HSET", "rq:job:rqfailed", "status", "failed", "origin", m_name, "created_at", old});
    }

    void fillAsynq()
    {
        const QByteArray base = "asynq:{" + m_name + "}:";
        m_server.call({"SADD", "asynq:queues", m_name});
        const auto put = [&](const QByteArray& name, const QByteArray& place, qint64 score, const QByteArray& state) {
            AsynqMessage message;
            message.type = m_name;
            message.id = m_name + name;
            message.queue = m_name;
            m_server.call({"HSET", base + "t:" + message.id, "msg", message.written(), "state", state, "pending_since",
                number(m_now - 300) + "000000000"});
            if (place == "active" || place == "pending")
                m_server.call({"LPUSH", base + place, message.id});
            else if (!place.isEmpty())
                m_server.call({"ZADD", base + place, number(score), message.id});
            if (place == "active" && score > 0)
                m_server.call({"ZADD", base + "lease", number(score), message.id});
        };
        put("waits", "pending", 0, "pending");
        put("over", "active", m_now - 300, "active");
        put("lost", "active", m_now + 10, "active");
        put("bare", "active", 0, "active");
        put("differs", "scheduled", 9'000'000'000, "retry");
        put("stray", {}, 0, "retry");
        m_server.call({"ZADD", base + "retry", "9000000000", m_name + "without"});
        Command archive{"ZADD", base + "archived"};
        for (int i = 0; i < 10'000; ++i)
            archive.insert(archive.end(), {"1600000000", m_name + QByteArray::number(i)});
        m_server.call(archive);
        m_server.call({"ZADD", "asynq:servers", number(m_now - 60), "asynq:servers:{" + m_name + ":7:x}"});
    }

    void fillBullmq()
    {
        const QByteArray base = "bull:" + m_name + ':';
        const QByteArray old = number((m_now - 600) * 1'000);
        m_server.call({"HSET", base + "meta", "version", "bullmq:5.1.0", "opts.maxLenEvents", "10000"});
        for (const char* id : {"w", "a", "p", "d", "s"})
            m_server.call({"HSET", base + m_name + id, "name", m_name, "data", "{}", "opts", "{}", "timestamp", old,
                "delay", "0", "priority", "0"});
        m_server.call({"HSET", base + m_name + "w", "stc", "2"}); // stalled twice
        m_server.call({"HSET", base + m_name + "c", "name", m_name, "data", "{}", "opts", "{}", "timestamp", old});
        m_server.call({"ZADD", base + "waiting-children", "1", m_name + "c"});
        m_server.call({"SADD", base + m_name + "c:dependencies", "bull:" + m_name + ":lost"});
        m_server.call({"RPUSH", base + "wait", m_name + "without", m_name + "w"});
        m_server.call({"RPUSH", base + "active", m_name + "a"});
        m_server.call({"RPUSH", base + "paused", m_name + "p"});
        m_server.call({"HSET", base + m_name + "x", "name", m_name, "data", "{}", "opts", "{}", "timestamp", old,
            "failedReason", "job stalled more than allowable limit"});
        m_server.call({"ZADD", base + "failed", old, m_name + "x"});
        m_server.call({"ZADD", base + "delayed", QByteArray::number((m_now - 600) * 1'000 * 4096), m_name + "d"});
    }

    void fillLaravel()
    {
        const QByteArray list = "laravel_database_queues:" + m_name;
        const QByteArray job = json({{QStringLiteral("uuid"), text()}, {QStringLiteral("displayName"), text()},
            {QStringLiteral("job"), QStringLiteral("C@call")}, {QStringLiteral("attempts"), 0},
            {QStringLiteral("data"), QJsonObject{{QStringLiteral("commandName"), text()}}}});
        m_server.call({"RPUSH", list, job, "[1]"});
        m_server.call({"ZADD", list + ":delayed", "9000000000", "s:" + number(job.size()) + ":\"" + job + "\";"});
    }

    void fillStreams()
    {
        const QByteArray cut = m_name + "cut";
        const QByteArray taken = m_name + "taken";
        const QByteArray old = number((m_now - 2 * 86'400) * 1'000);
        for (const QByteArray& key : {cut, taken}) {
            m_server.call({"XGROUP", "CREATE", key, m_name, "0", "MKSTREAM"});
            for (const char* id : {"1600000000000-1", "1600000000000-2", "1600000000000-3"})
                m_server.call({"XADD", key, id, m_name, m_name});
        }
        m_server.call({"XREADGROUP", "GROUP", m_name, m_name, "COUNT", "1", "STREAMS", cut, ">"});
        m_server.call({"XTRIM", cut, "MAXLEN", "1"});
        m_server.call({"XREADGROUP", "GROUP", m_name, m_name, "COUNT", "2", "STREAMS", taken, ">"});
        m_server.call({"XDEL", taken, "1600000000000-1"});
        m_server.call({"XCLAIM", taken, m_name, m_name, "0", "1600000000000-2", "TIME", old});
        m_server.call({"SET", "autoclaim:" + m_name + ':' + taken, "1"});
        m_server.call({"ZADD", m_name + "later", old, m_name});
        const QByteArray all = m_name + "all";
        m_server.call(
            {"EVAL", "for i = 1, 10000 do redis.call('XADD', KEYS[1], '1600000000000-' .. i, 'n', i) end", "1", all});
        m_server.call({"XGROUP", "CREATE", all, m_name, "0"});
    }

    RedisServer& m_server;
    QByteArray m_name;
    qint64 m_now; ///< current time in seconds
};

} // namespace dueline
