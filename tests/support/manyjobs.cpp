// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manyjobs.h"

#include "core/redis/reply.h"
#include "tests/support/must.h"
#include "tests/support/sampletasks.h"

#include <utility>

namespace dueline {

namespace {

RedisConfig patient(RedisConfig config)
{
    config.timeouts.reply = std::chrono::minutes(1);
    return config;
}

QByteArray secondsOf(qint64 ms) { return QByteArray::number(double(ms) / 1000, 'f', 3); }

/// Returns the completed command and starts a new one.
Command taken(Command& command, const Command& anew) { return std::exchange(command, anew); }

} // namespace

ManyJobs::ManyJobs(const RedisConfig& config, int payload)
    : m_client(patient(config))
    , m_payload(payload)
    , m_now(toMs(SystemClock().now()))
{
    must(m_client.open());
}

void ManyJobs::call(const Command& command) { must(m_client.call(command)); }

void ManyJobs::fill(qint64 count, const std::function<void(qint64 number, std::vector<Command>&)>& append,
    const std::function<Command()>& end)
{
    for (qint64 begin = 0; begin < count; begin += jobsOfACall) {
        std::vector<Command> pipeline;
        for (qint64 i = begin; i < std::min<qint64>(count, begin + jobsOfACall); ++i)
            append(i, pipeline);
        pipeline.push_back(end());
        for (const Reply& reply : must(m_client.pipeline(pipeline))) {
            if (reply.isError())
                qFatal("%s", reply.bytes.constData());
        }
    }
}

/// Creates the queue, reserves `count` ids, and returns the first.
qint64 ManyJobs::firstBullmqId(const QByteArray& base, qint64 count)
{
    call({"HSET", base + "meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
    call({"XADD", base + "events", "MAXLEN", "10000", "*", "event", "added"});
    return must(m_client.call({"INCRBY", base + "id", number(count)})).integer - count + 1;
}

void ManyJobs::waitInBullmq(const QByteArray& queue, qint64 count)
{
    const QByteArray base = "bull:" + queue + ':';
    const qint64 first = firstBullmqId(base, count);
    const Command push{"LPUSH", base + "wait"};
    Command ids = push;
    fill(
        count,
        [&](qint64 i, std::vector<Command>& pipeline) {
            const QByteArray id = number(first + i);
            pipeline.push_back({"HSET", base + id, "name", sample::type(i), "data", sample::payload(i, m_payload),
                "opts", R"({"attempts":0})", "timestamp", number(m_now - count + i), "delay", "0", "priority", "0"});
            ids.push_back(id);
        },
        [&] { return taken(ids, push); });
    call({"ZADD", base + "marker", "0", "0"});
}

void ManyJobs::failInBullmq(const QByteArray& queue, qint64 count)
{
    const QByteArray base = "bull:" + queue + ':';
    const qint64 first = firstBullmqId(base, count);
    const Command add{"ZADD", base + "failed"};
    Command members = add;
    fill(
        count,
        [&](qint64 i, std::vector<Command>& pipeline) {
            const QByteArray id = number(first + i);
            const QByteArray ended = number(m_now - count + i);
            const QByteArray reason = sample::error(i);
            pipeline.push_back({"HSET", base + id, "name", sample::type(i), "data", sample::payload(i, m_payload),
                "opts", R"({"attempts":0})", "timestamp", number(m_now - 2 * count + i), "delay", "0", "priority", "0",
                "processedOn", ended, "finishedOn", ended, "atm", "1", "ats", "1", "failedReason", reason, "stacktrace",
                "[\"Error: " + reason + R"(\n    at run (/srv/shop/jobs/worker.js:38:15)\n)"
                    + R"-(    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)"])-"});
            members.insert(members.end(), {ended, id});
        },
        [&] { return taken(members, add); });
}

QByteArray ManyJobs::sidekiqJob(qint64 i, const QByteArray& queue, const QByteArray& further) const
{
    return R"({"retry":5,"queue":")" + queue + R"(","class":")" + sample::type(i) + R"(","args":[)"
        + sample::payload(i, m_payload) + R"(],"jid":")" + QByteArray::number(i, 16).rightJustified(24, '0')
        + R"(","created_at":)" + secondsOf(m_now) + R"(,"enqueued_at":)" + secondsOf(m_now) + further + '}';
}

void ManyJobs::waitInSidekiq(const QByteArray& queue, qint64 count)
{
    call({"SADD", "queues", queue});
    const Command push{"LPUSH", "queue:" + queue};
    Command jobs = push;
    fill(
        count, [&](qint64 i, std::vector<Command>&) { jobs.push_back(sidekiqJob(i, queue)); },
        [&] { return taken(jobs, push); });
}

void ManyJobs::failInSidekiq(const QByteArray& set, const QByteArray& queue, qint64 count)
{
    call({"SADD", "queues", queue});
    const Command add{"ZADD", set};
    // In the `retry` set, a job's score is the time of its next run.
    const qint64 later = set == "retry" ? 3'600'000 + count : 0;
    Command members = add;
    fill(
        count,
        [&](qint64 i, std::vector<Command>&) {
            const QByteArray ended = secondsOf(m_now - count + i);
            members.insert(members.end(),
                {secondsOf(m_now - count + i + later),
                    sidekiqJob(i, queue,
                        R"(,"error_message":")" + sample::error(i) + R"(","error_class":"RuntimeError","failed_at":)"
                            + ended + R"(,"retry_count":5)")});
        },
        [&] { return taken(members, add); });
}

void ManyJobs::failInRq(const QByteArray& queue, qint64 count)
{
    // Pickle of ('rqjobs.mark', None, ('é',), {}).
    static const QByteArray data = qCompress(
        QByteArray::fromHex("8004951c00000000000000288c0b72716a6f62732e6d61726b944e8c02c3a99485947d9474942e"))
                                       .mid(4);
    call({"SADD", "rq:queues", "rq:queue:" + queue});
    const Command add{"ZADD", "rq:failed:" + queue};
    Command members = add;
    const qint64 expiry = m_now / 1000 + 31'536'000;
    fill(
        count,
        [&](qint64 i, std::vector<Command>& pipeline) {
            const QByteArray id = "00000000-0000-4000-8000-" + QByteArray::number(i, 16).rightJustified(12, '0');
            const QByteArray key = "rq:job:" + id;
            pipeline.push_back({"HSET", key, "status", "failed", "origin", queue, "data", data, "description",
                "rqjobs.mark('\xc3\xa9')", "created_at", "2026-11-25T17:50:11.441072Z", "timeout", "180",
                "success_callback_name", "", "failure_callback_name", "", "worker_name", "", "started_at",
                "2026-11-25T17:50:11.500000Z", "last_heartbeat", "", "enqueued_at", "2026-11-25T17:50:11.443266Z",
                "ended_at", "2026-11-25T17:50:11.603008Z"});
            pipeline.push_back({"EXPIREAT", key, number(expiry)});
            members.insert(members.end(), {number(expiry), id});
        },
        [&] { return taken(members, add); });
}

} // namespace dueline
