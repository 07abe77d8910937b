// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardreading.h"
#include "core/console/board/boardrow.h"

#include <map>

namespace dueline {

/// Cache of the overview's data other than the list of queues: statistics of the last hour, failures, workers and next
/// runs. The data is read in bounded parts. A queue is read when it is new, when its counts have changed, and once a
/// minute.
class BoardMemory
{
public:
    /// Interval between reads of the workers.
    static constexpr Millis workersEvery{10'000};
    /// Minimum interval between two reads of a queue.
    static constexpr Millis queueEvery{5'000};
    /// Minimum time span of the samples from which rates are computed.
    static constexpr Millis sampledEnough{30'000};

    /// Returns the next part to read: new queues first, those with the worst problems at the front, then the queues
    /// with the oldest data; nullopt if all data is fresh. `now`: time on the server's clock.
    std::optional<BoardReading> next(
        const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const;
    /// Stores the results of a reading that began at `now`.
    void keep(const BoardReading& reading, TimePoint now);
    /// Compares the queues' counts with the previous ones. For layouts without counters, rates are
    /// computed from the differences. Call this after each count.
    void sample(const std::vector<QueueInfo>& queues, TimePoint now);
    /// Returns the workers of all queues, each counted once.
    BoardFigure<BoardWorkers> workers(const Capabilities& can) const;
    /// Returns the rows of all queues, in the order of `queues`.
    std::vector<BoardRow> rows(const std::vector<QueueInfo>& queues, const QueueCapabilities& can, TimePoint now) const;

private:
    /// Data about one queue.
    struct Known
    {
        TimePoint readAt{};
        StateCounts counts; ///< counts at the time of reading
        std::map<TimePoint, BoardMinute> minutes; ///< minutes of the last hour that have events
        BoardHistory past; ///< other data about the queue
    };

    /// Changes in one queue, observed between counts.
    struct Sampled
    {
        TimePoint since{}; ///< time of the first count
        TimePoint at{}; ///< time of the last count
        StateCounts counts; ///< counts at the time of the last count
        std::optional<qint64> everAdded; ///< counters at the time of the last count
        std::optional<qint64> everRun;
        std::map<TimePoint, BoardMinute> minutes; ///< changes of the last hour by minute
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
    std::optional<TimePoint> m_workersAt; ///< time of the last read of the workers; nullopt: never
};

} // namespace dueline
