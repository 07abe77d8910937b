// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/placereader.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <numeric>

namespace dueline {

namespace {

/// Number of timestamps to probe per round trip when searching for the start of a page.
constexpr int probesAtOnce = 15;
/// Maximum number of unneeded entries to read and discard in order to save a round trip.
constexpr qint64 closeEnough = 200;

bool isEndState(TaskState state)
{
    return state == TaskState::Failed || state == TaskState::Done || state == TaskState::Trash;
}

} // namespace

PlaceReader::PlaceReader(RedisClient& client, const Description& description, std::vector<PlaceKey> keys)
    : m_client(client)
    , m_description(description)
    , m_keys(std::move(keys))
{ }

Error PlaceReader::errorOf(std::size_t key, const Reply& reply) const
{
    return placeError(place(key), m_keys[key].key, reply);
}

Result<std::vector<Reply>> PlaceReader::ask(const std::vector<Command>& commands)
{
    return askInParts(m_client, commands);
}

void PlaceReader::add(Part part)
{
    if (part.count > 0)
        m_parts.push_back(std::move(part));
}

Result<> PlaceReader::count(TimePoint now)
{
    m_now = now;
    m_parts.clear();
    m_unchecked.clear();
    m_ends.clear();
    std::vector<Command> commands;
    std::vector<std::size_t> strings;
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        const QByteArray& key = m_keys[i].key;
        switch (place(i).kind) {
        case DescribedPlace::Kind::SortedSet:
            commands.push_back({"ZCARD", key});
            commands.push_back({"ZCOUNT", key, "-inf", '(' + ScoreScale{*place(i).unit}.scoreFrom(now + Millis(1))});
            break;
        case DescribedPlace::Kind::List:
            commands.push_back({"LLEN", key});
            break;
        case DescribedPlace::Kind::Set:
            commands.push_back({"SCARD", key});
            break;
        case DescribedPlace::Kind::Hash:
            commands.push_back({"HLEN", key});
            break;
        case DescribedPlace::Kind::String:
            strings.push_back(i);
            break;
        case DescribedPlace::Kind::Stream:
            break;
        }
    }
    const auto replies = ask(commands);
    if (!replies)
        return replies.error();
    auto reply = replies->begin();
    for (std::size_t i = 0; i < m_keys.size(); ++i) {
        const DescribedPlace::Kind kind = place(i).kind;
        if (kind == DescribedPlace::Kind::String || kind == DescribedPlace::Kind::Stream)
            continue;
        if (!reply->isInteger())
            return errorOf(i, *reply);
        const qint64 length = reply++->integer;
        if (kind == DescribedPlace::Kind::SortedSet) {
            if (!reply->isInteger())
                return errorOf(i, *reply);
            const qint64 due = std::min(reply++->integer, length);
            if (const auto added = addSortedSet(i, length, due); !added)
                return added;
            continue;
        }
        Part part;
        part.key = i;
        part.state = stateAt(place(i), m_keys[i].at);
        part.isDated = m_keys[i].at.has_value();
        part.isPast = part.isDated && *m_keys[i].at <= now;
        part.count = length;
        add(std::move(part));
    }
    return addStrings(strings);
}

Result<> PlaceReader::addSortedSet(std::size_t key, qint64 length, qint64 due)
{
    const DescribedPlace& place = this->place(key);
    const TaskState past = place.state == TaskState::Scheduled ? TaskState::Due : place.state;
    Part range;
    range.key = key;
    range.isDated = true;
    const auto addRange = [&](qint64 from, qint64 to, bool isPast) {
        Part part = range;
        part.isPast = isPast;
        part.state = isPast ? past : place.state;
        part.first = from;
        part.count = to - from;
        add(std::move(part));
    };
    // If locks show leases, start with the earliest task. A hash field can show a lease only for a task due in the
    // future, so skip the tasks that are already due.
    const qint64 from = place.lock.isEmpty() ? due : 0;
    const qint64 to = hasLeases(place) ? std::min(length, from + leaseWindow) : from;
    if (hasLeases(place) && to < length)
        m_unchecked.push_back(key);
    if (to > from) {
        Part window = range;
        window.state = place.state;
        window.first = from;
        window.count = to - from;
        const auto read = m_client.call(rangeOf(window, 0, window.count));
        if (!read)
            return read.error();
        auto entries = entriesOf(window, *read);
        if (!entries)
            return entries.error();
        if (const auto marked = markLeases(m_client, m_description, m_keys, *entries, m_now); !marked)
            return marked;
        std::map<std::pair<TaskState, bool>, Part> held;
        for (PlaceEntry& entry : *entries) {
            const bool isPast = *entry.at <= m_now;
            Part& part = held.emplace(std::pair(entry.state, isPast), range).first->second;
            part.state = entry.state;
            part.isHeld = true;
            part.isPast = isPast;
            ++part.count;
            part.held.push_back(std::move(entry));
        }
        for (auto& [which, part] : held)
            add(std::move(part));
    }
    addRange(0, std::min(from, due), true);
    addRange(to, std::max(to, due), true);
    addRange(std::max(to, due), std::max({length, to, due}), false);
    return {};
}

bool PlaceReader::hasUncheckedLeases(std::size_t from, std::size_t to) const
{
    return std::any_of(
        m_unchecked.begin(), m_unchecked.end(), [=](std::size_t key) { return key >= from && key < to; });
}

StateCounts PlaceReader::counts(std::size_t from, std::size_t to) const
{
    StateCounts counts;
    for (const Part& part : m_parts) {
        if (part.key >= from && part.key < to)
            counts[part.state] += part.count;
    }
    return counts;
}

Command PlaceReader::rangeOf(const Part& part, qint64 from, qint64 count) const
{
    const qint64 first = part.first + from;
    const qint64 last = first + count - 1;
    const QByteArray& key = m_keys[part.key].key;
    if (place(part.key).kind == DescribedPlace::Kind::SortedSet)
        return {"ZRANGE", key, number(first), number(last), "WITHSCORES"};
    if (place(part.key).runsTail)
        return {"LRANGE", key, number(-last - 1), number(-first - 1)};
    return {"LRANGE", key, number(first), number(last)};
}

Result<std::vector<PlaceEntry>> PlaceReader::entriesOf(const Part& part, const Reply& reply) const
{
    if (!reply.isArray())
        return errorOf(part.key, reply);
    std::vector<PlaceEntry> entries;
    const DescribedPlace& place = this->place(part.key);
    if (place.kind != DescribedPlace::Kind::SortedSet) {
        for (const Reply& item : reply.items)
            entries.push_back({part.key, item.bytes, {}, m_keys[part.key].at, part.state});
        if (place.runsTail)
            std::reverse(entries.begin(), entries.end());
        return entries;
    }
    for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2) {
        const QByteArray& score = reply.items[i + 1].bytes;
        const TimePoint at = ScoreScale{*place.unit}.instantOf(score.toDouble());
        entries.push_back({part.key, reply.items[i].bytes, score, at, stateAt(place, at)});
    }
    return entries;
}

/// Returns at least `count` set members or hash fields, or all of them if there are fewer. The result is sorted if it
/// is complete.
Result<std::vector<PlaceEntry>> PlaceReader::members(std::size_t key, qint64 count)
{
    const bool isHash = place(key).kind == DescribedPlace::Kind::Hash;
    std::set<QByteArray> names;
    std::vector<PlaceEntry> entries;
    QByteArray cursor = "0";
    do {
        const auto reply = m_client.call(
            {isHash ? "HSCAN" : "SSCAN", m_keys[key].key, cursor, "COUNT", number(RedisClient::keysPerScan)});
        if (!reply)
            return reply.error();
        if (reply->items.size() != 2 || !reply->items[1].isArray())
            return unexpectedReply();
        cursor = reply->items[0].bytes;
        const std::vector<Reply>& read = reply->items[1].items;
        for (std::size_t i = 0; i < read.size(); i += isHash ? 2 : 1) {
            if (names.insert(read[i].bytes).second)
                entries.push_back({key, read[i].bytes, {}, {}, place(key).state});
        }
    } while (cursor != "0" && qint64(entries.size()) < std::max(count, mostSorted));
    if (cursor == "0") {
        std::sort(entries.begin(), entries.end(),
            [](const PlaceEntry& a, const PlaceEntry& b) { return a.member < b.member; });
    }
    return entries;
}

Result<std::vector<std::vector<PlaceEntry>>> PlaceReader::read(const std::vector<Slice>& slices)
{
    std::vector<Command> commands;
    for (const Slice& slice : slices) {
        Part& part = m_parts[slice.part];
        const DescribedPlace::Kind kind = place(part.key).kind;
        if (!part.isHeld && (kind == DescribedPlace::Kind::Set || kind == DescribedPlace::Kind::Hash)) {
            auto read = members(part.key, slice.from + slice.count);
            if (!read)
                return read.error();
            part.held = *std::move(read);
            part.isHeld = true;
        }
        if (!part.isHeld)
            commands.push_back(rangeOf(part, slice.from, slice.count));
    }
    const auto replies = ask(commands);
    if (!replies)
        return replies.error();
    std::vector<std::vector<PlaceEntry>> all;
    auto reply = replies->begin();
    for (const Slice& slice : slices) {
        const Part& part = m_parts[slice.part];
        if (part.isHeld) {
            const auto size = qint64(part.held.size());
            const qint64 from = std::min(slice.from, size);
            const qint64 until = std::min(slice.from + slice.count, size);
            all.emplace_back(part.held.begin() + from, part.held.begin() + until);
            continue;
        }
        auto entries = entriesOf(part, *reply++);
        if (!entries)
            return entries.error();
        for (PlaceEntry& entry : *entries)
            entry.state = part.state; // keep the state that the entry was counted with
        all.push_back(*std::move(entries));
    }
    if (const auto filled = readValues(all); !filled)
        return filled.error();
    return all;
}

qint64 PlaceReader::countOf(const Block& block) const
{
    return std::accumulate(block.begin(), block.end(), qint64(0),
        [this](qint64 sum, std::size_t part) { return sum + m_parts[part].count; });
}

Result<std::vector<std::vector<qint64>>> PlaceReader::ranksBefore(
    const Block& block, const std::vector<TimePoint>& instants)
{
    std::vector<Command> commands;
    std::map<std::size_t, std::size_t> asked; // index of each key's first reply
    for (const std::size_t index : block) {
        const Part& part = m_parts[index];
        const DescribedPlace& place = this->place(part.key);
        if (part.isHeld || place.kind != DescribedPlace::Kind::SortedSet
            || !asked.emplace(part.key, commands.size()).second)
            continue;
        for (const TimePoint at : instants)
            commands.push_back({"ZCOUNT", m_keys[part.key].key, "-inf", '(' + ScoreScale{*place.unit}.scoreFrom(at)});
    }
    const auto replies = ask(commands);
    if (!replies)
        return replies.error();
    std::vector<std::vector<qint64>> ranks;
    for (std::size_t i = 0; i < instants.size(); ++i) {
        std::vector<qint64> before;
        for (const std::size_t index : block) {
            const Part& part = m_parts[index];
            qint64 rank = 0;
            if (part.isHeld) {
                rank = std::lower_bound(part.held.begin(), part.held.end(), instants[i],
                           [](const PlaceEntry& entry, TimePoint at) { return *entry.at < at; })
                    - part.held.begin();
            } else if (const auto known = asked.find(part.key); known != asked.end()) {
                const Reply& reply = (*replies)[known->second + i];
                if (!reply.isInteger())
                    return errorOf(part.key, reply);
                rank = reply.integer - part.first;
            } else {
                rank = *m_keys[part.key].at < instants[i] ? part.count : 0;
            }
            before.push_back(std::clamp<qint64>(rank, 0, part.count));
        }
        ranks.push_back(std::move(before));
    }
    return ranks;
}

/// Reads entries from several parts, merged by time. To find where the page starts in each part, it repeatedly counts
/// the entries before certain times and narrows the interval.
Result<std::vector<PlaceEntry>> PlaceReader::readBlock(const Block& block, qint64 from, qint64 count)
{
    if (block.size() == 1) {
        auto read = this->read({{block[0], from, count}});
        if (!read)
            return read.error();
        return std::move(read->front());
    }
    std::vector<Slice> ends;
    for (const std::size_t part : block) {
        ends.push_back({part, 0, 1});
        ends.push_back({part, m_parts[part].count - 1, 1});
    }
    const auto read = this->read(ends);
    if (!read)
        return read.error();
    std::optional<TimePoint> low;
    std::optional<TimePoint> high;
    for (const auto& entries : *read) {
        for (const PlaceEntry& entry : entries) {
            low = low ? std::min(*low, *entry.at) : *entry.at;
            high = high ? std::max(*high, *entry.at + Millis(1)) : *entry.at + Millis(1);
        }
    }
    if (!low)
        return std::vector<PlaceEntry>();
    std::vector<qint64> start(block.size(), 0);
    qint64 before = 0;
    qint64 beforeHigh = countOf(block);
    while (from - before > closeEnough && beforeHigh - before > closeEnough && *high - *low > Millis(1)) {
        std::vector<TimePoint> probes;
        const qint64 width = (*high - *low).count();
        for (qint64 i = 1; i <= probesAtOnce; ++i) {
            const TimePoint at
                = *low + Millis(width / (probesAtOnce + 1) * i + width % (probesAtOnce + 1) * i / (probesAtOnce + 1));
            if (at > *low && (probes.empty() || at > probes.back()))
                probes.push_back(at);
        }
        const auto ranks = ranksBefore(block, probes);
        if (!ranks)
            return ranks.error();
        for (std::size_t i = 0; i < probes.size(); ++i) {
            const std::vector<qint64>& rank = (*ranks)[i];
            const qint64 earlier = std::accumulate(rank.begin(), rank.end(), qint64(0));
            if (earlier > from) {
                high = probes[i];
                beforeHigh = earlier;
                break;
            }
            low = probes[i];
            before = earlier;
            start = rank;
        }
    }
    qint64 skip = std::max<qint64>(from - before, 0);
    // All entries that remain to be skipped have the same time and are ordered by part, so skip entire parts.
    if (skip > closeEnough) {
        const auto after = ranksBefore(block, {*low + Millis(1)});
        if (!after)
            return after.error();
        for (std::size_t i = 0; i < block.size() && skip > 0; ++i) {
            const qint64 passed = std::min((*after)[0][i] - start[i], skip);
            start[i] += passed;
            skip -= passed;
        }
    }
    std::vector<Slice> slices;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const qint64 left = m_parts[block[i]].count - start[i];
        if (left > 0)
            slices.push_back({block[i], start[i], std::min(skip + count, left)});
    }
    auto lists = this->read(slices);
    if (!lists)
        return lists.error();
    std::vector<PlaceEntry> merged;
    for (std::vector<PlaceEntry>& list : *lists) {
        const auto middle = qptrdiff(merged.size());
        merged.insert(merged.end(), std::move_iterator(list.begin()), std::move_iterator(list.end()));
        std::inplace_merge(merged.begin(), merged.begin() + middle, merged.end(),
            [](const PlaceEntry& a, const PlaceEntry& b) { return a.at < b.at; });
    }
    const auto first = std::min(skip, qint64(merged.size()));
    const auto last = std::min(skip + count, qint64(merged.size()));
    return std::vector<PlaceEntry>(
        std::move_iterator(merged.begin() + first), std::move_iterator(merged.begin() + last));
}

Result<std::vector<PlaceEntry>> PlaceReader::readBlocks(const std::vector<Block>& blocks, qint64 offset, qint64 count)
{
    std::vector<PlaceEntry> entries;
    for (const Block& block : blocks) {
        const qint64 size = countOf(block);
        const qint64 wanted = std::min(count - qint64(entries.size()), size - offset);
        if (wanted > 0) {
            auto read = readBlock(block, offset, wanted);
            if (!read)
                return read;
            entries.insert(entries.end(), std::move_iterator(read->begin()), std::move_iterator(read->end()));
        }
        offset = std::max<qint64>(offset - size, 0);
    }
    return entries;
}

Result<PlaceReader::Page> PlaceReader::page(TaskState state, qint64 offset, int limit)
{
    Block dated;
    std::vector<Block> blocks;
    bool hasOrder = false;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_parts[i].state != state)
            continue;
        const DescribedPlace::Kind kind = place(m_parts[i].key).kind;
        hasOrder = hasOrder || (kind != DescribedPlace::Kind::Set && kind != DescribedPlace::Kind::Hash);
        if (m_parts[i].isDated)
            dated.push_back(i);
        else
            blocks.push_back({i});
    }
    if (!dated.empty())
        blocks.insert(blocks.begin(), dated);
    Page page;
    for (const Block& block : blocks)
        page.total += countOf(block);
    offset = std::max<qint64>(offset, 0);
    const qint64 count = std::min<qint64>(limit, page.total - offset);
    if (count <= 0)
        return page;
    // The newest tasks are shown first, so read the page from the other end. Sets and hashes have no order.
    const bool isReversed = isEndState(state) && hasOrder;
    auto read = readBlocks(blocks, isReversed ? page.total - offset - count : offset, count);
    if (!read)
        return read.error();
    page.entries = *std::move(read);
    if (isReversed)
        std::reverse(page.entries.begin(), page.entries.end());
    return page;
}

Result<PlaceReader::Page> PlaceReader::merged(StateSet states, qint64 offset, int limit)
{
    Block past;
    Block ahead;
    std::vector<Block> atNow;
    std::vector<Block> atEnd;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part& part = m_parts[i];
        if (!states.contains(part.state))
            continue;
        if (part.isDated)
            (part.isPast ? past : ahead).push_back(i);
        else
            (part.state == TaskState::Scheduled ? atEnd : atNow).push_back({i});
    }
    std::vector<Block> blocks;
    if (!past.empty())
        blocks.push_back(past);
    blocks.insert(blocks.end(), atNow.begin(), atNow.end());
    if (!ahead.empty())
        blocks.push_back(ahead);
    blocks.insert(blocks.end(), atEnd.begin(), atEnd.end());
    Page page;
    for (const Block& block : blocks)
        page.total += countOf(block);
    auto read = readBlocks(blocks, std::max<qint64>(offset, 0), limit);
    if (!read)
        return read.error();
    page.entries = *std::move(read);
    return page;
}

Result<> PlaceReader::addTo(std::vector<TimelineBin>& bins)
{
    Block dated;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const Part& part = m_parts[i];
        if (part.isDated) {
            dated.push_back(i);
            continue;
        }
        const bool isAtNow = part.state != TaskState::Scheduled && !isEndState(part.state);
        for (TimelineBin& bin : bins) {
            if (isAtNow && bin.from <= m_now && m_now < bin.to)
                bin.counts[part.state] += part.count;
        }
    }
    if (dated.empty() || bins.empty())
        return {};
    std::vector<TimePoint> bounds{bins.front().from};
    for (const TimelineBin& bin : bins)
        bounds.push_back(bin.to);
    const auto ranks = ranksBefore(dated, bounds);
    if (!ranks)
        return ranks.error();
    for (std::size_t i = 0; i < bins.size(); ++i) {
        for (std::size_t part = 0; part < dated.size(); ++part)
            bins[i].counts[m_parts[dated[part]].state]
                += std::max<qint64>((*ranks)[i + 1][part] - (*ranks)[i][part], 0);
    }
    return {};
}

Result<> PlaceReader::readEnds()
{
    std::vector<Slice> slices;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_parts[i].isDated && StateSet::pending().contains(m_parts[i].state))
            slices.push_back({i, 0, 1});
    }
    const auto read = this->read(slices);
    if (!read)
        return read.error();
    for (const auto& entries : *read)
        m_ends.insert(m_ends.end(), entries.begin(), entries.end());
    return {};
}

void PlaceReader::setEnds(QueueInfo& info, std::size_t from, std::size_t to) const
{
    const auto isOurs = [from, to](std::size_t key) { return key >= from && key < to; };
    info.oldestUnknown = std::any_of(m_parts.begin(), m_parts.end(),
        [&](const Part& part) { return isOurs(part.key) && !part.isDated && part.state == TaskState::Due; });
    for (const PlaceEntry& entry : m_ends) {
        if (!isOurs(entry.key))
            continue;
        std::optional<TimePoint>& kept = *entry.at <= m_now ? info.oldestDue : info.nextDue;
        kept = kept ? std::min(*kept, *entry.at) : *entry.at;
    }
}

Result<std::vector<PlaceEntry>> PlaceReader::undated(TaskState state, qint64 most)
{
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        if (m_parts[i].state == state && !m_parts[i].isDated)
            blocks.push_back({i});
    }
    return readBlocks(blocks, 0, most);
}

} // namespace dueline
