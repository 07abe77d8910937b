// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativetimeline.h"

#include "core/layouts/native/nativecodec.h"
#include "core/layouts/native/nativedescription.h"
#include "core/layouts/native/nativewords.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

using std::chrono::hours;
using std::chrono::minutes;

/// Cost of reading the most recent minutes once, in recent.lua's cost units.
constexpr std::size_t recentCost = 300;
constexpr std::array roles{"pending", "retry", "leased", "failed", "done"};

/// Returns the ZCOUNT command for [from, to).
Command countCommand(const QByteArray& key, TimePoint from, TimePoint to)
{
    return {"ZCOUNT", key, number(toMs(from)), '(' + number(toMs(to))};
}

/// Bin and state to add a count to.
struct Target
{
    std::size_t bin = 0;
    TaskState state = TaskState::Scheduled;
};

std::optional<std::size_t> classIn(const QByteArray& field, std::size_t classes)
{
    bool isNumber = false;
    const uint index = field.mid(1).toUInt(&isNumber);
    return isNumber && index < classes ? std::optional<std::size_t>(index) : std::nullopt;
}

void readField(StatisticsBin& bin, const QByteArray& field, qint64 value)
{
    if (field == "added") {
        bin.added = value;
    } else if (field == "retried") {
        bin.retried = value;
    } else if (field == "expired") {
        bin.expired = value;
    } else if (field == "trashed") {
        bin.trashed = value;
    } else if (field.startsWith("failed:")) {
        bin.failedByType[field.mid(7)] = value;
    } else if (field.startsWith('l')) {
        if (const auto index = classIn(field, bin.lateness.size()))
            bin.lateness[*index] = value;
    } else if (field.startsWith('r')) {
        if (const auto index = classIn(field, bin.runTime.size()))
            bin.runTime[*index] = value;
    }
}

/// Parses a bin; nullopt if the key is missing or isn't a bin. Invalid statistics never cause an error.
std::optional<StatisticsBin> readBin(const Reply& reply, TimePoint from, Millis length)
{
    if (!reply.isArray() || reply.items.empty())
        return std::nullopt;
    StatisticsBin bin;
    bin.from = from;
    bin.length = length;
    for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2)
        readField(bin, reply.items[i].bytes, reply.items[i + 1].bytes.toLongLong());
    return bin;
}

/// Spreads `amount` evenly over [from, from + length), and adds each bin's share to it. The shares add up to `amount`.
void spread(std::vector<TimelineBin>& bins, TimePoint from, Millis length, qint64 amount)
{
    const auto upTo = [&](TimePoint at) {
        const qint64 part = std::clamp<qint64>((at - from).count(), 0, length.count());
        return amount * part / length.count();
    };
    auto bin = std::partition_point(bins.begin(), bins.end(), [&](const TimelineBin& b) { return b.to <= from; });
    for (; bin != bins.end() && bin->from < from + length; ++bin)
        bin->counts[TaskState::Done] += upTo(bin->to) - upTo(bin->from);
}

} // namespace

NativeTimeline::NativeTimeline(NativeScripts& scripts, const QueueName& queue)
    : m_scripts(scripts)
    , m_keys(scripts.keys(queue))
{ }

Error NativeTimeline::errorOf(const Reply& reply, const char* role) const
{
    if (reply.bytes.startsWith("WRONGTYPE"))
        return NativeScripts::errorOf(QByteArray("DAMAGED ") + role, m_keys);
    return NativeScripts::errorOf(reply.bytes, m_keys);
}

Result<> NativeTimeline::readClock()
{
    const auto replies = m_scripts.client().pipeline({{"TIME"}, {"HGET", m_keys.meta(), "version"}});
    if (!replies)
        return replies.error();
    const Reply& time = replies->at(0);
    const Reply& version = replies->at(1);
    if (version.isError())
        return errorOf(version, "meta");
    if (version.isBytes() && version.bytes != number(NativeCodec::version))
        return NativeScripts::errorOf("NEWER layout version " + version.bytes, m_keys);
    if (time.isError())
        return errorOf(time, "");
    if (time.items.size() != 2)
        return Error{ErrorCode::Protocol, portwords::unexpectedReplyTo("TIME")};
    m_now = fromMs(time.items[0].bytes.toLongLong() * 1000 + time.items[1].bytes.toLongLong() / 1000);
    return {};
}

Result<std::vector<TimelineBin>> NativeTimeline::bins(TimePoint from, TimePoint to, int count)
{
    auto bins = timelineBins(from, to, count);
    if (!bins)
        return bins;
    if (auto read = readClock(); !read)
        return read.error();
    if (auto counted = this->count(*bins); !counted)
        return counted.error();
    if (auto added = addForgotten(*bins); !added)
        return added.error();
    return bins;
}

Result<> NativeTimeline::count(std::vector<TimelineBin>& bins)
{
    // Start with the time range of each set's tasks: bins outside this range don't need to be counted.
    const QByteArray lowest = number(toMs(bins.front().from));
    const QByteArray highest = '(' + number(toMs(bins.back().to));
    std::vector<Command> commands;
    for (const char* role : roles) {
        commands.push_back({"ZRANGEBYSCORE", m_keys.ofRole(role), lowest, highest, "WITHSCORES", "LIMIT", "0", "1"});
        commands.push_back({"ZREVRANGEBYSCORE", m_keys.ofRole(role), highest, lowest, "WITHSCORES", "LIMIT", "0", "1"});
    }
    const auto extents = m_scripts.client().pipeline(commands);
    if (!extents)
        return extents.error();
    commands.clear();
    std::vector<Target> targets;
    const auto ask = [&](std::size_t bin, TaskState state, const QByteArray& key, TimePoint from, TimePoint to) {
        if (from >= to)
            return;
        commands.push_back(countCommand(key, from, to));
        targets.push_back({bin, state});
    };
    for (std::size_t set = 0; set < roles.size(); ++set) {
        const Reply& head = extents->at(2 * set);
        const Reply& tail = extents->at(2 * set + 1);
        if (head.isError() || tail.isError())
            return errorOf(head.isError() ? head : tail, roles[set]);
        if (head.items.size() != 2 || tail.items.size() != 2)
            continue;
        const TimePoint first = instantOf(head.items[1].bytes);
        const TimePoint last = instantOf(tail.items[1].bytes);
        const QByteArray key = m_keys.ofRole(roles[set]);
        for (std::size_t i = 0; i < bins.size(); ++i) {
            const TimelineBin& bin = bins[i];
            if (bin.to <= first || bin.from > last || bin.from >= bin.to)
                continue;
            if (set == 0) { // a task due in the current millisecond counts as due
                const TimePoint split = std::clamp(m_now + Millis(1), bin.from, bin.to);
                ask(i, TaskState::Due, key, bin.from, split);
                ask(i, TaskState::Scheduled, key, split, bin.to);
            } else {
                ask(i, set == 1 ? TaskState::Retrying : *stateFromName(roles[set]), key, bin.from, bin.to);
            }
        }
    }
    if (commands.empty())
        return {};
    const auto counts = m_scripts.client().pipeline(commands);
    if (!counts)
        return counts.error();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if ((*counts)[i].isError())
            return errorOf((*counts)[i], "");
        bins[targets[i].bin].counts[targets[i].state] += (*counts)[i].integer;
    }
    return {};
}

/// Adds finished tasks that are no longer in the `done` set: the count in a minute's or hour's statistics, minus the
/// tasks still in the set.
Result<> NativeTimeline::addForgotten(std::vector<TimelineBin>& bins)
{
    const TimePoint from = std::chrono::floor<hours>(bins.front().from);
    const auto past = read(from, bins.back().to);
    if (!past)
        return past.error();
    std::vector<Command> commands;
    std::vector<const StatisticsBin*> ended;
    for (const StatisticsBin& bin : *past) {
        if (bin.done() == 0 || bin.from + bin.length <= bins.front().from)
            continue;
        ended.push_back(&bin);
        commands.push_back(countCommand(m_keys.done(), bin.from, bin.from + bin.length));
    }
    if (commands.empty())
        return {};
    const auto kept = m_scripts.client().pipeline(commands);
    if (!kept)
        return kept.error();
    for (std::size_t i = 0; i < ended.size(); ++i) {
        const Reply& count = (*kept)[i];
        if (count.isError())
            return errorOf(count, "done");
        if (const qint64 forgotten = ended[i]->done() - count.integer; forgotten > 0)
            spread(bins, ended[i]->from, ended[i]->length, forgotten);
    }
    return {};
}

Result<std::vector<StatisticsBin>> NativeTimeline::statistics(TimePoint from, TimePoint to)
{
    if (auto read = readClock(); !read)
        return read.error();
    return read(from, to);
}

Result<std::vector<RecentHistory>> NativeTimeline::recent(
    NativeScripts& scripts, const std::vector<RecentRequest>& wanted, TimePoint to)
{
    if (wanted.empty())
        return Error{ErrorCode::Usage, nativewords::queueIsMissing()};
    // In a cluster, all keys in a call must be in the same slot.
    const bool cluster = scripts.client().config().topology == Topology::Cluster;
    std::vector<QByteArray> keyNames;
    std::vector<QByteArray> arguments{number(qint64(recentCost))};
    std::vector<std::vector<TimePoint>> asked;
    for (const RecentRequest& request : wanted) {
        if (!asked.empty() && (cluster || keyNames.size() >= recentCost))
            break;
        const NativeKeys keys = scripts.keys(request.queue);
        keyNames.push_back(keys.ticks());
        keyNames.push_back(keys.ofRole("failed"));
        std::vector<TimePoint>& told = asked.emplace_back();
        for (auto at = request.from < to ? std::chrono::ceil<minutes>(request.from) : std::chrono::floor<minutes>(to);
             at < to; at += minutes(1)) {
            keyNames.push_back(keys.statisticsPrefix() + number(at.time_since_epoch().count()));
            told.push_back(at);
        }
        arguments.push_back(number(qint64(told.size())));
        arguments.push_back(number(toMs(request.failedSince)));
    }
    const NativeKeys first = scripts.keys(wanted.front().queue);
    const auto reply = scripts.run("recent", first, keyNames, arguments);
    if (!reply)
        return reply.error();
    std::vector<RecentHistory> all;
    for (std::size_t queue = 0; queue < reply->items.size() && queue < asked.size(); ++queue) {
        const std::vector<Reply>& told = reply->items[queue].items;
        if (told.size() < 2)
            return unexpectedReply();
        RecentHistory& past = all.emplace_back();
        past.knowsRuns = true;
        if (!told[0].bytes.isEmpty())
            past.nextRun = instantOf(told[0].bytes);
        if (told[1].integer >= 0)
            past.failed = told[1].integer;
        for (std::size_t i = 2; i + 1 < told.size(); i += 2) {
            const std::size_t place = std::size_t(told[i].integer) - 1;
            if (place >= asked[queue].size())
                return unexpectedReply();
            if (auto bin = readBin(told[i + 1], asked[queue][place], minutes(1)))
                past.statistics.push_back(*std::move(bin));
        }
    }
    if (all.empty())
        return unexpectedReply();
    return all;
}

Result<std::vector<StatisticsBin>> NativeTimeline::read(TimePoint from, TimePoint to)
{
    // Read an hour's total if its first minutes may have expired.
    const TimePoint minutesFrom = std::chrono::ceil<hours>(m_now - keepMinutes + minutes(2));
    std::vector<Command> commands;
    std::vector<std::pair<TimePoint, Millis>> asked;
    const auto firstHour = std::chrono::ceil<hours>(std::max(from, m_now - keepHours));
    for (auto hour = firstHour; hour < std::min(to, minutesFrom); hour += hours(1)) {
        commands.push_back({"HGETALL", m_keys.statisticsPrefix() + "h:" + number(hour.time_since_epoch().count())});
        asked.emplace_back(hour, hours(1));
    }
    const auto firstMinute = std::chrono::ceil<minutes>(std::max(from, m_now - keepMinutes));
    for (auto minute = firstMinute; minute < std::min(to, m_now + minutes(1)); minute += minutes(1)) {
        commands.push_back({"HGETALL", m_keys.statisticsPrefix() + number(minute.time_since_epoch().count())});
        asked.emplace_back(minute, minutes(1));
    }
    std::vector<StatisticsBin> bins;
    if (commands.empty())
        return bins;
    const auto replies = m_scripts.client().pipeline(commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const auto [start, length] = asked[i];
        // Skip minutes that are already included in the last hour.
        const bool told = !bins.empty() && length == minutes(1) && bins.back().length == hours(1)
            && start < bins.back().from + bins.back().length;
        if (auto bin = readBin((*replies)[i], start, length); bin && !told)
            bins.push_back(std::move(*bin));
    }
    return bins;
}

} // namespace dueline
