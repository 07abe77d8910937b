// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <map>

namespace dueline {

/// Retention of statistics by the minute (also used by statistics.lua) and by the hour.
inline constexpr Millis keepMinutes{std::chrono::hours(48)};
inline constexpr Millis keepHours{std::chrono::hours(24 * 30)};

/// Tasks per state.
struct StateCounts
{
    std::array<qint64, allStates.size()> perState{};

    qint64& operator[](TaskState state) { return perState[std::size_t(state)]; }
    qint64 operator[](TaskState state) const { return perState[std::size_t(state)]; }
    qint64 pending() const
    {
        return (*this)[TaskState::Scheduled] + (*this)[TaskState::Due] + (*this)[TaskState::Retrying];
    }
    bool operator==(const StateCounts&) const = default;
};

/// Defaults and limits of a queue, stored with the queue.
struct QueueSettings
{
    RetryPolicy retry;
    Millis leaseFor{30'000};
    Millis keepDone{std::chrono::hours(24)}; ///< 0: done tasks are dropped immediately
    Millis keepFailed{std::chrono::hours(24 * 7)};
    Millis keepTrash{std::chrono::hours(24 * 7)};
    Millis keepUndo{std::chrono::hours(24)};
    int maxExpiries = 3; ///< number of leases that may expire before the task fails
    bool keepResults = false; ///< keeps the results of every done task, not only of tasks that request this
    /// Records which worker ran each done task and when. Otherwise only failed attempts are recorded.
    bool keepRuns = false;
    /// Time after its due time when a waiting task fails without starting; a task may override it. 0: never.
    Millis expiresAfter{0};

    bool operator==(const QueueSettings&) const = default;
};

/// Queue as shown in the overview.
struct QueueInfo
{
    QueueName name;
    StateCounts counts;
    qint64 dueRetries = 0; ///< retrying tasks that are due, if the layout distinguishes them
    std::optional<TimePoint> oldestDue; ///< due time of the longest overdue task (due or retrying)
    bool oldestUnknown = false; ///< some due tasks have no recorded time; oldestDue covers the others
    std::optional<TimePoint> nextDue; ///< first due time later than now
    bool paused = false;
    qint64 damaged = 0; ///< quarantined entries
    std::optional<TimePoint> lastOperation; ///< start time of the newest recorded operation; nullopt: none
    QueueSettings settings;
    // reason why the queue cannot be read with this layout (for example a key of another type); empty if it can
    QByteArray unreadable;
    bool forbidden = false; ///< the queue is unreadable because this user lacks permission
    TimePoint serverNow{};
    QByteArray layout
        = {}; ///< layout, as in the part of the name after the last @; empty: the connection's only layout
    QByteArray note = {}; ///< sentence that the user should read before changing the queue; empty: none
    QByteArray version = {}; ///< version of the framework, `6.7.0`; empty: unknown
    std::optional<TimePoint> asOf = {}; ///< time of the count by the server's clock; nullopt: counted just now
    /// States in which the queue's tasks are visible. The number of tasks in other states is unknown, not zero.
    StateSet states = StateSet::all();
    /// True if the counts are lower bounds because only some of the keys were read; `note` says which.
    bool isPart = false;
    /// True if workers leave no trace, so that an empty list of workers does not mean that there are none.
    bool unseenWorkers = false;
    // Counters since the queue was created, if the framework keeps them.
    std::optional<qint64> everAdded = {};
    std::optional<qint64> everRun = {}; ///< finished runs, including failed attempts
    QByteArray elsewhere = {}; ///< sentence stating where tasks in other states are stored; empty: nowhere

    bool operator==(const QueueInfo&) const = default;
};

/// Worker process, as reported by the worker itself or inferred from other sources.
struct WorkerInfo
{
    /// Source of the information.
    enum class KnownBy : quint8 {
        Report, ///< The worker reports itself, with all fields.
        Connection, ///< The server lists a connection of the worker; the running tasks are unknown.
        Subscription, ///< The server has a subscription that only workers have; everything else is unknown.
        Job, ///< A job names the worker that holds it; the worker may have ended.
        Group, ///< A consumer group lists the worker, also long after the worker has ended.
    };

    QByteArray id; ///< session id, which is new after every start
    QByteArray host;
    qint64 processId = 0;
    TimePoint startedAt{};
    TimePoint seenAt{}; ///< last heartbeat, by the server's clock
    bool lost = false; ///< True if the heartbeat is overdue.
    /// True if the worker has not been seen for a long time and reports no heartbeats, so it may have ended.
    bool quiet = false;
    std::vector<QueueName> queues;
    int concurrency = 0; ///< 0 if unknown
    int running = 0;
    KnownBy knownBy = KnownBy::Report;

    bool operator==(const WorkerInfo&) const = default;
};

/// One bin of a timeline, covering [from, to).
struct TimelineBin
{
    TimePoint from{};
    TimePoint to{};
    StateCounts counts; ///< pending by due time, leased by lease expiry, failed by failure time, done by end time

    bool operator==(const TimelineBin&) const = default;
};

/// Statistics of a queue for one minute or hour.
struct StatisticsBin
{
    TimePoint from{};
    Millis length{60'000};
    qint64 added = 0;
    qint64 retried = 0;
    qint64 expired = 0; ///< leases that expired
    qint64 trashed = 0;
    std::map<QByteArray, qint64> failedByType;
    std::array<qint64, 42> lateness{}; ///< started tasks by lateness: [0] = 0 ms, [k] = 2^(k-1) to 2^k - 1 ms
    std::array<qint64, 42> runTime{}; ///< finished tasks by run time, in the same classes
    qint64 untimed = 0; ///< additional finished tasks whose run time is unknown

    qint64 started() const;
    qint64 done() const;
    qint64 failed() const;
    bool operator==(const StatisticsBin&) const = default;
};

} // namespace dueline
