// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"

#include <map>

namespace dueline {

/// What happened to a queue in one minute.
struct BoardMinute
{
    qint64 added = 0;
    qint64 done = 0;
    qint64 failed = 0;

    bool operator==(const BoardMinute&) const = default;
};

/// What is to be read of one queue.
struct BoardRequest
{
    QueueName queue;
    TimePoint from{}; ///< statistics since then; later than `to` of the reading: none
    StateCounts counts; ///< as the overview told them
    bool hasFailed = false; ///< whether failed tasks are told at all
};

/// What was read of one queue.
struct BoardPast
{
    std::map<TimePoint, BoardMinute> minutes;
    std::optional<qint64> failedLately; ///< of the last hour, and failed still; nullopt: it was not asked for
    bool knowsRuns = false; ///< whether the next run was read; then nullopt below means that there is none
    std::optional<TimePoint> nextRun;

    bool operator==(const BoardPast&) const = default;
};

/// Reads a bounded part of what the board shows beyond the list of queues, a call a step. A queue that cannot be read
/// tells nothing and is no error. Writes nothing.
class BoardReading
{
public:
    /// Calls of one reading at most. What is not read then is asked for by the next one.
    static constexpr int mostCalls = 40;

    /// `workers`: they are read, too. `now`: the server's clock.
    BoardReading(std::vector<BoardRequest> requests, bool workers, TimePoint now);

    /// True: all of it, or as much as one reading may. Errors: of the connection.
    Result<bool> step(Backend& backend);

    /// As far as it came.
    const std::map<QueueName, BoardPast>& read() const { return m_read; }
    const std::vector<BoardRequest>& requests() const { return m_requests; }
    /// nullopt: they were not asked for, or cannot be read.
    const std::optional<std::vector<WorkerInfo>>& workers() const { return m_workers; }
    bool askedWorkers() const { return m_askedWorkers; }

private:
    Result<> readWorkers(Backend& backend);
    Result<> readMinutes(Backend& backend);
    Result<> readFailed(Backend& backend);
    Result<> readRuns(Backend& backend);
    Result<> carryOn(const Error& error) const;

    std::vector<BoardRequest> m_requests;
    bool m_wantsWorkers;
    bool m_askedWorkers = false;
    TimePoint m_now;
    int m_calls = 0;
    std::size_t m_next = 0; ///< whose minutes are read next
    std::vector<std::size_t> m_failed; ///< whose failures are counted next, the last first
    std::vector<std::size_t> m_runs; ///< whose next run is read next, the last first
    std::map<QueueName, BoardPast> m_read;
    std::optional<std::vector<WorkerInfo>> m_workers;
};

} // namespace dueline
