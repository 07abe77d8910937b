// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/zset/zsetsourcekey.h"

#include "core/base/text.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <cmath>

namespace dueline {

namespace {

constexpr int maxExamined = 250;
constexpr QByteArrayView ourMark = "dueline "; ///< prefix of the values of Dueline's locks
constexpr Millis noEnd{std::chrono::hours(24 * 365)}; ///< remaining time shown for a lock that never expires

} // namespace

QByteArray ZsetSourceKey::scoreOf(TimePoint at) const { return m_scripts.overlay()->homeScore(at); }

TimePoint ZsetSourceKey::instantOf(const QByteArray& score) const
{
    const double ms = std::floor(score.toDouble() * double(m_scripts.overlay()->homeUnit) + 0.5);
    return fromMs(qint64(std::clamp(ms, -endOfTime, endOfTime)));
}

Error ZsetSourceKey::errorOf(const Error& error) const
{
    return error.code == ErrorCode::WrongType ? NativeScripts::errorOf("DAMAGED home", m_scripts.keys(m_spec.key))
                                              : error;
}

Error ZsetSourceKey::errorOf(const Reply& reply) const
{
    return NativeScripts::errorOf(
        reply.bytes.startsWith("WRONGTYPE") ? "DAMAGED home" : reply.bytes, m_scripts.keys(m_spec.key));
}

Task ZsetSourceKey::taskOf(const Member& member, TimePoint now) const
{
    Task task;
    task.id = member.id;
    task.at = instantOf(member.score);
    task.dueAt = task.at;
    task.state = task.at > now ? TaskState::Scheduled : TaskState::Due;
    m_scripts.describe(task);
    return task;
}

Result<> ZsetSourceKey::addLocks(std::vector<Task>& tasks, TimePoint now)
{
    if (!m_spec.locks())
        return {};
    std::vector<Command> commands;
    std::vector<Task*> asked;
    for (Task& task : tasks) {
        if (task.state != TaskState::Due)
            continue;
        const QByteArray lock = m_spec.lockKey(task.id);
        commands.push_back({"GET", lock});
        commands.push_back({"PTTL", lock});
        asked.push_back(&task);
    }
    if (commands.empty())
        return {};
    const auto replies = m_scripts.client().pipeline(commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const Reply& value = (*replies)[2 * i];
        const qint64 left = (*replies)[2 * i + 1].integer;
        // A lock key that isn't a string is still a lock.
        const bool isOdd = value.isError() && value.bytes.startsWith("WRONGTYPE");
        if (value.isError() && !isOdd)
            return errorOf(value);
        if (value.isNil() || left == -2 || value.bytes.startsWith(ourMark))
            // Skip Dueline's own locks: the overlay contains the tasks that Dueline is running, and a lock may outlive
            // its run.
            continue;
        Task& task = *asked[i];
        task.state = TaskState::Leased;
        task.at = now + (left < 0 ? noEnd : Millis(left));
        task.worker = isOdd ? QByteArray() : printable(value.bytes, 60).toUtf8();
    }
    return {};
}

Result<std::vector<Task>> ZsetSourceKey::read(qint64 first, qint64 last, TimePoint now)
{
    std::vector<Task> tasks;
    if (last < first)
        return tasks;
    const auto reply = m_scripts.client().call({"ZRANGE", m_spec.key, number(first), number(last), "WITHSCORES"});
    if (!reply)
        return errorOf(reply.error());
    for (std::size_t i = 0; i + 1 < reply->items.size(); i += 2)
        tasks.push_back(taskOf({reply->items[i].bytes, reply->items[i + 1].bytes}, now));
    if (auto added = addLocks(tasks, now); !added)
        return added.error();
    return tasks;
}

Result<std::vector<qint64>> ZsetSourceKey::lockedRanks(TimePoint now)
{
    std::vector<qint64> ranks;
    if (!m_spec.locks())
        return ranks;
    const auto tasks = read(0, lockedWindow - 1, now);
    if (!tasks)
        return tasks.error();
    for (std::size_t i = 0; i < tasks->size(); ++i) {
        if ((*tasks)[i].state == TaskState::Leased)
            ranks.push_back(qint64(i));
    }
    return ranks;
}

Result<HomeCounts> ZsetSourceKey::counts(TimePoint now)
{
    const QByteArray& key = m_spec.key;
    const QByteArray until = scoreOf(now);
    const auto replies = m_scripts.client().pipeline(
        {{"ZCARD", key}, {"ZCOUNT", key, "-inf", until}, {"ZRANGE", key, "0", "0", "WITHSCORES"},
            {"ZRANGE", key, '(' + until, "+inf", "BYSCORE", "LIMIT", "0", "1", "WITHSCORES"}});
    if (!replies)
        return replies.error();
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return errorOf(reply);
    }
    const auto locked = lockedRanks(now);
    if (!locked)
        return locked.error();
    HomeCounts counts;
    counts.exists = replies->at(0).integer > 0;
    counts.leased = qint64(locked->size());
    counts.due = std::max<qint64>(0, replies->at(1).integer - counts.leased);
    counts.scheduled = std::max<qint64>(0, replies->at(0).integer - replies->at(1).integer);
    if (counts.due > 0 && replies->at(2).items.size() == 2)
        counts.oldestDue = instantOf(replies->at(2).items[1].bytes);
    if (replies->at(3).items.size() == 2)
        counts.nextDue = instantOf(replies->at(3).items[1].bytes);
    return counts;
}

Result<TaskPage> ZsetSourceKey::page(StateSet states, TimePoint now, qint64 offset, int limit)
{
    const bool due = states.contains(TaskState::Due);
    const bool scheduled = states.contains(TaskState::Scheduled);
    const bool leased = states.contains(TaskState::Leased) && m_spec.locks();
    TaskPage page;
    const auto totals
        = m_scripts.client().pipeline({{"ZCARD", m_spec.key}, {"ZCOUNT", m_spec.key, "-inf", scoreOf(now)}});
    if (!totals)
        return totals.error();
    for (const Reply& total : *totals) {
        if (total.isError())
            return errorOf(total);
    }
    const qint64 dueEnd = totals->at(1).integer;
    const auto found = lockedRanks(now);
    if (!found)
        return found.error();
    const qint64 locked = qint64(found->size());

    // The page has three groups of tasks: locked ones, other due ones, and future ones. If only locked tasks are
    // requested, sort them by lock expiry. Merged lists show locked tasks at their due times, which are their scores.
    if (leased && !due && !scheduled) {
        std::vector<Task> all;
        for (const qint64 rank : *found) {
            auto one = read(rank, rank, now);
            if (!one)
                return one.error();
            all.insert(all.end(), one->begin(), one->end());
        }
        std::erase_if(all, [](const Task& task) { return task.state != TaskState::Leased; });
        std::stable_sort(all.begin(), all.end(), [](const Task& a, const Task& b) { return a.at < b.at; });
        page.total = qint64(all.size());
        const qint64 from = std::min(offset, page.total);
        page.tasks.assign(all.begin() + from, all.begin() + std::min<qint64>(page.total, from + limit));
        return page;
    }
    const bool skips = due && !leased && locked > 0;
    const qint64 start = due ? 0 : dueEnd;
    const qint64 end = scheduled ? totals->at(0).integer : dueEnd;
    page.total = std::max<qint64>(0, end - start - (skips ? locked : 0));
    const qint64 wanted = std::clamp<qint64>(page.total - offset, 0, limit);
    if (wanted == 0)
        return page;
    qint64 first = start + offset;
    if (skips) {
        for (const qint64 rank : *found)
            first += rank <= first ? 1 : 0;
    }
    auto tasks = read(first, std::min(end, first + wanted + (skips ? locked : 0)) - 1, now);
    if (!tasks)
        return tasks.error();
    std::erase_if(*tasks, [&](const Task& task) { return !states.contains(task.state); });
    tasks->resize(std::min(tasks->size(), std::size_t(wanted)));
    page.tasks = *std::move(tasks);
    return page;
}

Result<SearchStep> ZsetSourceKey::search(const SearchRequest& request, TimePoint now)
{
    // A locked task's time is the expiry of its lock, not its score.
    const bool byScore = !m_spec.locks() || !request.states.contains(TaskState::Leased);
    std::optional<TimePoint> from;
    std::optional<TimePoint> until;
    if (byScore) {
        from = request.filter.dueFrom(now);
        until = request.filter.dueUntil(now);
    }
    if (request.waitingUntil)
        until = std::min(until.value_or(*request.waitingUntil), *request.waitingUntil);
    if (!request.states.contains(TaskState::Due) && !request.states.contains(TaskState::Leased))
        from = std::max(from.value_or(now), now);
    if (!request.states.contains(TaskState::Scheduled))
        until = std::min(until.value_or(now), now);
    // The displayed time may differ from the score by up to a millisecond.
    const QByteArray lowest = from ? scoreOf(*from - Millis(1)) : QByteArray("-inf");
    const QByteArray highest = until ? scoreOf(*until + Millis(1)) : QByteArray("inf");
    const qsizetype space = request.cursor.indexOf(' ');
    const int limit = std::clamp(request.examine, 1, maxExamined);
    const auto reply = m_scripts.run("walk", m_scripts.keys(m_spec.key), {m_spec.key},
        {number(limit), lowest, highest, request.cursor.left(std::max<qsizetype>(space, 0)),
            request.cursor.mid(space + 1)});
    if (!reply)
        return reply.error();
    if (reply->items.size() != 2 || !reply->items[0].isInteger())
        return unexpectedReply();
    const std::vector<Reply>& members = reply->items[1].items;
    std::vector<Task> tasks;
    for (std::size_t i = 0; i + 1 < members.size(); i += 2)
        tasks.push_back(taskOf({members[i].bytes, members[i + 1].bytes}, now));
    if (auto added = addLocks(tasks, now); !added)
        return added.error();
    SearchStep step;
    step.examined = qint64(tasks.size());
    if (reply->items[0].integer == 0 && !tasks.empty())
        step.cursor = members[members.size() - 1].bytes + ' ' + tasks.back().id;
    for (Task& task : tasks) {
        const bool waits = task.state != TaskState::Leased;
        if (!request.states.contains(task.state) || (waits && request.waitingUntil && task.at > *request.waitingUntil))
            continue;
        if (request.filter.matches(task, task.id, now, request.queue))
            step.matches.push_back(std::move(task));
    }
    return step;
}

Result<std::optional<Task>> ZsetSourceKey::find(const TaskId& id, TimePoint now)
{
    const auto score = m_scripts.client().call({"ZSCORE", m_spec.key, id});
    if (!score)
        return errorOf(score.error());
    if (score->isNil())
        return std::optional<Task>();
    std::vector<Task> tasks{taskOf({id, score->bytes}, now)};
    if (auto added = addLocks(tasks, now); !added)
        return added.error();
    tasks.front().preview.clear(); // only lists need the preview
    return std::optional(std::move(tasks.front()));
}

Result<std::optional<QByteArray>> ZsetSourceKey::payload(const TaskId& id)
{
    const auto score = m_scripts.client().call({"ZSCORE", m_spec.key, id});
    if (!score)
        return errorOf(score.error());
    return score->isNil() ? std::optional<QByteArray>() : std::optional<QByteArray>(id);
}

Result<> ZsetSourceKey::addTo(std::vector<TimelineBin>& bins, TimePoint now)
{
    std::vector<Command> commands;
    std::vector<std::pair<std::size_t, TaskState>> targets;
    const TimePoint split = now + Millis(1);
    for (std::size_t i = 0; i < bins.size(); ++i) {
        const auto ask = [&](TaskState state, TimePoint from, TimePoint to) {
            if (from >= to)
                return;
            commands.push_back({"ZCOUNT", m_spec.key, scoreOf(from), '(' + scoreOf(to)});
            targets.emplace_back(i, state);
        };
        const TimePoint middle = std::clamp(split, bins[i].from, std::max(bins[i].from, bins[i].to));
        ask(TaskState::Due, bins[i].from, middle);
        ask(TaskState::Scheduled, middle, bins[i].to);
    }
    if (commands.empty())
        return {};
    const auto counts = m_scripts.client().pipeline(commands);
    if (!counts)
        return counts.error();
    for (std::size_t i = 0; i < counts->size(); ++i) {
        if ((*counts)[i].isError())
            return errorOf((*counts)[i]);
        bins[targets[i].first].counts[targets[i].second] += (*counts)[i].integer;
    }
    return {};
}

Result<std::optional<TimePoint>> ZsetSourceKey::lastDue(TimePoint)
{
    const auto last = m_scripts.client().call({"ZRANGE", m_spec.key, "0", "0", "REV", "WITHSCORES"});
    if (!last)
        return errorOf(last.error());
    return last->items.size() == 2 ? std::optional(instantOf(last->items[1].bytes)) : std::optional<TimePoint>();
}

} // namespace dueline
