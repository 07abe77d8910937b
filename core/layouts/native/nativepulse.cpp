// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/native/nativepulse.h"

#include "core/layouts/native/nativekeys.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t nativePulseCommands = 5;
constexpr Millis nativeBeatOverdue{14'000}; ///< a worker reports every 5 s, or about every 15 s while it is idle

} // namespace

Result<> NativePulse::complete(std::vector<PulseReading>& readings, const std::vector<const QueueInfo*>& infos)
{
    std::vector<std::size_t> read;
    std::vector<Command> pipeline;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        Heads& heads = m_heads[readings[i].queue];
        if (readings[i].due == 0 && readings[i].leases.value_or(0) == 0) {
            heads = {};
            continue;
        }
        read.push_back(i);
        const NativeKeys keys(m_scripts.prefix(), readings[i].queue);
        pipeline.insert(pipeline.end(),
            {{"ZRANGE", keys.pending(), "0", "0", "WITHSCORES"}, {"ZSCORE", keys.pending(), heads[0]},
                {"ZRANGE", keys.retry(), "0", "0", "WITHSCORES"}, {"ZSCORE", keys.retry(), heads[1]},
                {"ZRANGE", keys.leased(), "0", number(qint64(PulseReading::mostLeased) - 1)}});
    }
    if (pipeline.empty())
        return {};
    const auto replies = m_scripts.client().pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t k = 0; k < read.size(); ++k) {
        const Reply* reply = replies->data() + k * nativePulseCommands;
        if (std::any_of(reply, reply + nativePulseCommands, [](const Reply& each) { return each.isError(); }))
            continue; // the counts remain
        PulseReading& reading = readings[read[k]];
        const TimePoint now = infos[read[k]]->serverNow;
        Heads& heads = m_heads[reading.queue];
        reading.moved = false;
        for (std::size_t set = 0; set < heads.size(); ++set) {
            const std::vector<Reply>& first = reply[2 * set].items;
            reading.moved = reading.moved || (!heads[set].isEmpty() && reply[2 * set + 1].isNil());
            const bool isDue = first.size() == 2 && first[1].bytes.toDouble() <= double(toMs(now));
            heads[set] = isDue ? first[0].bytes : QByteArray();
        }
        for (const Reply& id : reply[4].items)
            reading.leased.push_back(id.bytes);
        addHeartbeatHint(reading, workers(), now, nativeBeatOverdue);
    }
    return {};
}

} // namespace dueline
