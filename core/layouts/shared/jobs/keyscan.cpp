// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/keyscan.h"

#include "core/base/text.h"
#include "core/layouts/port/portwords.h"

#include <QList>

#include <algorithm>

namespace dueline {

namespace {

/// Narrows the start of a range.
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

} // namespace

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
    if (met < count) { // This is the end of the part: later entries arrived after the scan began.
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

void KeyScan::passTo(const std::optional<RunOrder::Place>& place)
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

/// Returns the command that reads the part from the current position; nullopt if it contains nothing to include.
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
