// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/sidekiq/sidekiqheldlists.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <mutex>

namespace dueline {

namespace {

constexpr QByteArrayView gitLabHeartbeat = "reliable-fetcher-heartbeat-";
constexpr QByteArrayView gitLabLock = "reliable-fetcher-cleanup-lock";
// interval at which every process with GitLab's fetcher tries to acquire the clean-up lock
constexpr Millis cleanUpTriedEach{2 * 60 * 1000};

bool areAll(QByteArrayView text, bool (*is)(char))
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), is);
}
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f'); }

/// Removes and returns the part after the last colon; empty if there is none.
QByteArrayView takeLast(QByteArrayView& text)
{
    const qsizetype at = text.lastIndexOf(':');
    if (at < 0)
        return {};
    const QByteArrayView last = text.sliced(at + 1);
    text = text.first(at);
    return last;
}

/// Parses `QUEUE:HOST:PID:HEX`, or `QUEUE:HOST:PID` (before version 0.8).
std::optional<HeldList> gitLabList(const SidekiqSpec& spec, QByteArrayView rest)
{
    QByteArrayView queue = rest;
    QByteArrayView hex = takeLast(queue);
    QByteArrayView pid = takeLast(queue);
    if (!areAll(hex, isHexDigit) || !areAll(pid, isDigit)) {
        queue = rest;
        hex = {};
        pid = takeLast(queue);
        if (!areAll(pid, isDigit))
            return std::nullopt;
    }
    const QByteArrayView host = takeLast(queue);
    if (host.isEmpty() || queue.isEmpty())
        return std::nullopt;
    HeldList list;
    list.queue = queue.toByteArray();
    list.process = host.toByteArray() + ':' + pid.toByteArray();
    QByteArray identity = list.process + (hex.isEmpty() ? QByteArray() : ':' + hex.toByteArray());
    list.heartbeat = spec.key(gitLabHeartbeat.toByteArray() + identity.replace(':', '-'));
    return list;
}

/// Parses `PROCESS`, a separator and `QUEUE`.
std::optional<HeldList> separatedList(HeldList::Fetcher fetcher, QByteArrayView rest, QByteArrayView separator)
{
    const qsizetype at = rest.indexOf(separator);
    if (at <= 0 || at + separator.size() == rest.size())
        return std::nullopt;
    HeldList list;
    list.fetcher = fetcher;
    list.queue = rest.sliced(at + separator.size()).toByteArray();
    list.process = rest.first(at).toByteArray();
    return list;
}

} // namespace

std::optional<HeldList> HeldList::of(const SidekiqSpec& spec, const QByteArray& key)
{
    const QByteArray begin = spec.key({});
    if (!key.startsWith(begin))
        return std::nullopt;
    const QByteArrayView name = QByteArrayView(key).sliced(begin.size());
    constexpr QByteArrayView pro = "queue:sq|";
    constexpr QByteArrayView exq = "queue:backup::";
    std::optional<HeldList> list;
    if (name.startsWith(gitLabBegin))
        list = gitLabList(spec, name.sliced(gitLabBegin.size()));
    else if (name.startsWith(pro))
        list = separatedList(Fetcher::Pro, name.sliced(pro.size()), "|");
    else if (name.startsWith(exq))
        list = separatedList(Fetcher::Exq, name.sliced(exq.size()), "::");
    if (!list)
        return list;
    list->key = key;
    // Exq sends no heartbeats by default, so no key shows whether a node is alive.
    if (list->fetcher == Fetcher::Pro)
        list->heartbeat = spec.key(list->process);
    return list;
}

void SidekiqHeldLists::forget()
{
    m_walk = KeyWalk();
    m_lists.clear();
    m_byQueue.clear();
    m_known.clear();
    m_heartbeats.clear();
    m_isFetcherSeen = m_isFetcherAlive = m_hasInterrupted = false;
    m_lockLeft = Millis(0);
}

/// Exchanges the names of non-empty lists with other connections of this process to the same installation.
void SidekiqHeldLists::share()
{
    static std::mutex mutex;
    static std::map<QByteArray, std::set<QByteArray>> names;
    const RedisConfig& config = m_client.config();
    QByteArray place = m_spec.key({}) + '\n' + number(config.database) + '\n' + config.socketPath.toUtf8();
    for (const Endpoint& host : config.hosts)
        place += '\n' + host.host.toUtf8() + ' ' + number(host.port);
    std::vector<QByteArray> others;
    {
        const std::lock_guard lock(mutex);
        std::set<QByteArray>& shared = names[place];
        for (const HeldList& list : m_lists) {
            if (list.length > 0)
                shared.insert(list.key);
            else
                shared.erase(list.key);
        }
        others.assign(shared.begin(), shared.end());
    }
    for (const QByteArray& key : others)
        meet(key);
}

void SidekiqHeldLists::meet(const QByteArray& key)
{
    if (key.startsWith(m_spec.key(gitLabHeartbeat.toByteArray()))) {
        if (m_heartbeats.size() < mostLists)
            m_heartbeats.insert(key);
        return;
    }
    if (m_lists.size() >= mostLists || m_known.count(key))
        return;
    if (auto list = HeldList::of(m_spec, key)) {
        m_known.insert(key);
        m_lists.push_back(*std::move(list));
    }
}

std::vector<Command> SidekiqHeldLists::traceCommands() const
{
    return {{"TYPE", m_spec.key("interrupted")}, {"PTTL", m_spec.key(gitLabLock.toByteArray())}};
}

Result<> SidekiqHeldLists::refresh(std::span<const Reply> traces, bool hasLostProcess)
{
    m_hasInterrupted = traces[0].bytes == "zset";
    const Reply& lock = traces[1];
    m_lockLeft = Millis(lock.isInteger() ? std::max<qint64>(lock.integer, 0) : 0);
    const bool hasLock = lock.isInteger() && lock.integer >= -1; // PTTL returns -2 if the key doesn't exist
    if (m_isSought || hasLostProcess || m_hasInterrupted || hasLock || m_walk.hasBegun()) {
        const auto walked = m_walk.step(m_client, [this](const QByteArray& key) { meet(key); });
        if (!walked && !isRefusal(walked.error().code))
            return walked.error();
    }
    std::vector<Command> pipeline;
    for (const QByteArray& heartbeat : m_heartbeats)
        pipeline.push_back({"EXISTS", heartbeat});
    for (const HeldList& list : m_lists) {
        pipeline.push_back({"LLEN", list.key});
        pipeline.push_back(list.heartbeat.isEmpty() ? Command{"PING"} : Command{"EXISTS", list.heartbeat});
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::size_t at = 0;
    const auto next = [&replies, &at] { return (*replies)[at++]; };
    std::erase_if(m_heartbeats, [&next](const QByteArray&) {
        const Reply exists = next();
        return exists.isInteger() && exists.integer == 0;
    });
    m_isFetcherAlive = !m_heartbeats.empty();
    m_isFetcherSeen = m_isFetcherSeen || m_isFetcherAlive || hasLock;
    const auto now = std::chrono::steady_clock::now();
    std::vector<HeldList> kept;
    for (HeldList& list : m_lists) {
        const Reply length = next();
        const Reply heartbeat = next();
        // the reply is an error if the key isn't a list or the user isn't allowed to read it
        list.length = length.isInteger() ? length.integer : 0;
        list.isOrphaned = heartbeat.isInteger() && heartbeat.integer == 0;
        const bool isGitLab = list.fetcher == HeldList::Fetcher::GitLab;
        m_isFetcherSeen = m_isFetcherSeen || isGitLab;
        const bool isAlive = heartbeat.isInteger() && heartbeat.integer == 1;
        m_isFetcherAlive = m_isFetcherAlive || (isGitLab && isAlive);
        if (list.length > 0)
            list.emptySince.reset();
        else if (!list.emptySince)
            list.emptySince = now;
        if (isAlive || !list.emptySince || now - *list.emptySince < emptyKept)
            kept.push_back(std::move(list));
        else
            m_known.erase(list.key);
    }
    m_lists = std::move(kept);
    share();
    m_byQueue.clear();
    for (const HeldList& list : m_lists) {
        if (list.length > 0)
            m_byQueue[list.queue].push_back(list);
    }
    return {};
}

const std::vector<HeldList>& SidekiqHeldLists::listsOf(const QueueName& queue) const
{
    static const std::vector<HeldList> none;
    const auto lists = m_byQueue.find(queue);
    return lists == m_byQueue.end() ? none : lists->second;
}

const HeldList* SidekiqHeldLists::listAt(const QByteArray& key) const
{
    const auto at
        = std::find_if(m_lists.begin(), m_lists.end(), [&key](const HeldList& list) { return list.key == key; });
    return at == m_lists.end() ? nullptr : &*at;
}

std::optional<Millis> SidekiqHeldLists::untilCleanUp() const
{
    return m_isFetcherAlive ? std::optional(m_lockLeft + cleanUpTriedEach) : std::nullopt;
}

} // namespace dueline
