// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <map>

namespace dueline {

/// Number of a queue's events in one minute, by kind.
struct BoardMinute
{
    qint64 added = 0;
    qint64 done = 0;
    qint64 failed = 0;

    bool operator==(const BoardMinute&) const = default;
};

/// Request for a queue's data.
struct BoardRequest
{
    QueueName queue;
    TimePoint from{}; ///< first minute of statistics to read; TimePoint::max(): read no statistics
    StateCounts counts; ///< the queue's current counts
    bool hasFailed = false; ///< true if the layout reports failed tasks
    /// True to count stored tasks that ended in the last hour if there are no statistics.
    bool wantsEnds = false;
};

/// Data read for one queue.
struct BoardHistory
{
    std::map<TimePoint, BoardMinute> minutes;
    std::map<TimePoint, BoardMinute> ends; ///< number of stored tasks, by the minute in which they ended
    /// Number of tasks that failed in the last hour and haven't been retried since; nullopt: not read.
    std::optional<qint64> failedLately;
    /// true if the next run was read; a `nextRun` of nullopt then means that no run is scheduled
    bool knowsRuns = false;
    std::optional<TimePoint> nextRun;

    bool operator==(const BoardHistory&) const = default;
};

/// Bounded reading of what the overview shows beyond the list of queues. Each step makes few calls. Queues that can't
/// be read are omitted. Writes nothing.
class BoardReading
{
public:
    /// Number of calls after which a reading ends. The next reading continues with the remaining queues.
    static constexpr int mostCalls = 40;

    /// Creates a reading. `workers`: whether to read the workers too. `now`: server time.
    BoardReading(std::vector<BoardRequest> requests, bool workers, TimePoint now);

    /// Runs one step. Returns true if the reading is complete or has used up its calls. Only returns errors that affect
    /// the entire connection.
    Result<bool> step(Backend& backend);

    /// Returns the data read so far.
    const std::map<QueueName, BoardHistory>& read() const { return m_read; }
    const std::vector<BoardRequest>& requests() const { return m_requests; }
    /// Returns the workers; nullopt if they weren't requested or couldn't be read.
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
    std::size_t m_next = 0; ///< index of the first request whose queue hasn't been read
    std::vector<std::size_t> m_failed; ///< indexes of requests whose failed tasks haven't been counted yet
    std::vector<std::size_t> m_runs; ///< indexes of requests whose next run hasn't been read yet
    std::vector<std::size_t> m_ends; ///< indexes of requests whose stored tasks haven't been counted yet
    std::map<QueueName, BoardHistory> m_read;
    std::optional<std::vector<WorkerInfo>> m_workers;
};

} // namespace dueline
