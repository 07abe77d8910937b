// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardreading.h"
#include "core/console/board/boardrow.h"

#include <map>

namespace dueline {

/// Cache of what the overview shows beyond the list of queues: the last hour's statistics, failures, workers, and next
/// runs. Each reading is bounded. A queue is read when it is new, when its counts have changed, and at least once a
/// minute.
class BoardMemory
{
public:
    /// Interval between readings of the workers.
    static constexpr Millis workersEvery{10'000};
    /// Minimum interval between readings of a queue with changing counts.
    static constexpr Millis queueEvery{5'000};
    /// Minimum time that samples must cover before rates are derived from them.
    static constexpr Millis sampledEnough{30'000};

    /// Returns the next reading: new queues first, starting with the worst problems, then the queues with the oldest
    /// data. Returns nullopt if all data is recent enough. `now`: server time.
    std::optional<BoardReading> next(
        const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const;
    /// Stores a reading's result. `now`: server time at the start of the reading.
    void keep(const BoardReading& reading, TimePoint now);
    /// Records how the queues' counts have changed since the last call. Queues without statistics derive their rates
    /// from these changes. Call this after each count.
    void sample(const std::vector<QueueInfo>& queues, TimePoint now);
    /// Returns the totals over all workers. A worker on several queues counts once.
    BoardFigure<BoardWorkers> workers(const Capabilities& can) const;
    /// Returns the rows of all queues, in the order of `queues`.
    std::vector<BoardRow> rows(const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const;

private:
    struct Known
    {
        TimePoint readAt{};
        StateCounts counts; ///< counts when the queue was read
        std::map<TimePoint, BoardMinute> minutes; ///< events in the last hour; minutes without events are omitted
        BoardHistory past; ///< other data read for the queue
    };

    /// Changes in a queue's counts.
    struct Sampled
    {
        TimePoint since{}; ///< time of the first count
        TimePoint at{}; ///< time of the last count
        StateCounts counts; ///< task counts at time `at`
        std::optional<qint64> everAdded; ///< the framework's counter of added tasks at time `at`
        std::optional<qint64> everRun;
        std::map<TimePoint, BoardMinute> minutes; ///< events in the last hour, derived from the changes
        std::map<TimePoint, BoardMinute> before; ///< tasks that ended before the first count and are still stored

        void precede(const std::map<TimePoint, BoardMinute>& ends);
    };

    BoardRow rowOf(const QueueInfo& info, const Capabilities& can, TimePoint now) const;
    static void tellMinutes(BoardRow& row, const Known& known, const Capabilities& can, TimePoint now);
    static void tellBars(BoardRow& row, const std::map<TimePoint, BoardMinute>& minutes, TimePoint now);
    void tellSamples(BoardRow& row, TimePoint now) const;
    BoardFigure<BoardWorkers> workersOf(const QueueInfo& info, const Capabilities& can) const;

    std::map<QueueName, Known> m_known;
    std::map<QueueName, Sampled> m_sampled;
    std::map<QueueName, BoardWorkers> m_workers;
    BoardWorkers m_allWorkers; ///< all workers, each counted once
    std::optional<TimePoint> m_workersAt; ///< time of the last reading of the workers; nullopt: never
};

} // namespace dueline
