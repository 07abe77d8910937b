// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/bull/jobpulse.h"

#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t jobPulseCommands = 7;
/// Number of jobs to read from the end of the list when looking for the job that was next in line at the previous
/// reading.
constexpr int jobPulseWindow = 50;
constexpr std::size_t jobPulseLocks = 50;
constexpr Millis jobIdleAfter{10'000}; ///< an idle worker polls at least this often

bool hasBytes(const Reply& list, const QByteArray& bytes)
{
    return std::any_of(list.items.begin(), list.items.end(), [&](const Reply& item) { return item.bytes == bytes; });
}

} // namespace

Result<> JobPulse::complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos)
{
    std::vector<std::size_t> read;
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        Known& known = m_known[readings[i].queue];
        if (readings[i].due == 0 && readings[i].leases.value_or(0) == 0) {
            known.head.clear();
            continue;
        }
        read.push_back(i);
        const QByteArray base = m_prefix + ':' + readings[i].queue + ':';
        pipeline.insert(pipeline.end(),
            {{"LRANGE", base + "wait", number(-jobPulseWindow), "-1"}, {"ZRANGE", base + "prioritized", "0", "0"},
                {"ZSCORE", base + "prioritized", known.head},
                {"LRANGE", base + "active", "0", number(qint64(PulseReading::mostLeased) - 1)},
                {"PTTL", base + "limiter"}, {"PTTL", base + "stalled-check"}, {"ZCARD", base + "marker"}});
    }
    if (pipeline.empty())
        return {};
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t k = 0; k < read.size(); ++k) {
        const Reply* reply = replies->data() + k * jobPulseCommands;
        if (std::any_of(reply, reply + jobPulseCommands, [](const Reply& each) { return each.isError(); }))
            continue; // if any reply is an error, the reading contains only the counts
        PulseReading& reading = readings[read[k]];
        const TimePoint now = infos[read[k]]->serverNow;
        Known& known = m_known[reading.queue];
        reading.moved = !known.head.isEmpty() && !hasBytes(reply[0], known.head) && reply[2].isNil();
        known.head = !reply[0].items.empty() ? reply[0].items.back().bytes
            : !reply[1].items.empty()        ? reply[1].items.front().bytes
                                             : QByteArray();
        for (const Reply& id : reply[3].items)
            reading.leased.push_back(id.bytes);
        if (reading.hold == PulseHold::None && reply[4].integer > 0) {
            reading.hold = PulseHold::Limited;
            reading.holdFor = Millis(reply[4].integer);
        }
        if (known.checkLeft >= 0 && reply[5].integer > known.checkLeft)
            known.renewed = now;
        known.checkLeft = reply[5].integer;
        if (const auto locks = readLocks(reading, m_prefix + ':' + reading.queue + ':'); !locks)
            return locks;
        const bool isUnmarked = m_hasMarker && !known.head.isEmpty() && reply[6].integer == 0;
        tellConnections(reading, known, now, isUnmarked && reading.hold == PulseHold::None);
    }
    return {};
}

Result<> JobPulse::readLocks(PulseReading& reading, const QByteArray& base)
{
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < std::min(reading.leased.size(), jobPulseLocks); ++i)
        pipeline.push_back({"EXISTS", base + reading.leased[i] + ":lock"});
    if (pipeline.empty())
        return {};
    const auto locks = m_client.pipeline(pipeline);
    if (!locks)
        return locks.error();
    reading.unlocked = std::count_if(
        locks->begin(), locks->end(), [](const Reply& lock) { return lock.isInteger() && lock.integer == 0; });
    if (reading.unlocked > 0)
        reading.hints.push_back({PulseHint::Kind::Unlocked, reading.unlocked, qint64(locks->size())});
    return {};
}

/// Adds hints about connections that have stopped waiting for jobs. Adds none while any job is running: a worker whose
/// slots are all busy doesn't wait for jobs either.
void JobPulse::tellConnections(PulseReading& reading, const Known& known, TimePoint now, bool isUnmarked) const
{
    const std::vector<JobWorkers::Sign> signs = m_jobWorkers->signsOf(reading.queue);
    qint64 waiting = 0;
    qint64 blocked = 0;
    Millis idle{0};
    bool areStuck = true;
    for (const JobWorkers::Sign& sign : signs) {
        waiting += sign.waits ? 1 : 0;
        blocked += sign.waits && sign.isBlocked ? 1 : 0;
        if (!sign.waits)
            continue;
        areStuck = areStuck && !sign.isBlocked && sign.idle >= jobIdleAfter;
        idle = std::max(idle, sign.idle);
    }
    const bool isWorked = qint64(reading.leased.size()) > reading.unlocked;
    if (signs.empty() || isWorked)
        return;
    if (waiting == 0)
        reading.hints.push_back({PulseHint::Kind::NoneWaits, qint64(signs.size())});
    else if (areStuck)
        reading.hints.push_back(
            {known.renewed && *known.renewed > now - idle ? PulseHint::Kind::NoSignAlive : PulseHint::Kind::NoSign,
                waiting, 0, idle});
    else if (blocked > 0 && isUnmarked)
        reading.hints.push_back({PulseHint::Kind::Unmarked, blocked});
}

} // namespace dueline
