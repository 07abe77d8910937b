// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativeoverview.h"

#include "core/base/text.h"
#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <functional>
#include <map>

namespace dueline {

namespace {

/// Returns the earlier of two due times. `a` and `b`: scores of the first tasks in two sets; empty if a set has no
/// tasks.
std::optional<TimePoint> earlierHead(const QByteArray& a, const QByteArray& b)
{
    if (a.isEmpty() && b.isEmpty())
        return std::nullopt;
    if (a.isEmpty() || b.isEmpty())
        return instantOf(a.isEmpty() ? b : a);
    return std::min(instantOf(a), instantOf(b));
}

void readMeta(QueueInfo& info, const std::vector<Reply>& fields, QByteArray& version)
{
    std::vector<std::pair<QByteArray, QByteArray>> settings;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        settings.emplace_back(fields[i].bytes, fields[i + 1].bytes);
        if (fields[i].bytes == "paused")
            info.paused = true;
        else if (fields[i].bytes == "version")
            version = fields[i + 1].bytes;
    }
    info.settings = NativeCodec::decodeSettings(settings);
}

/// Parses a queue in an overview.lua reply. Errors: WrongType; Refused for a newer layout version.
Result<QueueInfo> readOverview(
    const QueueName& name, const NativeKeys& keys, const Reply& reply, TimePoint now, bool& exists)
{
    if (reply.isBytes())
        return NativeScripts::errorOf(reply.bytes, keys);
    const std::vector<Reply>& items = reply.items;
    const auto all = [&](std::size_t from, std::size_t end, auto is) {
        return std::all_of(items.begin() + std::ptrdiff_t(from), items.begin() + std::ptrdiff_t(end), is);
    };
    if (items.size() != 15 || !all(0, 8, std::mem_fn(&Reply::isInteger)) || !all(8, 13, std::mem_fn(&Reply::isBytes))
        || !items[13].isArray() || !items[14].isInteger())
        return unexpectedReply();
    QueueInfo info;
    info.name = name;
    info.serverNow = now;
    info.counts[TaskState::Due] = items[1].integer;
    info.counts[TaskState::Scheduled] = items[0].integer - items[1].integer;
    info.counts[TaskState::Retrying] = items[2].integer;
    info.dueRetries = items[14].integer;
    info.counts[TaskState::Leased] = items[3].integer;
    info.counts[TaskState::Failed] = items[4].integer;
    info.counts[TaskState::Done] = items[5].integer;
    info.counts[TaskState::Trash] = items[6].integer;
    info.damaged = items[7].integer;
    if (const auto head = earlierHead(items[8].bytes, items[9].bytes); head && *head <= now)
        info.oldestDue = head;
    info.nextDue = earlierHead(items[10].bytes, items[11].bytes);
    QByteArray version;
    if (!items[12].bytes.isEmpty())
        info.lastOperation = instantOf(items[12].bytes);
    readMeta(info, items[13].items, version);
    if (!version.isEmpty() && version != number(NativeCodec::version))
        return NativeScripts::errorOf("NEWER layout version " + version, keys);
    exists = !items[13].items.empty() || info.damaged > 0
        || std::any_of(info.counts.perState.begin(), info.counts.perState.end(), [](qint64 n) { return n > 0; });
    return info;
}

void appendOverviewKeys(std::vector<QByteArray>& keyNames, const NativeKeys& k)
{
    keyNames.insert(keyNames.end(),
        {k.pending(), k.retry(), k.leased(), k.failed(), k.done(), k.trash(), k.damaged(), k.meta(), k.operations()});
}

/// Returns the entry for a queue that can't be read.
QueueInfo unreadable(const QueueName& name, TimePoint now, const Error& why)
{
    QueueInfo info;
    info.name = name;
    info.serverNow = now;
    info.unreadable = why.message.toUtf8();
    return info;
}

} // namespace

std::vector<QueueInfo> NativeOverview::forbidden(const std::vector<QueueName>& queues, const Error& why)
{
    const Error reason{why.code, nativewords::readingIsForbidden(why.message)};
    std::vector<QueueInfo> infos;
    for (const QueueName& queue : queues) {
        infos.push_back(unreadable(queue, SystemClock().now(), reason));
        infos.back().forbidden = true;
    }
    return infos;
}

Result<std::vector<QueueName>> NativeOverview::names()
{
    const QByteArray registry = NativeKeys::queues(m_scripts.prefix());
    const auto names = m_scripts.client().call({"SMEMBERS", registry});
    if (!names)
        return NativeScripts::errorAt(registry, names.error());
    std::vector<QueueName> sorted;
    for (const Reply& name : names->items)
        sorted.push_back(name.bytes);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

Result<std::vector<QueueInfo>> NativeOverview::of(const std::vector<QueueName>& queues)
{
    std::vector<std::optional<QueueInfo>> infos(queues.size());
    if (m_scripts.client().config().topology == Topology::Cluster) {
        if (const auto asked = askAcrossSlots(queues, infos); !asked)
            return asked.error();
    }
    if (const auto asked = askTogether(queues, infos); !asked)
        return asked.error();
    std::vector<QueueInfo> whole;
    whole.reserve(infos.size());
    for (std::optional<QueueInfo>& info : infos)
        whole.push_back(*std::move(info));
    return whole;
}

/// Parses a queue in a reply, whose first item is the server's time.
QueueInfo NativeOverview::infoOf(const QueueName& name, const Reply& reply, std::size_t item)
{
    m_now = fromMs(reply.items[0].integer);
    bool exists = false;
    auto info = readOverview(name, m_scripts.keys(name), reply.items[item], m_now, exists);
    return info ? *std::move(info) : unreadable(name, m_now, info.error());
}

/// Reads the queues that haven't been read yet. In a cluster, each queue needs its own call, because all keys in a call
/// must be in the same slot.
Result<> NativeOverview::askTogether(const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos)
{
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!infos[i])
            wanted.push_back(i);
    }
    const bool cluster = m_scripts.client().config().topology == Topology::Cluster;
    const std::size_t perCall = cluster ? 1 : queuesPerCall;
    std::vector<ScriptCall> calls;
    for (std::size_t first = 0; first < wanted.size(); first += perCall) {
        std::vector<QByteArray> keyNames;
        for (std::size_t i = first; i < std::min(wanted.size(), first + perCall); ++i)
            appendOverviewKeys(keyNames, m_scripts.keys(names[wanted[i]]));
        calls.push_back(NativeScripts::call("overview", std::move(keyNames), {}));
    }
    if (calls.empty())
        return {};
    const auto replies = m_scripts.client().run(calls, RedisClient::Patience::WaitsForServersAlone);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Reply& reply = replies->at(i / perCall);
        const QueueName& name = names[wanted[i]];
        const NativeKeys keys = m_scripts.keys(name);
        if (reply.isError()) {
            const Error error = NativeScripts::errorOf(reply.bytes, keys);
            if (!reply.bytes.startsWith("TRYAGAIN"))
                return error;
            infos[wanted[i]] = unreadable(name, m_now, error);
            continue;
        }
        if (reply.items.size() <= 1 + i % perCall)
            return unexpectedReply();
        infos[wanted[i]] = infoOf(name, reply, 1 + i % perCall);
    }
    return {};
}

/// Reads each node's queues together, except queues that may have moved to a different node.
Result<> NativeOverview::askAcrossSlots(
    const std::vector<QueueName>& names, std::vector<std::optional<QueueInfo>>& infos)
{
    std::map<std::size_t, std::vector<std::size_t>> byNode;
    for (std::size_t i = 0; i < names.size(); ++i)
        byNode[m_scripts.client().nodeOf(m_scripts.keys(names[i]).meta())].push_back(i);
    std::vector<ScriptCall> calls;
    std::vector<std::vector<std::size_t>> asked;
    for (const auto& [node, queues] : byNode) {
        for (std::size_t first = 0; first < queues.size(); first += queuesPerCall) {
            const auto begin = queues.begin() + std::ptrdiff_t(first);
            asked.emplace_back(begin, begin + std::ptrdiff_t(std::min(queuesPerCall, queues.size() - first)));
            std::vector<QByteArray> arguments{m_scripts.prefix()};
            for (const std::size_t i : asked.back())
                arguments.push_back(names[i]);
            calls.push_back(
                NativeScripts::call("overviews", {m_scripts.keys(names[*begin]).meta()}, std::move(arguments)));
        }
    }
    if (calls.empty())
        return {};
    const auto replies = m_scripts.client().run(calls, RedisClient::Patience::WaitsForServersAlone);
    if (!replies)
        return replies.error();
    for (std::size_t call = 0; call < calls.size(); ++call) {
        const std::vector<Reply>& items = (*replies)[call].items;
        for (std::size_t i = 0; i < asked[call].size() && i + 1 < items.size(); ++i) {
            if (items[i + 1].bytes != "ELSEWHERE")
                infos[asked[call][i]] = infoOf(names[asked[call][i]], (*replies)[call], i + 1);
        }
    }
    return {};
}

Result<QueueInfo> NativeOverview::one(const QueueName& queue)
{
    const NativeKeys keys = m_scripts.keys(queue);
    std::vector<QByteArray> keyNames;
    appendOverviewKeys(keyNames, keys);
    const auto reply = m_scripts.run("overview", keys, keyNames, {});
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2)
        return unexpectedReply();
    bool exists = false;
    auto info = readOverview(queue, keys, reply->items[1], fromMs(reply->items[0].integer), exists);
    if (info && !exists)
        return Error{ErrorCode::NotFound, portwords::noQueue(printable(queue))};
    return info;
}

} // namespace dueline
