// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/demo/demoframeworks.h"

#include "core/redis/redisclient.h"

#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace dueline {

namespace {

using namespace std::chrono_literals;

/// Bull and BullMQ multiply a delayed job's due time by this factor to get its score.
constexpr qint64 slotsPerMs = 4096;
constexpr std::size_t callsAtOnce = 500;
constexpr qint64 lockMs = 3'600'000;

/// Jobs in a Bull or BullMQ queue, and the commands that write them.
class DemoJobs
{
public:
    DemoJobs(std::vector<Command>& commands, const QByteArray& queue, bool isBullmq, qint64 now)
        : m_commands(commands)
        , m_base("bull:" + queue + ':')
        , m_isBullmq(isBullmq)
        , m_now(now)
    { }

    void waiting(int count, Millis since)
    {
        for (int i = 0; i < count; ++i) {
            const QByteArray id = add(m_now - since.count() * (count - i) / count);
            m_commands.push_back({"LPUSH", m_base + "wait", id});
        }
    }
    void delayed(int count, Millis from, Millis until)
    {
        for (int i = 0; i < count; ++i) {
            const qint64 due
                = m_now + from.count() + (until - from).count() * (i * 89 % count) / count + i * 613 % 9'000;
            const QByteArray id = add(m_now - 60'000);
            set(id, {"delay", number(due - m_now + 60'000)});
            m_commands.push_back({"ZADD", m_base + "delayed", number(due * slotsPerMs), id});
        }
    }
    void active(int count)
    {
        for (int i = 0; i < count; ++i) {
            const QByteArray id = add(m_now - 40'000);
            set(id, {"processedOn", number(m_now - 1'700 * (i + 1))});
            if (m_isBullmq)
                set(id, {"ats", "1", "pb", "worker-" + number(i + 1)});
            m_commands.push_back({"LPUSH", m_base + "active", id});
            m_commands.push_back({"SET", m_base + id + ":lock", "demo", "PX", number(lockMs)});
        }
    }
    void completed(int count, Millis since)
    {
        for (int i = 0; i < count; ++i) {
            const qint64 at = m_now - since.count() + since.count() * i / count + i * 331 % 20'000;
            ended(add(at - 3'000), at, "completed", 1);
        }
    }
    void failed(int count, Millis since, Millis until, const QByteArray& error, const QByteArray& where)
    {
        for (int i = 0; i < count; ++i) {
            const qint64 at = m_now - since.count() + (since - until).count() * i / count + i * 331 % 4'000;
            const QByteArray id = add(at - 9'000);
            ended(id, at, "failed", 3);
            set(id, {"failedReason", error, "stacktrace", "[\"Error: " + error + "\\n    at " + where + "\"]"});
        }
    }
    /// Adds the keys that the framework recognizes its queue by.
    void finish()
    {
        m_commands.push_back({"SET", m_base + "id", number(m_last)});
        if (!m_isBullmq)
            return;
        m_commands.push_back({"HSET", m_base + "meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        m_commands.push_back({"XADD", m_base + "events", "*", "event", "added", "jobId", number(m_last)});
    }

private:
    QByteArray add(qint64 at)
    {
        const QByteArray id = number(++m_last);
        const QByteArray order = number(4000 + m_last * 37 % 900);
        const char* const name = m_isBullmq ? (m_last % 4 == 0 ? "order.refund" : "order.capture") : "resize";
        const QByteArray data = m_isBullmq ? R"({"order":)" + order + R"(,"currency":"EUR"})"
                                           : R"({"file":"upload/)" + order + R"(.jpg","width":640})";
        const QByteArray options = m_isBullmq
            ? QByteArray(R"({"attempts":3,"backoff":{"type":"exponential","delay":1000}})")
            : R"({"attempts":3,"delay":0,"timestamp":)" + number(at) + '}';
        m_commands.push_back({"HSET", m_base + id, "name", name, "data", data, "opts", options, "timestamp", number(at),
            "delay", "0", "priority", "0"});
        return id;
    }
    void set(const QByteArray& id, const std::vector<QByteArray>& fields)
    {
        Command command{"HSET", m_base + id};
        command.insert(command.end(), fields.begin(), fields.end());
        m_commands.push_back(std::move(command));
    }
    void ended(const QByteArray& id, qint64 at, const char* set, int attempts)
    {
        const qint64 ran = 120 + m_last * 71 % 900;
        this->set(id,
            {"processedOn", number(at - ran), "finishedOn", number(at), m_isBullmq ? "atm" : "attemptsMade",
                number(attempts)});
        if (m_isBullmq)
            this->set(id, {"ats", number(attempts)});
        m_commands.push_back({"ZADD", m_base + set, number(at), id});
    }

    std::vector<Command>& m_commands;
    QByteArray m_base;
    bool m_isBullmq;
    qint64 m_now;
    qint64 m_last = 0;
};

/// Sidekiq jobs, and the commands that write them.
class DemoSidekiq
{
public:
    DemoSidekiq(std::vector<Command>& commands, qint64 now)
        : m_commands(commands)
        , m_now(now)
    { }

    void queue(const QByteArray& name, const QByteArray& type, int count)
    {
        m_commands.push_back({"SADD", "queues", name});
        for (int i = 0; i < count; ++i)
            m_commands.push_back(
                {"LPUSH", "queue:" + name, job(name, type, R"(,"enqueued_at":)" + seconds(m_now - 900 * (count - i)))});
    }
    void scheduled(const QByteArray& queue, const QByteArray& type, int count, Millis until)
    {
        for (int i = 0; i < count; ++i)
            m_commands.push_back(
                {"ZADD", "schedule", seconds(m_now + until.count() * (i + 1) / count), job(queue, type)});
    }
    void failed(const char* set, const QByteArray& queue, const QByteArray& type, int count, Millis from, Millis until,
        const QByteArray& error)
    {
        for (int i = 0; i < count; ++i) {
            const qint64 at = m_now + from.count() + (until - from).count() * i / count;
            m_commands.push_back({"ZADD", set, seconds(at),
                job(queue, type,
                    R"(,"retry_count":2,"failed_at":)" + seconds(m_now - 300'000 - 1'000 * i)
                        + R"(,"error_class":"Net::ReadTimeout","error_message":")" + error + '"')});
        }
    }
    /// Adds Sidekiq's daily job counts.
    void days()
    {
        m_commands.push_back({"SET", "stat:processed", "182044"});
        m_commands.push_back({"SET", "stat:failed", "2390"});
        for (int ago = 0; ago < 30; ++ago) {
            const QByteArray day = QDateTime::fromMSecsSinceEpoch(m_now, QTimeZone::utc())
                                       .addDays(-ago)
                                       .toString(QStringLiteral("yyyy-MM-dd"))
                                       .toLatin1();
            m_commands.push_back({"SET", "stat:processed:" + day, number(5'400 + ago * 977 % 1'300)});
            m_commands.push_back({"SET", "stat:failed:" + day, number(40 + ago * 31 % 60)});
        }
    }

private:
    static QByteArray seconds(qint64 ms) { return QByteArray::number(double(ms) / 1000, 'f', 3); }
    QByteArray job(const QByteArray& queue, const QByteArray& type, const QByteArray& more = {})
    {
        const QByteArray jid = "d0e1f2a3b4c5d6e7" + QByteArray::number(0x10000000 + ++m_last, 16);
        return R"({"retry":true,"queue":")" + queue + R"(","class":")" + type + R"(","args":[)" + number(900 + m_last)
            + R"(,"en"],"jid":")" + jid + R"(","created_at":)" + seconds(m_now - 600'000) + more + '}';
    }

    std::vector<Command>& m_commands;
    qint64 m_now;
    qint64 m_last = 0;
};

} // namespace

Result<> fillDemoFrameworks(const RedisConfig& redis)
{
    RedisClient client(redis);
    if (const auto opened = client.open(); !opened)
        return opened;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    std::vector<Command> commands;

    DemoJobs orders(commands, "orders", true, now);
    orders.completed(420, 5h);
    orders.failed(61, 52min, 31min, "connect ECONNREFUSED 10.0.3.17:5432", "Socket.connect (net.js:16)");
    orders.failed(4, 4h, 20min, "amount must be positive", "capture (/app/orders.js:88)");
    orders.waiting(17, 25s);
    orders.active(3);
    orders.delayed(140, 40s, 6h);
    orders.finish();

    DemoJobs thumbnails(commands, "thumbnails", false, now);
    thumbnails.completed(90, 4h);
    thumbnails.failed(5, 3h, 30min, "Input buffer contains unsupported image format", "resize (/app/thumbs.js:21)");
    thumbnails.waiting(8, 12s);
    thumbnails.finish();

    DemoSidekiq sidekiq(commands, now);
    sidekiq.queue("default", "CartCleanupJob", 6);
    sidekiq.queue("mailers", "OrderMailer", 11);
    sidekiq.scheduled("mailers", "NewsletterJob", 70, 5h);
    sidekiq.failed("retry", "mailers", "OrderMailer", 23, 30s, 25min, "Net::ReadTimeout with #<TCPSocket:(closed)>");
    sidekiq.failed("dead", "default", "CartCleanupJob", 7, -5h, -40min, "Net::ReadTimeout with #<TCPSocket:(closed)>");
    sidekiq.days();

    for (std::size_t at = 0; at < commands.size(); at += callsAtOnce) {
        const auto first = commands.begin() + std::ptrdiff_t(at);
        const auto last = commands.begin() + std::ptrdiff_t(std::min(at + callsAtOnce, commands.size()));
        const auto replies = client.callAll({first, last});
        if (!replies)
            return replies.error();
    }
    return {};
}

} // namespace dueline
