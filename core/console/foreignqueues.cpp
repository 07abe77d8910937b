// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/foreignqueues.h"

#include "core/console/eachmaster.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <set>
#include <tuple>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

const QByteArray kombuBinding = "_kombu.binding.";
const QByteArray kombuStep = QByteArray("\x06\x16", 2);

/// One look at one server.
class Look
{
public:
    Look(RedisClient& client, const ForeignLimits& limits, const std::atomic<bool>* cancelled)
        : m_client(client)
        , m_limits(limits)
        , m_cancelled(cancelled)
        , m_deadline(limits.within)
    { }

    Result<> registries();
    /// By SCAN, on one server or on one master of a cluster, whose keys `scanned` has.
    Result<> scan(RedisClient& scanned);
    ForeignQueues take() { return std::move(m_found); }

private:
    Result<std::vector<Reply>> ask(const std::vector<Command>& commands) { return ask(m_client, commands); }
    Result<std::vector<Reply>> ask(RedisClient& client, const std::vector<Command>& commands) const;
    Result<std::vector<QByteArray>> members(const QByteArray& set);
    Result<std::vector<QByteArray>> keys(RedisClient& scanned, const QByteArray& pattern, const QByteArray& type);
    /// Adds a queue whose tasks are what these answers count; what is no number counts nothing.
    void add(const QByteArray& framework, const QByteArray& name, const std::vector<Reply>& counts);
    Result<> sidekiq();
    Result<> rq();
    Result<> asynq();
    Result<> bullMq(const std::vector<QByteArray>& metas);
    Result<> celery(const std::vector<QByteArray>& bindings);

    RedisClient& m_client;
    const ForeignLimits& m_limits;
    const std::atomic<bool>* m_cancelled;
    QDeadlineTimer m_deadline;
    ForeignQueues m_found;
};

/// A key of another type or one that is not allowed is an answer here, too.
Result<std::vector<Reply>> Look::ask(RedisClient& client, const std::vector<Command>& commands) const
{
    if (m_cancelled && *m_cancelled)
        return Error{ErrorCode::Cancelled, u"The look for queues of other frameworks was cancelled."_s};
    return client.pipeline(commands);
}

void Look::add(const QByteArray& framework, const QByteArray& name, const std::vector<Reply>& counts)
{
    if (m_found.queues.size() >= m_limits.queues) {
        m_found.incomplete = u"Only the first %1 are listed."_s.arg(m_limits.queues);
        return;
    }
    ForeignQueue queue{framework, name, 0};
    for (const Reply& count : counts)
        queue.tasks += count.isInteger() ? count.integer : 0;
    m_found.queues.push_back(std::move(queue));
}

/// Of a small set; empty for what is none.
Result<std::vector<QByteArray>> Look::members(const QByteArray& set)
{
    std::vector<QByteArray> found;
    QByteArray cursor = "0";
    do {
        const auto page = ask({{"SSCAN", set, cursor, "COUNT", "500"}});
        if (!page)
            return page.error();
        const Reply& reply = page->front();
        if (!reply.isArray() || reply.items.size() != 2)
            return found;
        for (const Reply& member : reply.items[1].items)
            found.push_back(member.bytes);
        cursor = reply.items[0].bytes;
    } while (cursor != "0" && found.size() < m_limits.queues);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

Result<> Look::sidekiq()
{
    // `queues` alone is a word anybody may have used.
    const auto types = ask({{"TYPE", "queues"}, {"TYPE", "schedule"}, {"TYPE", "retry"}, {"TYPE", "dead"},
        {"EXISTS", "stat:processed"}, {"EXISTS", "processes"}});
    if (!types)
        return types.error();
    const auto is = [&types](std::size_t at, const char* type) { return (*types)[at].bytes == type; };
    const bool known = is(1, "zset") || is(2, "zset") || is(3, "zset") || (*types)[4].integer == 1
        || (*types)[5].integer == 1;
    if (!is(0, "set") || !known)
        return {};
    const auto names = members("queues");
    if (!names)
        return names.error();
    for (const QByteArray& name : *names) {
        const auto counts = ask({{"LLEN", "queue:" + name}});
        if (!counts)
            return counts.error();
        add("Sidekiq", name, *counts);
    }
    for (std::size_t at = 1; at <= 3; ++at) {
        static const std::array<QByteArray, 4> sets{"queues", "schedule", "retry", "dead"};
        if (!is(at, "zset"))
            continue;
        const auto counts = ask({{"ZCARD", sets[at]}});
        if (!counts)
            return counts.error();
        add("Sidekiq", sets[at], *counts);
    }
    return {};
}

Result<> Look::rq()
{
    const auto keys = members("rq:queues");
    if (!keys)
        return keys.error();
    for (const QByteArray& key : *keys) {
        if (!key.startsWith("rq:queue:"))
            continue;
        const QByteArray name = key.mid(9);
        const auto counts = ask({{"LLEN", key}, {"ZCARD", "rq:scheduled:" + name}, {"ZCARD", "rq:wip:" + name},
            {"ZCARD", "rq:failed:" + name}, {"ZCARD", "rq:deferred:" + name}});
        if (!counts)
            return counts.error();
        add("RQ", name, *counts);
    }
    return {};
}

Result<> Look::asynq()
{
    const auto names = members("asynq:queues");
    if (!names)
        return names.error();
    for (const QByteArray& name : *names) {
        const QByteArray base = "asynq:{" + name + "}:";
        const auto counts = ask({{"LLEN", base + "pending"}, {"LLEN", base + "active"}, {"ZCARD", base + "scheduled"},
            {"ZCARD", base + "retry"}, {"ZCARD", base + "archived"}});
        if (!counts)
            return counts.error();
        add("asynq", name, *counts);
    }
    return {};
}

Result<> Look::registries()
{
    for (const auto part : {&Look::sidekiq, &Look::rq, &Look::asynq}) {
        if (const auto looked = (this->*part)(); !looked)
            return looked;
    }
    return {};
}

/// Keys by pattern, as far as the limits go.
Result<std::vector<QByteArray>> Look::keys(RedisClient& scanned, const QByteArray& pattern, const QByteArray& type)
{
    std::set<QByteArray> found;
    QByteArray cursor = "0";
    qint64 looked = 0;
    do {
        const auto page = ask(scanned,
            {{"SCAN", cursor, "MATCH", pattern, "COUNT", QByteArray::number(RedisClient::keysPerScan), "TYPE", type}});
        if (!page)
            return page.error();
        const Reply& reply = page->front();
        if (!reply.isArray() || reply.items.size() != 2) {
            m_found.incomplete = u"This user may not look through the keys (SCAN), so BullMQ and Celery are not found."_s;
            break;
        }
        for (const Reply& key : reply.items[1].items)
            found.insert(key.bytes);
        cursor = reply.items[0].bytes;
        looked += RedisClient::keysPerScan;
        if (cursor != "0" && (looked >= m_limits.keys || m_deadline.hasExpired())) {
            m_found.incomplete = u"Only a part of the keys was looked through, so there may be more."_s;
            break;
        }
    } while (cursor != "0" && found.size() < m_limits.queues);
    return std::vector<QByteArray>(found.begin(), found.end());
}

/// `PREFIX:QUEUE:meta` with a version says that it is one; a queue that only workers have touched has none yet.
Result<> Look::bullMq(const std::vector<QByteArray>& metas)
{
    for (const QByteArray& meta : metas) {
        const auto version = ask({{"HGET", meta, "version"}});
        if (!version)
            return version.error();
        const QByteArray stamp = version->front().isBytes() ? version->front().bytes : QByteArray();
        if (!stamp.startsWith("bullmq:"))
            continue;
        const QByteArray base = meta.left(meta.size() - 4);
        const auto counts = ask({{"LLEN", base + "wait"}, {"LLEN", base + "paused"}, {"LLEN", base + "active"},
            {"ZCARD", base + "delayed"}, {"ZCARD", base + "prioritized"}, {"ZCARD", base + "waiting-children"},
            {"ZCARD", base + "failed"}});
        if (!counts)
            return counts.error();
        // The prefix, `bull` mostly, is no part of the name.
        const QByteArray path = base.chopped(1);
        add("BullMQ " + stamp.mid(7, 20), path.mid(path.indexOf(':') + 1), *counts);
    }
    return {};
}

Result<> Look::celery(const std::vector<QByteArray>& bindings)
{
    for (const QByteArray& binding : bindings) {
        const QByteArray name = binding.mid(binding.indexOf(kombuBinding) + kombuBinding.size());
        if (name.endsWith("pidbox") || name == "celeryev")
            continue; // how its workers talk to each other
        std::vector<Command> commands{{"LLEN", name}};
        for (const char* step : {"3", "6", "9"})
            commands.push_back({"LLEN", name + kombuStep + step});
        const auto counts = ask(commands);
        if (!counts)
            return counts.error();
        add("Celery", name, *counts);
    }
    return {};
}

Result<> Look::scan(RedisClient& scanned)
{
    const auto metas = keys(scanned, "*:meta", "hash");
    if (!metas)
        return metas.error();
    if (const auto looked = bullMq(*metas); !looked)
        return looked;
    const auto bindings = keys(scanned, "*_kombu.binding.*", "set");
    if (!bindings)
        return bindings.error();
    return celery(*bindings);
}

} // namespace

Result<ForeignQueues> findForeignQueues(
    const ConnectionSpec& spec, const ForeignLimits& limits, const std::atomic<bool>* cancelled)
{
    if (spec.layout.kind == LayoutSpec::Kind::Memory)
        return ForeignQueues();
    RedisClient client(spec.redis);
    client.allowOnlyReads();
    if (const auto opened = client.open(); !opened)
        return opened.error();
    Look look(client, limits, cancelled);
    if (const auto looked = look.registries(); !looked)
        return looked.error();
    const auto walked = onEachMaster(client, [&look](RedisClient& node) { return look.scan(node); });
    if (!walked)
        return walked.error();
    ForeignQueues found = look.take();
    std::sort(found.queues.begin(), found.queues.end(), [](const ForeignQueue& a, const ForeignQueue& b) {
        return std::tie(a.framework, a.name) < std::tie(b.framework, b.name);
    });
    return found;
}

} // namespace dueline
