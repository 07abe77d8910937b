// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardreading.h"
#include "core/console/board/boardrow.h"

#include <map>

namespace dueline {

/// What the board knows beyond the list of queues: statistics of the last hour, failures, workers and next runs, read a
/// bounded part at a time. A queue is read when it is new, when its counts have changed, and once a minute.
class BoardMemory
{
public:
    /// Workers are asked for so often.
    static constexpr Millis workersEvery{10'000};
    /// No queue is read more often.
    static constexpr Millis queueEvery{5'000};

    /// The next part: queues that were never read first, the worst first, then those read longest ago. nullopt: all
    /// that is known is fresh. `now`: the server's clock.
    std::optional<BoardReading> next(
        const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const;
    /// Keeps what a reading, begun at `now`, has brought.
    void keep(const BoardReading& reading, TimePoint now);
    /// All queues, in their own order.
    std::vector<BoardRow> rows(const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const;

private:
    /// What is known of one queue.
    struct Known
    {
        TimePoint readAt{};
        StateCounts counts; ///< when it was read
        std::map<TimePoint, BoardMinute> minutes; ///< of the last hour, those with something
        BoardPast past; ///< all but the minutes
    };

    BoardRow rowOf(const QueueInfo& info, const Capabilities& can, TimePoint now) const;
    static void tellMinutes(BoardRow& row, const Known& known, const Capabilities& can, TimePoint now);
    BoardFigure<BoardWorkers> workersOf(const QueueInfo& info, const Capabilities& can) const;

    std::map<QueueName, Known> m_known;
    std::map<QueueName, BoardWorkers> m_workers;
    std::optional<TimePoint> m_workersAt; ///< nullopt: they were not read
};

} // namespace dueline
