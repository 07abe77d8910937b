// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/frameworkwriter.h"

#include "core/layouts/asynq/asynqmessage.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTimeZone>

namespace dueline {

namespace {

QByteArray number(qint64 value) { return QByteArray::number(value); }
/// Returns milliseconds as fractional seconds.
QByteArray secondsOf(qint64 ms) { return QByteArray::number(double(ms) / 1000, 'f', 3); }
QByteArray jsonText(const QByteArray& text)
{
    return QJsonDocument(QJsonArray{QString::fromUtf8(text)}).toJson(QJsonDocument::Compact).chopped(1).mid(1);
}

/// Writer for BullMQ and Bull.
class JobWriter : public FrameworkWriter
{
public:
    JobWriter(RedisServer& server, bool isBullmq)
        : FrameworkWriter(server)
        , m_isBullmq(isBullmq)
    { }

    QByteArray layout() const override { return m_isBullmq ? "bullmq" : "bull"; }
    StateSet states() const override
    {
        return {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Failed, TaskState::Done};
    }

    TaskId parent() const override { return m_isBullmq ? "parent" : ""; }
    void writeParent(const QueueName& queue) override
    {
        const QByteArray base = "bull:" + queue + ':';
        server().call(
            {"HSET", base + "parent", "name", "all", "data", "{}", "timestamp", "1795236791000", "opts", "{}"});
        server().call({"ZADD", base + "waiting-children", "1795236791000", "parent"});
        const QByteArray waits = filledId(TaskState::Due, 1);
        server().call({"SADD", base + "parent:dependencies", base + waits});
        server().call({"HSET", base + "parent:processed", base + filledId(TaskState::Done, 1), "1"});
        server().call({"HSET", base + waits, "parentKey", base + "parent"});
    }

    void write(const QueueName& queue, const WrittenJob& job) override
    {
        const QByteArray base = "bull:" + queue + ':';
        const qint64 at = toMs(job.at);
        if (m_isBullmq) {
            server().call({"HSET", base + "meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
            if (server().call({"EXISTS", base + "events"}).integer == 0)
                server().call({"XADD", base + "events", "*", "event", "added"});
        }
        server().call({"INCR", base + "id"});
        server().call({"HSET", base + job.id, "name", job.type, "data", job.payload, "timestamp", number(at), "delay",
            "0", "priority", "0", "opts", R"({"attempts":1,"delay":0,"timestamp":)" + number(at) + '}'});
        switch (job.state) {
        case TaskState::Due:
            server().call({"LPUSH", base + "wait", job.id});
            break;
        case TaskState::Scheduled:
            server().call({"HSET", base + job.id, "delay", "60000"});
            server().call({"ZADD", base + "delayed", number(at * 4096), job.id});
            break;
        case TaskState::Leased:
            server().call({"LPUSH", base + "active", job.id});
            server().call({"SET", base + job.id + ":lock", "worker", "PX", "3600000"});
            break;
        default:
            const bool failed = job.state == TaskState::Failed;
            server().call({"HSET", base + job.id, m_isBullmq ? "atm" : "attemptsMade", "1", "processedOn",
                number(at - 10), "finishedOn", number(at)});
            if (failed) {
                server().call({"HSET", base + job.id, "failedReason", job.error, "stacktrace",
                    QByteArray('[' + jsonText(job.error) + ']')});
            }
            server().call({"ZADD", base + (failed ? "failed" : "completed"), number(at), job.id});
        }
    }

private:
    bool m_isBullmq;
};

class SidekiqWriter : public FrameworkWriter
{
public:
    using FrameworkWriter::FrameworkWriter;

    QByteArray layout() const override { return "sidekiq"; }
    QueueName shared() const override { return "@sidekiq"; }
    QueueName placeOf(const QueueName& queue, TaskState state) const override
    {
        return state == TaskState::Due || state == TaskState::Leased ? queue : shared();
    }
    StateSet states() const override
    {
        return {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Retrying, TaskState::Failed};
    }

    void write(const QueueName& queue, const WrittenJob& job) override
    {
        const QByteArray at = secondsOf(toMs(job.at));
        QByteArray member = R"({"retry":5,"queue":)" + jsonText(queue) + R"(,"class":)" + jsonText(job.type)
            + R"(,"args":)" + job.payload + R"(,"jid":)" + jsonText(job.id) + R"(,"created_at":)" + at;
        server().call({"SADD", "queues", queue});
        if (job.state == TaskState::Failed || job.state == TaskState::Retrying) {
            member += R"(,"retry_count":2,"failed_at":)" + at + R"(,"error_class":"E","error_message":)"
                + jsonText(job.error);
        }
        if (job.state == TaskState::Due || job.state == TaskState::Leased)
            member += R"(,"enqueued_at":)" + at;
        member += '}';
        switch (job.state) {
        case TaskState::Due:
            server().call({"LPUSH", "queue:" + queue, member});
            break;
        case TaskState::Leased:
            run(job.id, queue, member);
            break;
        default:
            server().call({"ZADD",
                job.state == TaskState::Scheduled      ? "schedule"
                    : job.state == TaskState::Retrying ? "retry"
                                                       : "dead",
                at, member});
        }
    }

private:
    /// Records a running job in the only Sidekiq process's data, under the given thread.
    void run(const TaskId& thread, const QByteArray& queue, const QByteArray& member)
    {
        const QByteArray process = "web1:77:0123456789ab";
        const QByteArray now = secondsOf(nowMs());
        server().call({"SADD", "processes", process});
        server().call({"HSET", process, "info",
            R"({"hostname":"web1","pid":77,"started_at":)" + now + R"(,"concurrency":5,"queues":["mail"]})", "busy",
            "1", "beat", now});
        server().call({"HSET", process + ":work", thread,
            R"({"queue":)" + jsonText(queue) + R"(,"run_at":)" + number(nowMs() / 1000) + R"(,"payload":)"
                + jsonText(member) + '}'});
    }
};

class RqWriter : public FrameworkWriter
{
public:
    using FrameworkWriter::FrameworkWriter;

    QByteArray layout() const override { return "rq"; }
    QueueName shared() const override { return "@rq"; }
    StateSet states() const override
    {
        return {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Failed, TaskState::Done,
            TaskState::Trash};
    }

    void write(const QueueName& queue, const WrittenJob& job) override
    {
        // Pickle of ('rqjobs.mark', None, ('é',), {}).
        static const QByteArray pickle
            = QByteArray::fromHex("8004951c00000000000000288c0b72716a6f62732e6d61726b944e8c02c3a99485947d9474942e");
        const QByteArray at = QDateTime::fromMSecsSinceEpoch(toMs(job.at), QTimeZone::utc())
                                  .toString(u"yyyy-MM-ddTHH:mm:ss.zzz000Z")
                                  .toLatin1();
        const QByteArray hash = "rq:job:" + job.id;
        server().call({"SADD", "rq:queues", "rq:queue:" + queue});
        server().call({"HSET", hash, "status", wordOf(job.state).constData(), "origin", queue, "data",
            qCompress(pickle).mid(4), "description", job.type + "('x')", "created_at", at, "enqueued_at", at,
            "ended_at", isOver(job.state) ? at : QByteArray(), "timeout", "180", "worker_name", "", "started_at", ""});
        switch (job.state) {
        case TaskState::Due:
            server().call({"RPUSH", "rq:queue:" + queue, job.id});
            break;
        case TaskState::Scheduled:
            server().call({"ZADD", "rq:scheduled:" + queue, number(toMs(job.at) / 1000), job.id});
            break;
        case TaskState::Leased:
            server().call({"ZADD", "rq:wip:" + queue, number(nowMs() / 1000 + 180), job.id});
            break;
        // The score is when RQ deletes the job or, for a canceled job, when it was canceled.
        default:
            server().call({"ZADD", "rq:" + wordOf(job.state) + ':' + queue,
                number(job.state == TaskState::Trash ? toMs(job.at) / 1000 : nowMs() / 1000 + 100'000), job.id});
            server().call({"EXPIRE", hash, "100000"});
        }
        if (job.state == TaskState::Failed) {
            server().call({"XADD", "rq:results:" + job.id, "*", "type", "2", "exc_string",
                qCompress(job.error).mid(4).toBase64()});
        }
    }

private:
    static bool isOver(TaskState state) { return state == TaskState::Failed || state == TaskState::Done; }
    static QByteArray wordOf(TaskState state)
    {
        switch (state) {
        case TaskState::Due:
            return "queued";
        case TaskState::Scheduled:
            return "scheduled";
        case TaskState::Leased:
            return "started";
        case TaskState::Failed:
            return "failed";
        case TaskState::Done:
            return "finished";
        default:
            return "canceled";
        }
    }
};

/// Writer for Laravel, and for Horizon's records of finished jobs.
class LaravelWriter : public FrameworkWriter
{
public:
    using FrameworkWriter::FrameworkWriter;

    QByteArray layout() const override { return "laravel"; }
    QueueName shared() const override { return "@laravel"; }
    QueueName placeOf(const QueueName& queue, TaskState state) const override
    {
        return state == TaskState::Failed || state == TaskState::Done ? shared() : queue;
    }
    StateSet states() const override
    {
        return {TaskState::Scheduled, TaskState::Due, TaskState::Leased, TaskState::Failed, TaskState::Done};
    }

    void write(const QueueName& queue, const WrittenJob& job) override
    {
        const QByteArray at = secondsOf(toMs(job.at));
        const QByteArray payload = R"({"uuid":)" + jsonText(job.id) + R"(,"displayName":)" + jsonText(job.type)
            + R"(,"job":"Illuminate\\Queue\\CallQueuedHandler@call","maxTries":3,"data":{"commandName":)"
            + jsonText(job.type) + R"(,"command":)"
            + jsonText("s:" + number(job.payload.size()) + ":\"" + job.payload + "\";") + R"(},"id":)"
            + jsonText(job.id) + R"(,"createdAt":1795601606,"attempts":)" + (job.state == TaskState::Leased ? "1" : "0")
            + '}';
        const QByteArray list = "laravel_database_queues:" + queue;
        switch (job.state) {
        case TaskState::Due:
            server().call({"RPUSH", list, payload});
            server().call({"RPUSH", list + ":notify", "1"});
            break;
        case TaskState::Scheduled:
            server().call({"ZADD", list + ":delayed", number(toMs(job.at) / 1000), payload});
            break;
        case TaskState::Leased:
            server().call({"ZADD", list + ":reserved", number(nowMs() / 1000 + 90), payload});
            break;
        default:
            endedIn(queue, job, at, payload);
        }
    }

private:
    void endedIn(const QueueName& queue, const WrittenJob& job, const QByteArray& at, const QByteArray& payload)
    {
        const bool failed = job.state == TaskState::Failed;
        const QByteArray horizon = "laravel_horizon:";
        server().call({"SADD", horizon + "measured_queues", "queue:" + queue});
        server().call({"HSET", horizon + job.id, "id", job.id, "connection", "redis", "queue", queue, "name", job.type,
            "status", failed ? "failed" : "completed", "created_at", at, failed ? "failed_at" : "completed_at", at,
            "payload", payload});
        if (failed)
            server().call({"HSET", horizon + job.id, "exception", job.error + " in /app/x.php:1"});
        server().call({"EXPIRE", horizon + job.id, "600000"});
        for (const char* set : {failed ? "failed_jobs" : "completed_jobs", "recent_jobs"})
            server().call({"ZADD", horizon + set, '-' + at, job.id});
    }
};

class AsynqWriter : public FrameworkWriter
{
public:
    using FrameworkWriter::FrameworkWriter;

    QByteArray layout() const override { return "asynq"; }
    StateSet states() const override { return StateSet{TaskState::Trash}.complement(); }

    void write(const QueueName& queue, const WrittenJob& job) override
    {
        const QByteArray base = "asynq:{" + queue + "}:";
        const qint64 at = toMs(job.at) / 1000;
        const QByteArray set = setOf(job.state);
        AsynqMessage message;
        message.type = job.type;
        message.payload = job.payload;
        message.id = job.id;
        message.queue = queue;
        message.maxRetry = 25;
        message.timeout = AsynqMessage::usualTimeout;
        if (job.state == TaskState::Failed || job.state == TaskState::Retrying) {
            message.retried = 3;
            message.error = job.error;
            message.lastFailedAt = std::min(at, nowMs() / 1000);
        }
        if (job.state == TaskState::Done) {
            message.retention = 100'000;
            message.completedAt = at;
        }
        server().call({"SADD", "asynq:queues", queue});
        server().call({"HSET", base + "t:" + job.id, "msg", message.written(), "state", set});
        switch (job.state) {
        case TaskState::Due:
            server().call({"HSET", base + "t:" + job.id, "pending_since", number(toMs(job.at) * 1'000'000)});
            server().call({"LPUSH", base + set, job.id});
            break;
        case TaskState::Leased:
            server().call({"LPUSH", base + set, job.id});
            server().call({"ZADD", base + "lease", number(nowMs() / 1000 + 30), job.id});
            run(job.id);
            break;
        default: // A done task's score is when asynq will delete it.
            server().call(
                {"ZADD", base + set, number(job.state == TaskState::Done ? at + message.retention : at), job.id});
        }
    }

private:
    static QByteArray setOf(TaskState state)
    {
        switch (state) {
        case TaskState::Due:
            return "pending";
        case TaskState::Leased:
            return "active";
        case TaskState::Failed:
            return "archived";
        case TaskState::Done:
            return "completed";
        default:
            return state == TaskState::Retrying ? "retry" : "scheduled";
        }
    }
    /// Records a running task in the only asynq server's data.
    void run(const TaskId& id)
    {
        const QByteArray name = "{web1:77:5f0c}";
        const QByteArray end = number(nowMs() / 1000 + 600);
        server().call({"SET", "asynq:servers:" + name,
            QByteArray("\x0a\x04web1\x10M\x1a\x04"
                       "5f0c \x0a*\x08\x0a\x04mail\x10\x03:\x06"
                       "activeH\x01"),
            "EX", "600"});
        server().call({"ZADD", "asynq:servers", end, "asynq:servers:" + name});
        server().call({"HSET", "asynq:workers:" + name, id, "\x0a\x04web1"});
        server().call({"ZADD", "asynq:workers", end, "asynq:workers:" + name});
    }
};

/// Writer for Celery. Waiting messages have an eta.
class CeleryWriter : public FrameworkWriter
{
public:
    using FrameworkWriter::FrameworkWriter;

    QByteArray layout() const override { return "celery"; }
    QueueName shared() const override { return "@celery"; }
    QueueName placeOf(const QueueName& queue, TaskState state) const override
    {
        return state == TaskState::Leased ? shared() : queue;
    }
    TaskState later() const override { return TaskState::Due; }
    StateSet states() const override { return {TaskState::Due, TaskState::Leased}; }
    QStringList aclOptions(const QueueName& queue) const override
    {
        return {QStringLiteral("--queue"), QString::fromUtf8(queue)};
    }

    void write(const QueueName& queue, const WrittenJob& job) override
    {
        const QByteArray at = QDateTime::fromMSecsSinceEpoch(toMs(job.at), QTimeZone::utc())
                                  .toString(u"yyyy-MM-ddTHH:mm:ss.zzz")
                                  .toLatin1();
        const QByteArray body = '[' + job.payload + R"(, {}, {"callbacks": null, "errbacks": null}])";
        const bool isTaken = job.state == TaskState::Leased;
        const QByteArray message = R"({"body": ")" + body.toBase64()
            + R"(", "content-encoding": "utf-8", "content-type": "application/json", "headers": {"lang": "py", "task": )"
            + jsonText(job.type) + R"(, "id": )" + jsonText(job.id) + R"(, "eta": )"
            + (isTaken ? QByteArray("null") : '"' + at + "+00:00\"") + R"(, "expires": null, "retries": 0, "root_id": )"
            + jsonText(job.id) + R"(}, "properties": {"correlation_id": )" + jsonText(job.id)
            + R"(, "delivery_mode": 2, "delivery_info": {"exchange": "", "routing_key": )" + jsonText(queue)
            + R"(}, "priority": 0, "body_encoding": "base64", "delivery_tag": )" + jsonText(job.id) + "}}";
        server().call({"SADD", "_kombu.binding." + queue, queue + "\x06\x16\x06\x16" + queue});
        server().call({"ZADD", "redbeat::schedule", number(nowMs() / 1000 + 3600), "redbeat:digest"});
        server().call({"HSET", "redbeat:digest", "definition",
            R"({"name": "digest", "task": "digest", "enabled": true, "schedule": {"__type__": "interval", "every": 3600}})",
            "meta", "{}"});
        if (isTaken) {
            server().call({"ZADD", "unacked_index", secondsOf(nowMs() - 1000), job.id});
            server().call({"HSET", "unacked", job.id, '[' + message + R"(, "", )" + jsonText(queue) + ']'});
        } else {
            server().call({"LPUSH", queue, message});
        }
    }
};

template <class Writer, typename... Arguments>
std::unique_ptr<FrameworkWriter> writer(RedisServer& server, Arguments... arguments)
{
    return std::make_unique<Writer>(server, arguments...);
}

/// Entry in the table of writers, one per framework.
struct WriterRow
{
    const char* layout;
    std::unique_ptr<FrameworkWriter> (*make)(RedisServer&);
};

constexpr std::array writerRows{
    WriterRow{"bullmq", [](RedisServer& server) { return writer<JobWriter>(server, true); }},
    WriterRow{"bull", [](RedisServer& server) { return writer<JobWriter>(server, false); }},
    WriterRow{"sidekiq", [](RedisServer& server) { return writer<SidekiqWriter>(server); }},
    WriterRow{"rq", [](RedisServer& server) { return writer<RqWriter>(server); }},
    WriterRow{"laravel", [](RedisServer& server) { return writer<LaravelWriter>(server); }},
    WriterRow{"asynq", [](RedisServer& server) { return writer<AsynqWriter>(server); }},
    WriterRow{"celery", [](RedisServer& server) { return writer<CeleryWriter>(server); }},
};

} // namespace

TaskId FrameworkWriter::filledId(TaskState state, int number)
{
    const char letter = state == TaskState::Retrying ? 'y' : state == TaskState::Done ? 'o' : stateName(state).front();
    return letter + QByteArray::number(number);
}

void FrameworkWriter::fill(const QueueName& queue, int count)
{
    const qint64 now = nowMs();
    for (const TaskState state : allStates) {
        if (!states().contains(state))
            continue;
        const bool isLater = state == later() || state == TaskState::Retrying;
        for (int i = 1; i <= count; ++i) {
            WrittenJob job{filledId(state, i), state};
            job.at = fromMs(now + (isLater ? 3'600'000 : -60'000) + i * 1'000);
            write(queue, job);
        }
    }
    if (!parent().isEmpty())
        writeParent(queue);
}

qint64 FrameworkWriter::nowMs()
{
    const Reply time = m_server.call({"TIME"});
    return time.items.at(0).bytes.toLongLong() * 1000 + time.items.at(1).bytes.toLongLong() / 1000;
}

std::vector<QByteArray> FrameworkWriter::layouts()
{
    std::vector<QByteArray> names;
    for (const WriterRow& row : writerRows)
        names.emplace_back(row.layout);
    return names;
}

std::unique_ptr<FrameworkWriter> FrameworkWriter::of(const QByteArray& layout, RedisServer& server)
{
    for (const WriterRow& row : writerRows) {
        if (layout == row.layout)
            return row.make(server);
    }
    return nullptr;
}

} // namespace dueline
