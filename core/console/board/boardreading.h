// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <map>

namespace dueline {

/// Events of a queue in one minute.
struct BoardMinute
{
    qint64 added = 0;
    qint64 done = 0;
    qint64 failed = 0;

    bool operator==(const BoardMinute&) const = default;
};

/// Data to read about one queue.
struct BoardRequest
{
    QueueName queue;
    TimePoint from{}; ///< start of the statistics to read; TimePoint::max(): none are read
    StateCounts counts; ///< counts in the overview
    bool hasFailed = false; ///< true if the layout reports failed tasks
    /// True to count the stored tasks that ended in the last hour, because there are no statistics.
    bool wantsEnds = false;
};

/// Data read about one queue.
struct BoardHistory
{
    std::map<TimePoint, BoardMinute> minutes;
    std::map<TimePoint, BoardMinute> ends; ///< stored tasks by the minute in which they ended
    /// number of tasks that failed in the last hour and are still failed; nullopt: not read
    std::optional<qint64> failedLately;
    bool knowsRuns = false; ///< true if the next run was read; a `nextRun` of nullopt then means that there is none
    std::optional<TimePoint> nextRun;

    bool operator==(const BoardHistory&) const = default;
};

/// One bounded read of the overview's data other than the list of queues, with one call per step. An unreadable queue
/// is left out and does not cause an error. Writes nothing.
class BoardReading
{
public:
    /// Maximum number of calls in one reading. Later readings read the rest.
    static constexpr int mostCalls = 40;

    /// Creates a reading. `workers`: whether to also read the workers. `now`: time on the server's clock.
    BoardReading(std::vector<BoardRequest> requests, bool workers, TimePoint now);

    /// Runs one step. Returns true when the reading is complete or has reached its limit. Errors: only those of the
    /// connection.
    Result<bool> step(Backend& backend);

    /// Returns the data read so far.
    const std::map<QueueName, BoardHistory>& read() const { return m_read; }
    const std::vector<BoardRequest>& requests() const { return m_requests; }
    /// Returns the workers; nullopt if they were not requested or cannot be read.
    const std::optional<std::vector<WorkerInfo>>& workers() const { return m_workers; }
    bool askedWorkers() const { return m_askedWorkers; }

private:
    Result<> readWorkers(Backend& backend);
    Result<> readMinutes(Backend& backend);
    Result<> readFailed(Backend& backend);
    Result<> readRuns(Backend& backend);
    Result<> readEnds(Backend& backend);
    bool hasBegun() const { return !m_failed.empty() || !m_runs.empty() || !m_ends.empty(); }
    Result<> carryOn(const Error& error) const;

    std::vector<BoardRequest> m_requests;
    bool m_wantsWorkers;
    bool m_askedWorkers = false;
    TimePoint m_now;
    int m_calls = 0;
    std::size_t m_next = 0; ///< index of the next queue whose minutes will be read
    std::vector<std::size_t> m_failed; ///< stack of indexes of queues whose failures remain to be counted
    std::vector<std::size_t> m_runs; ///< stack of indexes of queues whose next run remains to be read
    std::vector<std::size_t> m_ends; ///< stack of indexes of queues whose stored tasks remain to be counted
    std::map<QueueName, BoardHistory> m_read;
    std::optional<std::vector<WorkerInfo>> m_workers;
};

} // namespace dueline
