// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/witness/silence.h"

#include "core/base/duration.h"
#include "core/console/witness/recordrows.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr int freeFactor = 4;
constexpr int fullFactor = 3;

QString secondsText(Millis duration) { return formatDuration(std::chrono::floor<std::chrono::seconds>(duration)); }

} // namespace

Millis SilenceRule::Gaps::p99() const
{
    if (last.size() < enoughGaps)
        return Millis(0);
    std::vector<Millis> sorted(last.begin(), last.end());
    const auto at = sorted.begin() + std::ptrdiff_t(double(sorted.size()) * 0.99);
    std::nth_element(sorted.begin(), at, sorted.end());
    return *at;
}

bool SilenceRule::hasTaken(const PulseReading& reading) const
{
    return reading.moved || std::any_of(reading.leased.begin(), reading.leased.end(), [this](const QByteArray& id) {
        return !m_leased.contains(id);
    });
}

void SilenceRule::countLeases(qint64 leases, TimePoint now)
{
    const TimePoint minute = std::chrono::floor<std::chrono::minutes>(now);
    if (m_mostLeases.empty() || m_mostLeases.back().first != minute)
        m_mostLeases.emplace_back(minute, 0);
    m_mostLeases.back().second = std::max(m_mostLeases.back().second, leases);
    while (m_mostLeases.front().first < now - leasesKept)
        m_mostLeases.pop_front();
}

/// Returns the workers' state. If their number of slots is unknown, they count as full while they hold as many leases
/// as at any time in the last hour. A lease without a lock doesn't occupy a slot.
Stillness::Workers SilenceRule::stateOf(const PulseReading& reading) const
{
    const qint64 held = std::max<qint64>(0, reading.leases.value_or(0) - reading.unlocked);
    qint64 capacity = reading.capacity.value_or(0);
    qint64 used = std::max(reading.used, std::min(held, capacity));
    if (!reading.capacity) {
        for (const auto& [minute, most] : m_mostLeases)
            capacity = std::max(capacity, most);
        used = held;
    }
    if (reading.workers == 0 && held == 0)
        return Stillness::Workers::Nobody;
    if (capacity > 0 && used >= capacity && reading.unlocked == 0)
        return Stillness::Workers::Full;
    return reading.workers.value_or(0) > 0 ? Stillness::Workers::Free : Stillness::Workers::Unknown;
}

Millis SilenceRule::limitOf(Stillness::Workers state) const
{
    if (state == Stillness::Workers::Nobody)
        return nobodyLimit;
    const Millis limit = state == Stillness::Workers::Free ? std::max(freeLimit, freeFactor * m_freeGaps.p99())
                                                           : std::max(fullLimit, fullFactor * m_fullGaps.p99());
    return std::min(limit, longestLimit);
}

Stillness SilenceRule::look(const PulseReading& reading, TimePoint now)
{
    const bool isFirst = !m_at || now < *m_at || now - *m_at > m_longestPause;
    if (isFirst) {
        m_began = now;
        m_dueSince.reset();
        m_heldSince.reset();
        m_tookAt.reset();
    }
    m_at = now;
    const bool took = !isFirst && hasTaken(reading);
    m_leased = {reading.leased.begin(), reading.leased.end()};
    countLeases(std::max<qint64>(0, reading.leases.value_or(0) - reading.unlocked), now);
    if (took) {
        if (m_tookAt && m_dueSince) {
            auto& gaps = (m_state == Stillness::Workers::Free ? m_freeGaps : m_fullGaps).last;
            gaps.push_back(now - std::max(*m_tookAt, *m_dueSince));
            if (gaps.size() > keptGaps)
                gaps.pop_front();
        }
        m_tookAt = now;
    }
    const bool isHeld = reading.hold != PulseHold::None && reading.due > 0;
    if (reading.due == 0 || isHeld)
        m_dueSince.reset();
    else if (!m_dueSince)
        m_dueSince = now;
    if (!isHeld)
        m_heldSince.reset();
    else if (!m_heldSince || took) // as long as a rate limit lets tasks through, the queue isn't held
        m_heldSince = now;
    m_state = stateOf(reading);

    Stillness stillness;
    stillness.queue = reading.queue;
    stillness.state = m_state;
    stillness.took = took;
    stillness.now = now;
    stillness.due = reading.due;
    stillness.capacity = reading.capacity;
    stillness.hold = isHeld ? reading.hold : PulseHold::None;
    stillness.holdFor = reading.holdFor;
    stillness.hints = reading.hints;
    if (isHeld) {
        stillness.since = *m_heldSince;
        if (now - *m_heldSince >= heldAfter)
            stillness.kind = Stillness::Kind::Held;
    } else if (m_dueSince) {
        stillness.since = std::max({m_began, *m_dueSince, m_tookAt.value_or(m_began)});
        stillness.limit = freeLimit;
        if (now - stillness.since >= freeLimit) // no state has a limit shorter than freeLimit
            stillness.limit = limitOf(m_state);
        if (now - stillness.since >= stillness.limit)
            stillness.kind = Stillness::Kind::Silent;
    }
    return stillness;
}

/// Returns whether a silence or hold has begun or ended. A silence ends when a task is claimed, when no tasks are due,
/// or when the remaining due tasks are held. It doesn't end if the workers' state, and with it the limit, changes.
SilenceEvents::Change SilenceEvents::note(const Stillness& stillness)
{
    using Kind = Stillness::Kind;
    const bool isOver = m_kind == Kind::Silent
        ? stillness.took || stillness.due == 0 || stillness.kind == Kind::Held
        : stillness.hold == PulseHold::None || stillness.due == 0 || stillness.took;
    if (m_kind != Kind::Moving) {
        if (!isOver)
            return Change::None;
        m_kind = Kind::Moving;
        m_endedAt = stillness.now;
        return Change::Ended;
    }
    if (stillness.kind == Kind::Moving)
        return Change::None;
    const bool isSame = m_endedAt && stillness.kind == m_lastKind && stillness.now - *m_endedAt <= sameWithin;
    m_kind = m_lastKind = stillness.kind;
    return isSame ? Change::Returned : Change::Began;
}

void SilenceEvents::resume(Stillness::Kind kind, std::optional<TimePoint> endedAt)
{
    m_lastKind = kind;
    m_kind = endedAt ? Stillness::Kind::Moving : kind;
    m_endedAt = endedAt;
}

QString stillnessText(const Stillness& stillness)
{
    const QString due = groupedNumber(stillness.due);
    QStringList sentences;
    if (stillness.kind == Stillness::Kind::Held) {
        const QString what = stillness.due == 1 ? u"1 due task is held"_s : u"%1 due tasks are held"_s.arg(due);
        const QString why = stillness.hold == PulseHold::Paused ? u"the queue is paused"_s
            : stillness.hold == PulseHold::Suspended
            ? u"all workers are suspended"_s
            : u"a rate limit applies for %1"_s.arg(secondsText(stillness.holdFor));
        sentences << what + u": "_s + why;
    } else if (stillness.kind == Stillness::Kind::Silent) {
        sentences << u"No task has been claimed for %1, although %2 due"_s.arg(
            secondsText(stillness.length()), stillness.due == 1 ? u"1 is"_s : due + u" are"_s);
        if (stillness.state == Stillness::Workers::Full && stillness.capacity)
            sentences << u"All worker slots (%1) are in use"_s.arg(*stillness.capacity);
        else if (stillness.state == Stillness::Workers::Full)
            sentences << u"The number of running tasks is at its highest level in the last hour"_s;
        for (const PulseHint& hint : stillness.hints)
            sentences << hintText(hint);
    }
    return sentences.isEmpty() ? QString() : sentences.join(u". "_s) + u'.';
}

QByteArray stillnessJson(const Stillness& stillness)
{
    QJsonArray hints;
    for (const PulseHint& hint : stillness.hints)
        hints.append(QJsonArray{int(hint.kind), hint.count, hint.total, qint64(hint.age.count())});
    QJsonObject json{{u"since_ms"_s, toMs(stillness.since)}, {u"kind"_s, int(stillness.kind)},
        {u"state"_s, int(stillness.state)}, {u"due"_s, stillness.due}, {u"hold"_s, int(stillness.hold)},
        {u"hold_ms"_s, qint64(stillness.holdFor.count())}, {u"hints"_s, hints}};
    if (stillness.capacity)
        json[u"capacity"_s] = *stillness.capacity;
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

Stillness stillnessOf(const QByteArray& bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    const auto choice
        = [&json](const char16_t* name, int most) { return std::clamp(json[QStringView(name)].toInt(), 0, most); };
    Stillness stillness;
    stillness.since = fromMs(json[u"since_ms"].toInteger());
    stillness.kind = Stillness::Kind(choice(u"kind", int(Stillness::Kind::Silent)));
    stillness.state = Stillness::Workers(choice(u"state", int(Stillness::Workers::Unknown)));
    stillness.due = json[u"due"].toInteger();
    stillness.hold = PulseHold(choice(u"hold", int(PulseHold::Limited)));
    stillness.holdFor = Millis(json[u"hold_ms"].toInteger());
    if (json.contains(u"capacity"))
        stillness.capacity = json[u"capacity"].toInteger();
    for (const QJsonValue& each : json[u"hints"].toArray()) {
        const QJsonArray hint = each.toArray();
        const int kind = std::clamp(hint[0].toInt(), 0, int(PulseHint::Kind::Unmarked));
        stillness.hints.push_back(
            {PulseHint::Kind(kind), hint[1].toInteger(), hint[2].toInteger(), Millis(hint[3].toInteger())});
    }
    return stillness;
}

QByteArray workersStateName(Stillness::Workers state)
{
    using enum Stillness::Workers;
    return state == Nobody ? "nobody" : state == Full ? "full" : state == Free ? "free" : "unknown";
}

} // namespace dueline
