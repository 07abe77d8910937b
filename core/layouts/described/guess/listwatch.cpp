// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/guess/listwatch.h"

#include "core/layouts/described/placeentry.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr int enoughChanges = 3; ///< number of observed changes needed to decide at which end items are claimed
constexpr qint64 mostItemsWatched = 1'000; ///< maximum number of items to search from each end of a list per check

} // namespace

void ListWatch::see(const QByteArray& list, const Moved& moved)
{
    Counts& counts = m_counts[list];
    if (moved.head.has_value() != moved.tail.has_value()) // if both items are missing, the whole list was replaced
        ++(moved.head ? counts.tailLost : counts.headLost);
    counts.headGained += moved.head.value_or(0) > 0 ? 1 : 0;
    counts.tailGained += moved.tail.value_or(0) > 0 ? 1 : 0;
}

Result<> ListWatch::look(RedisClient& client)
{
    constexpr std::size_t perList = 5;
    std::vector<Command> commands;
    for (const QByteArray& list : m_lists) {
        const auto& [head, tail] = m_last[list];
        commands.push_back({"LPOS", list, head, "MAXLEN", number(mostItemsWatched)});
        commands.push_back({"LPOS", list, tail, "RANK", "-1", "MAXLEN", number(mostItemsWatched)});
        commands.push_back({"LLEN", list});
        commands.push_back({"LINDEX", list, "0"});
        commands.push_back({"LINDEX", list, "-1"});
    }
    const auto replies = askInParts(client, commands);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < m_lists.size(); ++i) {
        const auto reply = [&](std::size_t at) -> const Reply& { return (*replies)[perList * i + at]; };
        auto& [head, tail] = m_last[m_lists[i]];
        Moved moved;
        if (reply(0).isInteger())
            moved.head = reply(0).integer;
        if (reply(1).isInteger())
            moved.tail = reply(2).integer - 1 - reply(1).integer;
        if (!head.isEmpty() && head != tail) // if both ends have the same item, changes can't be detected
            see(m_lists[i], moved);
        head = reply(3).bytes;
        tail = reply(4).bytes;
    }
    return {};
}

RunningEnds ListWatch::ends() const
{
    RunningEnds known;
    for (const auto& [list, counts] : m_counts) {
        if (counts.headLost + counts.tailLost >= enoughChanges && counts.headLost != counts.tailLost)
            known[list] = counts.tailLost > counts.headLost;
        else if (counts.headLost + counts.tailLost == 0 && counts.headGained + counts.tailGained >= enoughChanges
            && counts.headGained != counts.tailGained)
            known[list] = counts.headGained > counts.tailGained;
    }
    return known;
}

} // namespace dueline
