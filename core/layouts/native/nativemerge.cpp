// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativemerge.h"

#include <algorithm>
#include <limits>

namespace dueline {

namespace {

constexpr qint64 parts = 64; ///< of the narrowing, per round trip
constexpr qint64 earliest = std::numeric_limits<qint64>::min() / 4;
constexpr qint64 latest = std::numeric_limits<qint64>::max() / 4;

QByteArray bound(qint64 score)
{
    return score <= earliest ? QByteArray("-inf") : score >= latest ? QByteArray("+inf") : QByteArray::number(score);
}

} // namespace

NativeMerge::NativeMerge(RedisClient& client, const NativeKeys& keys, StateSet states, TimePoint now)
    : m_client(client)
    , m_keys(keys)
{
    for (const TaskState state : allStates) {
        if (!states.contains(state))
            continue;
        List list{state, keys.setOf(state), earliest, latest};
        // Both halves of the pending set together are the whole set, whatever the time is.
        if (state == TaskState::Scheduled)
            list.lowest = toMs(now) + 1;
        if (state == TaskState::Due)
            list.highest = toMs(now);
        m_lists.push_back(list);
    }
}

Result<std::vector<qint64>> NativeMerge::counts(const std::vector<Command>& commands)
{
    const auto replies = m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::vector<qint64> numbers;
    numbers.reserve(replies->size());
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return NativeScripts::errorOf(reply.bytes, m_keys);
        numbers.push_back(reply.integer);
    }
    return numbers;
}

Command NativeMerge::countBelow(const List& list, qint64 score) const
{
    // Members of the list with an instant before `score`.
    const qint64 end = std::min(score, list.highest >= latest ? latest : list.highest + 1);
    if (end <= list.lowest)
        return {"ZCOUNT", list.key, "(0", "0"};
    return {"ZCOUNT", list.key, bound(list.lowest), end >= latest ? QByteArray("+inf") : '(' + QByteArray::number(end)};
}

Result<> NativeMerge::measure()
{
    std::vector<Command> commands;
    for (const List& list : m_lists) {
        commands.push_back(countBelow(list, latest));
        commands.push_back(list.lowest <= earliest ? Command{"ZCOUNT", list.key, "(0", "0"}
                                                   : Command{"ZCOUNT", list.key, "-inf", '(' + QByteArray::number(list.lowest)});
    }
    const auto numbers = counts(commands);
    if (!numbers)
        return numbers.error();
    for (std::size_t i = 0; i < m_lists.size(); ++i) {
        m_lists[i].total = (*numbers)[2 * i];
        m_lists[i].from = (*numbers)[2 * i + 1];
    }
    return {};
}

Result<> NativeMerge::locate(qint64 offset)
{
    if (offset <= 0)
        return {};
    // The instants there are: first and last of each list.
    std::vector<Command> ends;
    for (const List& list : m_lists) {
        const QByteArray low = bound(list.lowest);
        const QByteArray high = bound(list.highest);
        ends.push_back({"ZRANGE", list.key, low, high, "BYSCORE", "LIMIT", "0", "1", "WITHSCORES"});
        ends.push_back({"ZRANGE", list.key, high, low, "BYSCORE", "REV", "LIMIT", "0", "1", "WITHSCORES"});
    }
    const auto replies = m_client.pipeline(ends);
    if (!replies)
        return replies.error();
    qint64 low = latest;
    qint64 high = earliest;
    for (const Reply& reply : *replies) {
        if (reply.isError())
            return NativeScripts::errorOf(reply.bytes, m_keys);
        if (reply.items.size() == 2) {
            const auto score = qint64(reply.items[1].bytes.toDouble());
            low = std::min(low, score);
            high = std::max(high, score + 1);
        }
    }
    // The instant with at most `offset` members before it, and more than that before the next one.
    while (high - low > 1) {
        const qint64 step = std::max<qint64>(1, (high - low) / parts);
        std::vector<qint64> borders;
        for (qint64 border = low + step; border < high; border += step)
            borders.push_back(border);
        std::vector<Command> commands;
        for (const qint64 border : borders) {
            for (const List& list : m_lists)
                commands.push_back(countBelow(list, border));
        }
        const auto numbers = counts(commands);
        if (!numbers)
            return numbers.error();
        qint64 next = high;
        for (std::size_t i = 0; i < borders.size(); ++i) {
            qint64 before = 0;
            for (std::size_t k = 0; k < m_lists.size(); ++k)
                before += (*numbers)[i * m_lists.size() + k];
            if (before > offset) {
                next = borders[i];
                break;
            }
            low = borders[i];
        }
        high = next;
    }
    // Before that instant everything is skipped; at it, list by list.
    std::vector<Command> commands;
    for (const List& list : m_lists) {
        commands.push_back(countBelow(list, low));
        commands.push_back(countBelow(list, low + 1));
    }
    const auto numbers = counts(commands);
    if (!numbers)
        return numbers.error();
    qint64 left = offset;
    for (std::size_t i = 0; i < m_lists.size(); ++i) {
        m_lists[i].start = (*numbers)[2 * i];
        left -= m_lists[i].start;
    }
    for (std::size_t i = 0; i < m_lists.size() && left > 0; ++i) {
        const qint64 here = std::min(left, (*numbers)[2 * i + 1] - (*numbers)[2 * i]);
        m_lists[i].start += here;
        left -= here;
    }
    return {};
}

Result<NativeMerge::Page> NativeMerge::find(qint64 offset, int limit)
{
    Page page;
    if (auto measured = measure(); !measured)
        return measured.error();
    for (const List& list : m_lists) {
        page.total += list.total;
        page.slices.push_back({list.state, 0, {}});
    }
    if (offset >= page.total || limit <= 0)
        return page;
    if (auto located = locate(std::max<qint64>(0, offset)); !located)
        return located.error();

    std::vector<Command> commands;
    for (const List& list : m_lists) {
        const qint64 first = list.from + list.start;
        const qint64 last = list.from + std::min(list.total, list.start + limit) - 1;
        commands.push_back({"ZRANGE", list.key, QByteArray::number(first), QByteArray::number(std::max(last, first - 1)), "WITHSCORES"});
        if (last < first)
            commands.back() = {"ZRANGEBYSCORE", list.key, "(0", "0"};
    }
    const auto replies = m_client.pipeline(commands);
    if (!replies)
        return replies.error();
    std::vector<std::vector<TimePoint>> ahead(m_lists.size());
    for (std::size_t i = 0; i < replies->size(); ++i) {
        if ((*replies)[i].isError())
            return NativeScripts::errorOf((*replies)[i].bytes, m_keys);
        for (std::size_t k = 1; k < (*replies)[i].items.size(); k += 2)
            ahead[i].push_back(fromMs(qint64((*replies)[i].items[k].bytes.toDouble())));
        page.slices[i].offset = m_lists[i].start;
    }
    std::vector<std::size_t> taken(m_lists.size(), 0);
    while (int(page.order.size()) < limit) {
        std::size_t best = m_lists.size();
        for (std::size_t i = 0; i < m_lists.size(); ++i) {
            if (taken[i] < ahead[i].size() && (best == m_lists.size() || ahead[i][taken[i]] < ahead[best][taken[best]]))
                best = i;
        }
        if (best == m_lists.size())
            break;
        page.slices[best].instants.push_back(ahead[best][taken[best]++]);
        page.order.push_back(best);
    }
    return page;
}

} // namespace dueline
