// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/keyscan.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/reply.h"

#include <QCryptographicHash>
#include <QList>

#include <algorithm>

namespace dueline {

namespace {

/// Sets `kept` to the later of two limits. nullopt means unlimited.
void limitFrom(std::optional<TimePoint>& kept, std::optional<TimePoint> other)
{
    if (other && (!kept || *kept < *other))
        kept = other;
}

void limitUntil(std::optional<TimePoint>& kept, std::optional<TimePoint> other)
{
    if (other && (!kept || *other < *kept))
        kept = other;
}

/// assumed maximum number of entries put back at the end where workers claim tasks
constexpr qint64 mostReturned = 1000;
constexpr qint64 movedMeanwhile = 500; ///< number of entries that may be claimed between a search and the next read
constexpr int mostTries = 5; ///< maximum number of searches if claims keep changing the positions

QByteArray memberDigest(const QByteArray& member)
{
    return QCryptographicHash::hash(member, QCryptographicHash::Sha1).toHex().left(12);
}

/// Returns the position after the newest of `members` that has one of these digests; 0 if there is none.
qint64 knownIn(const std::vector<QByteArray>& members, const QByteArrayList& digests)
{
    qsizetype newest = -1;
    qint64 after = 0;
    for (qint64 i = 0; i < qint64(members.size()) && newest + 1 < digests.size(); ++i) {
        if (const qsizetype known = digests.indexOf(memberDigest(members[std::size_t(i)])); known > newest) {
            newest = known;
            after = i + 1;
        }
    }
    return after;
}

} // namespace

QByteArray RunOrder::Position::word() const { return number(left) + ':' + last.join(','); }

std::optional<RunOrder::Position> RunOrder::Position::fromWord(const QByteArray& word, qint64 read)
{
    const qsizetype colon = word.indexOf(':');
    bool isNumber = false;
    Position place{read, word.left(colon).toLongLong(&isNumber), {}};
    if (colon < 0 || !isNumber)
        return std::nullopt;
    if (const QByteArray digests = word.mid(colon + 1); !digests.isEmpty())
        place.last = digests.split(',');
    return place;
}

Result<std::vector<QByteArray>> RunOrder::range(qint64 from, qint64 count)
{
    const auto reply
        = m_client.call(m_list.tailFirst ? Command{"LRANGE", m_list.key, number(-from - count), number(-from - 1)}
                                         : Command{"LRANGE", m_list.key, number(from), number(from + count - 1)});
    if (!reply)
        return reply.error();
    std::vector<QByteArray> members;
    for (const Reply& item : reply->items)
        members.push_back(item.bytes);
    if (m_list.tailFirst)
        std::reverse(members.begin(), members.end());
    return members;
}

/// Finds the newest of the previous read's last entries that is still in the list, and returns the position after it; 0
/// if all of them have been removed. Claims only move entries closer to the end where workers claim tasks, and few
/// entries are put back there.
Result<qint64> RunOrder::findLast(const Position& place, qint64 count)
{
    for (qint64 until = place.read + mostReturned; until > 0; until -= count) {
        const qint64 from = std::max<qint64>(until - count, 0);
        const auto members = range(from, until - from);
        if (!members)
            return members.error();
        if (const qint64 after = knownIn(*members, place.last); after > 0)
            return from + after;
    }
    return 0;
}

Result<RunOrder::Page> RunOrder::read(Position place, qint64 count)
{
    if (place.left < 0) {
        const auto length = m_client.call({"LLEN", m_list.key});
        if (!length)
            return length.error();
        place.left = length->integer;
    }
    const qint64 wanted = std::min(count, place.left);
    Page page;
    if (wanted <= 0)
        return page;
    qint64 overlap = place.last.isEmpty() ? 0 : std::min<qint64>(place.read, 1);
    for (int tries = 0;; ++tries) {
        if (overlap == 0)
            place.last.clear();
        const qint64 from = place.read - overlap;
        auto members = range(from, wanted + overlap);
        if (!members)
            return members.error();
        qint64 known = 0;
        if (overlap > 0 && tries == 0) // on the first try, assume that the positions haven't changed
            known = !members->empty() && memberDigest(members->front()) == place.last.back() ? 1 : 0;
        else if (overlap > 0)
            known = knownIn(*members, place.last);
        if (overlap == 0 || known > 0) {
            members->erase(members->begin(), members->begin() + std::ptrdiff_t(known));
            page.members = *std::move(members);
            place.read = from + known;
            break;
        }
        const auto after = tries < mostTries ? findLast(place, count) : Result<qint64>(0);
        if (!after)
            return after.error();
        place.read = *after;
        overlap = std::min(*after, movedMeanwhile);
    }
    const auto met = qint64(page.members.size());
    place.read += met;
    place.left -= met;
    for (qint64 i = std::max<qint64>(0, met - Position::mostLast); i < met; ++i)
        place.last.append(memberDigest(page.members[std::size_t(i)]));
    place.last = place.last.mid(std::max<qsizetype>(0, place.last.size() - Position::mostLast));
    if (met >= wanted && place.left > 0)
        page.next = std::move(place);
    return page;
}

ScanRange ScanRange::of(const SearchRequest& request, TimePoint now)
{
    const TaskFilter& filter = request.filter;
    return {{filter.dueFrom(now), filter.dueUntil(now)}, {filter.atFrom(now), filter.atUntil(now)},
        request.changedBefore, request.waitingUntil, request.inRunOrder};
}

Result<KeyScan> KeyScan::from(const std::vector<TaskSource>& sources, StateSet states, const QByteArray& cursor,
    TimePoint now, const ScanRange& bounds)
{
    KeyScan walk(sources, now, bounds);
    for (const TaskState state : allStates) {
        for (std::size_t i = 0; i < sources.size(); ++i) {
            if (sources[i].state == state)
                walk.m_parts.push_back({i, state, false, states.contains(state)});
            if (sources[i].whenDue == state)
                walk.m_parts.push_back({i, state, true, states.contains(state)});
        }
    }
    if (!cursor.isEmpty() && !walk.goOnAt(cursor))
        return Error{ErrorCode::Usage, portwords::cursorIsForeign()};
    return walk;
}

bool KeyScan::goOnAt(const QByteArray& cursor)
{
    const QList<QByteArray> words = cursor.split(' ');
    if (words.size() != 4)
        return false;
    bool partOk = false;
    bool boundOk = false;
    bool passedOk = false;
    m_part = std::size_t(words[0].toUInt(&partOk));
    m_dueUntil = fromMs(words[1].toLongLong(&boundOk));
    m_score = words[2] == "-" ? QByteArray() : words[2];
    m_passed = words[3].toLongLong(&passedOk);
    return partOk && boundOk && passedOk && m_passed >= 0;
}

QByteArray KeyScan::cursor() const
{
    if (m_part >= m_parts.size())
        return {};
    return number(qint64(m_part)) + ' ' + number(toMs(m_dueUntil)) + ' '
        + (m_score.isEmpty() ? QByteArray("-") : m_score) + ' ' + number(m_passed);
}

std::optional<KeyScan::Reading> KeyScan::next(qint64 count)
{
    for (; m_part < m_parts.size(); toNextPart()) {
        const Part& part = m_parts[m_part];
        if (auto command = part.isWanted ? commandFor(part, count) : std::nullopt)
            return Reading{part.source, part.state, *std::move(command)};
    }
    return std::nullopt;
}

void KeyScan::pass(const std::vector<SourceEntry>& entries, qint64 count)
{
    const auto met = qint64(entries.size());
    if (met < count) { // The part ends here. Later entries were added after the scan began.
        toNextPart();
        return;
    }
    if (m_sources[m_parts[m_part].source].kind == TaskSource::Kind::List) {
        m_passed += met;
        return;
    }
    const double last = entries.back().score;
    const auto tied = std::find_if(
        entries.rbegin(), entries.rend(), [last](const SourceEntry& entry) { return entry.score != last; });
    const auto ties = qint64(std::distance(entries.rbegin(), tied));
    m_passed = ties == met && m_score == scoreText(last) ? m_passed + ties : ties;
    m_score = scoreText(last);
}

void KeyScan::passTo(const std::optional<RunOrder::Position>& place)
{
    if (!place) {
        toNextPart();
        return;
    }
    m_score = place->word();
    m_passed = place->read;
}

void KeyScan::toNextPart()
{
    ++m_part;
    m_score.clear();
    m_passed = 0;
}

/// Returns the command that reads the part from the current position; nullopt if no entry can be in range.
std::optional<Command> KeyScan::commandFor(const Part& part, qint64 count) const
{
    const TaskSource& source = m_sources[part.source];
    ScanRange::Range wanted = m_bounds.rangeOf(part.state);
    if (wanted.isEmpty() || (!source.isDated() && !source.tasksTellInstants && !wanted.contains(m_now)))
        return std::nullopt;
    if (source.kind == TaskSource::Kind::List) {
        const bool fromHead = source.tailFirst;
        return Command{"LRANGE", source.key, number(fromHead ? m_passed : -m_passed - count),
            number(fromHead ? m_passed + count - 1 : -m_passed - 1)};
    }
    if (!source.isDated())
        wanted = {};
    else
        limitUntil(wanted.until,
            endedStates.contains(part.state)               ? m_bounds.changedBefore
                : StateSet::pending().contains(part.state) ? m_bounds.waitingUntil
                                                           : std::nullopt);
    if (part.isDueHalf)
        limitUntil(wanted.until, m_dueUntil);
    else if (source.whenDue)
        limitFrom(wanted.from, m_dueUntil + Millis(1));
    if (wanted.isEmpty())
        return std::nullopt;
    auto [from, until]
        = source.scoresBetween(wanted.from, wanted.until ? std::optional(*wanted.until + Millis(1)) : std::nullopt);
    if (!m_score.isEmpty())
        from = m_score;
    return Command{
        "ZRANGE", source.key, from, until, "BYSCORE", "LIMIT", number(m_passed), number(count), "WITHSCORES"};
}

} // namespace dueline
