// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/keyreader.h"

#include "core/base/text.h"
#include "core/layouts/shared/jobs/jobwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <numeric>

namespace dueline {

namespace {

constexpr qint64 probesPerRound = 24; ///< number of timestamps whose ranks are read per round trip
/// Maximum number of unneeded entries to read in order to save a round trip.
constexpr qint64 nearEnough = 500;

bool isEnded(TaskState state) { return endedStates.contains(state); }

QByteArray below(const TaskSource& source, TimePoint at) { return '(' + source.scoreFrom(at + Millis(1)); }

} // namespace

TimelineBin* binAt(std::vector<TimelineBin>& bins, TimePoint at)
{
    const auto after = std::upper_bound(
        bins.begin(), bins.end(), at, [](TimePoint t, const TimelineBin& bin) { return t < bin.to; });
    return after != bins.end() && after->from <= at ? &*after : nullptr;
}

KeyReader::KeyReader(RedisClient& client, std::vector<TaskSource> sources)
    : m_client(client)
    , m_sources(std::move(sources))
{ }

Error KeyReader::errorOf(const TaskSource& source, const Error& error) const
{
    if (error.code != ErrorCode::WrongType)
        return error;
    return {ErrorCode::WrongType, jobwords::keyHasOtherType(printable(source.key, 100)), error.detail};
}

Error KeyReader::errorOf(const TaskSource& source, const Reply& reply) const
{
    return reply.isError() ? errorOf(source, errorFromReply(reply.bytes)) : unexpectedReply();
}

std::size_t KeyReader::countCommands() const
{
    std::size_t commands = 0;
    for (const TaskSource& source : m_sources)
        commands += 1 + (source.whenDue ? 1 : 0) + (source.expires ? 2 : 0);
    return commands;
}

void KeyReader::appendCounts(std::vector<Command>& pipeline, TimePoint now) const
{
    for (const TaskSource& source : m_sources) {
        pipeline.push_back({source.kind == TaskSource::Kind::List ? "LLEN" : "ZCARD", source.key});
        if (source.whenDue)
            pipeline.push_back({"ZCOUNT", source.key, "-inf", below(source, now)});
        if (source.expires) {
            pipeline.push_back({"ZCOUNT", source.key, "-inf", "(0"});
            pipeline.push_back({"ZCOUNT", source.key, "0", scoreText(double(toMs(now)) / 1000)});
        }
    }
}

Result<SourceCounts> KeyReader::countsFrom(std::span<const Reply> replies, TimePoint now) const
{
    if (replies.size() != countCommands())
        return unexpectedReply();
    SourceCounts counts;
    counts.now = now;
    auto reply = replies.begin();
    for (const TaskSource& source : m_sources) {
        // If the user isn't allowed to read Dueline's keys, the queue appears to have no trash.
        const bool isHidden = source.state == TaskState::Trash && reply->isError()
            && errorFromReply(reply->bytes).code == ErrorCode::Permission;
        if (!reply->isInteger() && !isHidden)
            return errorOf(source, *reply);
        counts.length.push_back(isHidden ? 0 : reply->integer);
        ++reply;
        qint64 due = 0;
        if (source.whenDue) {
            if (!reply->isInteger())
                return errorOf(source, *reply);
            due = std::min(reply++->integer, counts.length.back());
        }
        counts.due.push_back(due);
        for (std::vector<qint64>* part : {&counts.lasting, &counts.expired}) {
            if (source.expires && !reply->isInteger())
                return errorOf(source, *reply);
            part->push_back(source.expires ? reply++->integer : 0);
        }
    }
    return counts;
}

Result<SourceCounts> KeyReader::counts(TimePoint now)
{
    std::vector<Command> pipeline;
    appendCounts(pipeline, now);
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    return countsFrom(*replies, now);
}

StateCounts KeyReader::statesOf(const SourceCounts& counts) const
{
    StateCounts states;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        states[m_sources[i].state] += counts.length[i] - counts.due[i] - counts.expired[i];
        if (m_sources[i].whenDue)
            states[*m_sources[i].whenDue] += counts.due[i];
    }
    return states;
}

StateSet KeyReader::states() const
{
    StateSet states;
    for (const TaskSource& source : m_sources) {
        states.insert(source.state);
        if (source.whenDue)
            states.insert(*source.whenDue);
    }
    return states;
}

qint64 KeyReader::Block::count() const
{
    return std::accumulate(
        parts.begin(), parts.end(), qint64(0), [](qint64 sum, const Part& part) { return sum + part.count; });
}

std::vector<KeyReader::Part> KeyReader::partsOf(const SourceCounts& counts, StateSet states) const
{
    std::vector<Part> parts;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        const TaskSource& source = m_sources[i];
        const qint64 due = counts.due[i];
        if (source.whenDue && states.contains(*source.whenDue) && due > 0)
            parts.push_back({i, *source.whenDue, 0, due, true});
        const qint64 first = due + (counts.expired[i] > 0 ? counts.lasting[i] : 0);
        if (states.contains(source.state) && first > due)
            parts.push_back({i, source.state, due, first - due, isEnded(source.state)});
        const qint64 rest = first + counts.expired[i];
        if (states.contains(source.state) && counts.length[i] > rest)
            parts.push_back({i, source.state, rest, counts.length[i] - rest, isEnded(source.state)});
    }
    return parts;
}

Command KeyReader::rangeOf(const Part& part, qint64 offset, qint64 count) const
{
    const TaskSource& source = m_sources[part.source];
    const qint64 first = part.first + offset;
    const qint64 last = first + count - 1;
    if (source.kind == TaskSource::Kind::SortedSet && source.isNewestFirst())
        return {"ZRANGE", source.key, number(first), number(last), "REV", "WITHSCORES"};
    if (source.kind == TaskSource::Kind::SortedSet)
        return {"ZRANGE", source.key, number(first), number(last), "WITHSCORES"};
    if (source.tailFirst)
        return {"LRANGE", source.key, number(-last - 1), number(-first - 1)};
    return {"LRANGE", source.key, number(first), number(last)};
}

Result<std::vector<SourceEntry>> KeyReader::entriesOf(const Part& part, const Reply& reply, TimePoint now) const
{
    const TaskSource& source = m_sources[part.source];
    if (!reply.isArray())
        return errorOf(source, reply);
    std::vector<SourceEntry> entries;
    if (source.kind == TaskSource::Kind::List) {
        for (const Reply& item : reply.items)
            entries.push_back({part.source, part.state, item.bytes, 0, now});
        if (source.tailFirst)
            std::reverse(entries.begin(), entries.end());
        return entries;
    }
    if (reply.items.size() % 2 != 0)
        return unexpectedReply();
    for (std::size_t i = 0; i < reply.items.size(); i += 2) {
        const double score = reply.items[i + 1].bytes.toDouble();
        entries.push_back(
            {part.source, part.state, reply.items[i].bytes, score, source.isDated() ? source.instantOf(score) : now});
    }
    return entries;
}

Result<std::vector<SourceEntry>> KeyReader::readPart(const Part& part, qint64 offset, qint64 count, TimePoint now)
{
    const auto reply = m_client.call(rangeOf(part, offset, count));
    if (!reply)
        return errorOf(m_sources[part.source], reply.error());
    return entriesOf(part, *reply, now);
}

/// Returns, for each part, the number of entries before each of `instants`.
Result<std::vector<qint64>> KeyReader::ranksBefore(const Block& block, std::span<const TimePoint> instants)
{
    std::vector<Command> pipeline;
    for (const TimePoint at : instants) {
        for (const Part& part : block.parts) {
            const TaskSource& source = m_sources[part.source];
            const auto [lowest, highest] = source.scoresBetween({}, at);
            pipeline.push_back({"ZCOUNT", source.key, lowest, highest});
        }
    }
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    std::vector<qint64> ranks;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const Part& part = block.parts[i % block.parts.size()];
        if (!(*replies)[i].isInteger())
            return errorOf(m_sources[part.source], (*replies)[i]);
        ranks.push_back(std::clamp<qint64>((*replies)[i].integer - part.first, 0, part.count));
    }
    return ranks;
}

/// Reads a page of several merged sets. Finds the first rank in each set by bisection: counts the entries before a
/// time, then narrows the interval. Reads each set from its first rank, and sorts only the page's entries.
Result<std::vector<SourceEntry>> KeyReader::readMerged(const Block& block, qint64 offset, qint64 count, TimePoint now)
{
    const std::size_t parts = block.parts.size();
    std::vector<Command> ends;
    for (const Part& part : block.parts) {
        ends.push_back(rangeOf(part, 0, 1));
        ends.push_back(rangeOf(part, part.count - 1, 1));
    }
    const auto replies = m_client.pipeline(ends);
    if (!replies)
        return replies.error();
    std::optional<TimePoint> low;
    std::optional<TimePoint> high;
    for (std::size_t i = 0; i < replies->size(); ++i) {
        const auto entries = entriesOf(block.parts[i / 2], (*replies)[i], now);
        if (!entries)
            return entries.error();
        for (const SourceEntry& entry : *entries) {
            low = low ? std::min(*low, entry.at) : entry.at;
            high = high ? std::max(*high, entry.at + Millis(1)) : entry.at + Millis(1);
        }
    }
    if (!low)
        return std::vector<SourceEntry>();

    // Search the interval [low, high): at most `offset` entries are earlier than low, and more than `offset` are
    // earlier than high.
    std::vector<qint64> start(parts, 0);
    qint64 before = 0;
    qint64 beforeHigh = block.count();
    while (beforeHigh - before > nearEnough && *high - *low > Millis(1)) {
        std::vector<TimePoint> probes;
        const qint64 width = (*high - *low).count();
        for (qint64 i = 1; i <= probesPerRound; ++i) {
            const TimePoint at = *low
                + Millis(width / (probesPerRound + 1) * i + width % (probesPerRound + 1) * i / (probesPerRound + 1));
            if (at > *low && (probes.empty() || at > probes.back()))
                probes.push_back(at);
        }
        const auto ranks = ranksBefore(block, probes);
        if (!ranks)
            return ranks.error();
        for (std::size_t i = 0; i < probes.size(); ++i) {
            const auto begin = ranks->begin() + qptrdiff(i * parts);
            const qint64 earlier = std::accumulate(begin, begin + qptrdiff(parts), qint64(0));
            if (earlier > offset) {
                high = probes[i];
                beforeHigh = earlier;
                break;
            }
            low = probes[i];
            before = earlier;
            start.assign(begin, begin + qptrdiff(parts));
        }
    }
    qint64 skip = std::max<qint64>(offset - before, 0);
    if (skip > nearEnough) {
        // All entries left to skip have the same time and are ordered by part, so skip entire parts.
        const std::array next{*low + Millis(1)};
        const auto after = ranksBefore(block, next);
        if (!after)
            return after.error();
        for (std::size_t i = 0; i < parts && skip > 0; ++i) {
            const qint64 passed = std::min((*after)[i] - start[i], skip);
            start[i] += passed;
            skip -= passed;
        }
    }

    std::vector<Command> ranges;
    for (std::size_t i = 0; i < parts; ++i)
        ranges.push_back(rangeOf(
            block.parts[i], start[i], std::max<qint64>(std::min(skip + count, block.parts[i].count - start[i]), 1)));
    const auto lists = m_client.pipeline(ranges);
    if (!lists)
        return lists.error();
    std::vector<SourceEntry> merged;
    for (std::size_t i = 0; i < parts; ++i) {
        if (start[i] >= block.parts[i].count)
            continue;
        auto entries = entriesOf(block.parts[i], (*lists)[i], now);
        if (!entries)
            return entries.error();
        const auto middle = qptrdiff(merged.size());
        merged.insert(merged.end(), std::move_iterator(entries->begin()), std::move_iterator(entries->end()));
        std::inplace_merge(merged.begin(), merged.begin() + middle, merged.end(),
            [](const SourceEntry& a, const SourceEntry& b) { return a.at < b.at; });
    }
    const auto from = std::min<qint64>(skip, qint64(merged.size()));
    const auto until = std::min<qint64>(skip + count, qint64(merged.size()));
    return std::vector<SourceEntry>(
        std::move_iterator(merged.begin() + from), std::move_iterator(merged.begin() + until));
}

Result<EntryPage> KeyReader::read(const std::vector<Block>& blocks, qint64 offset, int limit, TimePoint now)
{
    EntryPage page;
    qint64 from = std::max<qint64>(offset, 0);
    for (const Block& block : blocks) {
        const qint64 size = block.count();
        page.total += size;
        const qint64 wanted = std::min(limit - qint64(page.entries.size()), size - from);
        if (wanted > 0) {
            auto entries = block.parts.size() == 1 ? readPart(block.parts[0], from, wanted, now)
                                                   : readMerged(block, from, wanted, now);
            if (!entries)
                return entries.error();
            page.entries.insert(
                page.entries.end(), std::move_iterator(entries->begin()), std::move_iterator(entries->end()));
        }
        from = std::max<qint64>(from - size, 0);
    }
    return page;
}

Result<EntryPage> KeyReader::page(const SourceCounts& counts, TaskState state, qint64 offset, int limit)
{
    const std::vector<Part> parts = partsOf(counts, {state});
    if (!isEnded(state)) {
        std::vector<Block> blocks;
        for (const bool dated : {true, false}) { // parts with times come first
            for (const Part& part : parts) {
                if (m_sources[part.source].isDated() == dated && state != TaskState::Due)
                    blocks.push_back({{part}});
            }
        }
        for (const Part& part : parts) {
            if (state == TaskState::Due)
                blocks.push_back({{part}});
        }
        return read(blocks, offset, limit, counts.now);
    }
    // To list the newest first, read the same page from the other end. Sources without times can't be merged.
    std::vector<Block> blocks;
    for (const Part& part : parts) {
        if (blocks.empty() || !m_sources[part.source].isDated())
            blocks.push_back({});
        blocks.back().parts.push_back(part);
    }
    EntryPage page;
    for (const Block& block : blocks)
        page.total += block.count();
    const qint64 end = page.total - std::max<qint64>(offset, 0);
    const qint64 count = std::min<qint64>(limit, end);
    if (count <= 0)
        return page;
    auto read = this->read(blocks, end - count, int(count), counts.now);
    if (!read)
        return read.error();
    page.entries = std::move(read->entries);
    std::reverse(page.entries.begin(), page.entries.end());
    return page;
}

Result<EntryPage> KeyReader::merged(const SourceCounts& counts, StateSet states, qint64 offset, int limit)
{
    Block past;
    Block future;
    std::vector<Block> atNow;
    std::vector<Block> atEnd;
    for (const Part& part : partsOf(counts, states)) {
        const TaskSource& source = m_sources[part.source];
        if (source.isDated())
            (part.isPast ? past : future).parts.push_back(part);
        else
            (part.state == TaskState::Scheduled ? atEnd : atNow).push_back({{part}});
    }
    std::vector<Block> blocks;
    if (!past.parts.empty())
        blocks.push_back(std::move(past));
    blocks.insert(blocks.end(), atNow.begin(), atNow.end());
    if (!future.parts.empty())
        blocks.push_back(std::move(future));
    blocks.insert(blocks.end(), atEnd.begin(), atEnd.end());
    return read(blocks, offset, limit, counts.now);
}

Result<EntryWalk> KeyReader::walk(
    StateSet states, const QByteArray& cursor, int examine, TimePoint now, const ScanRange& bounds)
{
    auto walk = KeyScan::from(m_sources, states, cursor, now, bounds);
    if (!walk)
        return walk.error();
    const qint64 count = std::clamp(examine, 1, 1000);
    for (auto next = walk->next(count); next; next = walk->next(count)) {
        const TaskSource& source = m_sources[next->source];
        if (bounds.inRunOrder && source.kind == TaskSource::Kind::List) {
            auto page = RunOrder(m_client, source).read(walk->place().value_or(RunOrder::Position()), count);
            if (!page)
                return errorOf(source, page.error());
            walk->passTo(page->next);
            if (page->members.empty())
                continue;
            EntryWalk read{{}, walk->cursor()};
            for (QByteArray& member : page->members)
                read.entries.push_back({next->source, next->state, std::move(member), 0, now});
            return read;
        }
        const auto reply = m_client.call(next->command);
        const bool isHidden = !reply && source.state == TaskState::Trash && reply.error().code == ErrorCode::Permission;
        if (!reply && !isHidden)
            return errorOf(source, reply.error());
        auto entries = isHidden ? Result(std::vector<SourceEntry>())
                                : entriesOf(Part{next->source, next->state, 0, 0, false}, *reply, now);
        if (!entries)
            return entries.error();
        // this scan reads entries in order from the head of the list
        if (source.kind == TaskSource::Kind::List && source.tailFirst)
            std::reverse(entries->begin(), entries->end());
        walk->pass(*entries, count);
        const bool isMet = !entries->empty();
        std::erase_if(*entries, [&](const SourceEntry& entry) { return source.isExpired(entry.score, now); });
        if (isMet)
            return EntryWalk{*std::move(entries), walk->cursor()};
    }
    return EntryWalk{};
}

Result<> KeyReader::addTo(std::vector<TimelineBin>& bins, const SourceCounts& counts)
{
    std::vector<Command> pipeline;
    std::vector<std::size_t> dated;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        const TaskSource& source = m_sources[i];
        if (!source.isDated()) {
            for (TimelineBin& bin : bins) {
                if (bin.from <= counts.now && counts.now < bin.to && source.state != TaskState::Scheduled)
                    bin.counts[source.state] += counts.length[i] - counts.expired[i];
            }
            continue;
        }
        if (counts.length[i] == 0)
            continue;
        dated.push_back(i);
        for (const TimelineBin& bin : bins) {
            const auto [lowest, highest] = source.scoresBetween(bin.from, bin.to);
            pipeline.push_back({"ZCOUNT", source.key, lowest, highest});
        }
        if (source.whenDue) // due entries count in the bin that contains the current time
            for (const TimelineBin& bin : bins)
                if (bin.from <= counts.now && counts.now < bin.to)
                    pipeline.push_back({"ZCOUNT", source.key, source.scoreFrom(bin.from), below(source, counts.now)});
    }
    if (pipeline.empty())
        return {};
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    auto reply = replies->begin();
    for (const std::size_t i : dated) {
        const TaskSource& source = m_sources[i];
        for (TimelineBin& bin : bins) {
            if (!reply->isInteger())
                return errorOf(source, *reply);
            const bool isPast = bin.to <= counts.now;
            bin.counts[source.whenDue && isPast ? *source.whenDue : source.state] += reply++->integer;
        }
        if (!source.whenDue)
            continue;
        for (TimelineBin& bin : bins) {
            if (bin.from > counts.now || counts.now >= bin.to)
                continue;
            if (!reply->isInteger())
                return errorOf(source, *reply);
            const qint64 due = std::min(reply++->integer, bin.counts[source.state]);
            bin.counts[source.state] -= due;
            bin.counts[*source.whenDue] += due;
        }
    }
    return {};
}

Result<std::optional<TimePoint>> KeyReader::lastDue(StateSet states, const SourceCounts& counts)
{
    std::optional<TimePoint> last;
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        const TaskSource& source = m_sources[i];
        const bool waits = StateSet::pending().contains(source.state)
            && (states.contains(source.state) || (source.whenDue && states.contains(*source.whenDue)));
        if (!waits || counts.length[i] == 0)
            continue;
        if (!source.isDated()) {
            last = std::max(last.value_or(counts.now), counts.now);
            continue;
        }
        const auto entries
            = readPart({i, source.state, 0, counts.length[i], false}, counts.length[i] - 1, 1, counts.now);
        if (!entries)
            return entries.error();
        if (!entries->empty())
            last = std::max(last.value_or(entries->front().at), entries->front().at);
    }
    return last;
}

} // namespace dueline
