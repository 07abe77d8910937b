// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativescripts.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Reads a queue's timeline in bins, using pipelined counts and the queue's statistics.
class NativeTimeline
{
public:
    NativeTimeline(NativeScripts& scripts, const QueueName& queue);

    /// Implements QueueInspector::timeline(). Blocks the server for about 1.5 µs per bin and non-empty set.
    Result<std::vector<TimelineBin>> bins(TimePoint from, TimePoint to, int count);
    /// Implements QueueInspector::statistics().
    Result<std::vector<StatisticsBin>> statistics(TimePoint from, TimePoint to);
    /// Implements QueueInspector::recent() with one script, which blocks the server for about 1 ms.
    static Result<std::vector<RecentHistory>> recent(
        NativeScripts& scripts, const std::vector<RecentRequest>& wanted, TimePoint to);

private:
    Result<> readClock();
    Result<> count(std::vector<TimelineBin>& bins);
    Result<> addForgotten(std::vector<TimelineBin>& bins);
    /// Reads the statistics of periods starting in [from, to): minutes, and hours whose minutes may have expired.
    Result<std::vector<StatisticsBin>> read(TimePoint from, TimePoint to);
    Error errorOf(const Reply& reply, const char* role) const;

    NativeScripts& m_scripts;
    NativeKeys m_keys;
    TimePoint m_now{};
};

} // namespace dueline
