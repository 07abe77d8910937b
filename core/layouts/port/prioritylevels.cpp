// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/prioritylevels.h"

#include "core/redis/codec.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace dueline {

namespace {

QByteArray exactScore(double score) { return QByteArray::number(score, 'g', 17); }

/// Range of priorities [from, to) that contains no known priority.
struct LevelGap
{
    double from;
    double to;
};

/// Search for one source's priorities.
struct LevelSearch
{
    PriorityLevels::Source source;
    std::map<double, QByteArray> first = {}; ///< first member of each priority
    std::vector<LevelGap> gaps = {};
    bool isCut = false;

    Command firstFrom(double level) const
    {
        return {"ZRANGE", source.priorities, exactScore(level * source.perPriority), "+inf", "BYSCORE", "LIMIT", "0",
            "1", "WITHSCORES"};
    }
    /// Records the first member in a reply. Returns its priority, or `to` if that is lower.
    double meet(const Reply& reply, double to)
    {
        if (reply.items.size() != 2)
            return to;
        const double level = std::floor(reply.items[1].bytes.toDouble() / source.perPriority);
        if (!(level < to))
            return to;
        first.emplace(level, reply.items[0].bytes);
        return level;
    }
};

double middleOf(const LevelGap& gap) { return std::floor(gap.from + (gap.to - gap.from) / 2); }

/// Narrows the gaps in all searches in one round trip.
Result<> narrow(RedisClient& client, std::vector<LevelSearch>& searches)
{
    std::vector<Command> pipeline;
    for (const LevelSearch& search : searches) {
        for (const LevelGap& gap : search.gaps) {
            pipeline.push_back(search.firstFrom(gap.from));
            pipeline.push_back(search.firstFrom(middleOf(gap)));
        }
    }
    const auto replies = client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    auto reply = replies->begin();
    for (LevelSearch& search : searches) {
        std::vector<LevelGap> left;
        for (const LevelGap& gap : search.gaps) {
            const double middle = middleOf(gap);
            const double low = search.meet(*reply++, gap.to);
            const double high = search.meet(*reply++, gap.to);
            if (low + 1 < std::min(middle, gap.to))
                left.push_back({low + 1, middle});
            if (high + 1 < gap.to)
                left.push_back({high + 1, gap.to});
        }
        search.gaps = std::move(left);
    }
    return {};
}

/// Reads the list items at the positions where a new priority begins.
Result<> readPlaces(RedisClient& client, std::vector<LevelSearch>& searches)
{
    std::vector<Command> counts;
    const auto isList = [](const LevelSearch& search) { return search.source.key != search.source.priorities; };
    for (const LevelSearch& search : searches) {
        for (const auto& [level, member] : search.first) {
            if (isList(search))
                counts.push_back({"ZCOUNT", search.source.priorities, "-inf", '(' + exactScore(level)});
        }
        if (isList(search) && !search.first.empty())
            counts.push_back({"ZCARD", search.source.priorities});
    }
    const auto before = client.pipeline(counts);
    if (!before)
        return before.error();
    std::vector<Command> pipeline;
    auto count = before->begin();
    for (const LevelSearch& search : searches) {
        const std::size_t places = isList(search) && !search.first.empty() ? search.first.size() + 1 : 0;
        for (std::size_t i = 0; i < places; ++i)
            pipeline.push_back({"LINDEX", search.source.key, number(-1 - (count++)->integer)});
    }
    const auto members = client.pipeline(pipeline);
    if (!members)
        return members.error();
    auto member = members->begin();
    for (LevelSearch& search : searches) {
        const std::size_t places = isList(search) && !search.first.empty() ? search.first.size() + 1 : 0;
        if (places > 0)
            search.first.clear();
        for (std::size_t i = 0; i < places; ++i, ++member) {
            if (member->isBytes())
                search.first.emplace(double(i), member->bytes);
        }
    }
    return {};
}

} // namespace

Result<std::vector<PriorityLevels::Heads>> PriorityLevels::read(RedisClient& client, const std::vector<Source>& sources)
{
    std::vector<LevelSearch> searches;
    std::vector<Command> ends;
    for (const Source& source : sources) {
        if (source.priorities.isEmpty())
            continue;
        searches.push_back({source});
        ends.push_back({"ZRANGE", source.priorities, "0", "0", "WITHSCORES"});
        ends.push_back({"ZRANGE", source.priorities, "-1", "-1", "WITHSCORES"});
    }
    std::vector<Heads> heads(sources.size());
    if (searches.empty())
        return heads;
    const auto replies = client.pipeline(ends);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < searches.size(); ++i) {
        constexpr double none = std::numeric_limits<double>::infinity();
        const double lowest = searches[i].meet((*replies)[2 * i], none);
        LevelSearch last{searches[i].source};
        const double highest = last.meet((*replies)[2 * i + 1], none);
        if (std::isfinite(lowest) && lowest < highest && highest < none)
            searches[i].gaps.push_back({lowest + 1, highest + 1});
    }
    const std::size_t most = std::clamp<std::size_t>(mostLevelsOfAll / searches.size(), 1, mostLevels);
    const auto isOpen = [](const LevelSearch& search) { return !search.gaps.empty(); };
    for (int round = 1; std::any_of(searches.begin(), searches.end(), isOpen); ++round) {
        if (const auto narrowed = narrow(client, searches); !narrowed)
            return narrowed.error();
        for (LevelSearch& search : searches) {
            search.isCut = search.isCut || ((search.first.size() > most || round == mostRounds) && isOpen(search));
            if (search.isCut)
                search.gaps.clear();
        }
    }
    if (const auto placed = readPlaces(client, searches); !placed)
        return placed.error();
    std::size_t next = 0;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        if (sources[i].priorities.isEmpty())
            continue;
        LevelSearch& search = searches[next++];
        heads[i].isCut = search.isCut;
        for (auto& [level, member] : search.first)
            heads[i].members.push_back(std::move(member));
    }
    return heads;
}

} // namespace dueline
