// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <map>

namespace dueline {

/// Retention times for per-minute statistics (also used by statistics.lua) and per-hour statistics.
inline constexpr Millis keepMinutes{std::chrono::hours(48)};
inline constexpr Millis keepHours{std::chrono::hours(24 * 30)};

/// Number of tasks per state.
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
    Millis keepDone{std::chrono::hours(24)}; ///< retention time; 0: delete done tasks immediately
    Millis keepFailed{std::chrono::hours(24 * 7)};
    Millis keepTrash{std::chrono::hours(24 * 7)};
    Millis keepUndo{std::chrono::hours(24)};
    int maxExpiries = 3; ///< number of leases that may expire before the task fails
    bool keepResults = false; ///< true to keep the results of all done tasks, not just of tasks that request it
    /// True to record which worker ran each done task and when. If false, only failed attempts are recorded.
    bool keepRuns = false;
    /// Time past the due time after which a task that hasn't started fails. Tasks may override it. 0: never.
    Millis expiresAfter{0};

    bool operator==(const QueueSettings&) const = default;
};

/// Queue as shown in the overview.
struct QueueInfo
{
    QueueName name;
    StateCounts counts;
    qint64 dueRetries = 0; ///< number of due retrying tasks, if the layout distinguishes them
    std::optional<TimePoint> oldestDue; ///< due time of the due or retrying task that is overdue the longest
    /// true if some due tasks have no recorded due time; oldestDue ignores them
    bool oldestUnknown = false;
    std::optional<TimePoint> nextDue; ///< first due time in the future
    bool paused = false;
    qint64 damaged = 0; ///< number of quarantined entries
    std::optional<TimePoint> lastOperation; ///< start time of the newest recorded operation; nullopt if there is none
    QueueSettings settings;
    // why this layout can't read the queue, such as a key of a different type; empty if it can
    QByteArray unreadable;
    bool forbidden = false; ///< true if the queue is unreadable because this user lacks permission
    TimePoint serverNow{};
    QByteArray layout = {}; ///< layout, the part of the name after the last @; empty: the connection's only layout
    QByteArray note = {}; ///< sentence that users should read before changing the queue, or empty
    QByteArray version = {}; ///< framework version, such as `6.7.0`; empty if unknown
    /// time of the count on the server's clock; nullopt if just counted
    std::optional<TimePoint> asOf = {};
    /// States whose tasks are visible. The number of tasks in any other state is unknown, not zero.
    StateSet states = StateSet::all();
    /// True if the counts are lower bounds because only part of the queue was read. `note` says why.
    bool isPart = false;
    /// true if workers can't be observed: an empty list of workers doesn't mean that there are none
    bool unseenWorkers = false;
    // number of tasks added since the queue was created; nullopt if the framework doesn't count them
    std::optional<qint64> everAdded = {};
    std::optional<qint64> everRun = {}; ///< number of finished runs, including failed attempts
    /// sentence that says where tasks in other states are stored; empty if there are no such states
    QByteArray elsewhere = {};

    bool operator==(const QueueInfo&) const = default;
};

/// Worker process, as reported by the worker or inferred from other sources.
struct WorkerInfo
{
    enum class KnownBy : quint8 {
        Report, ///< the worker sends heartbeats with all fields
        Connection, ///< the server lists one of the worker's connections; the worker's running tasks are unknown
        Subscription, ///< the server lists a subscription that only workers have; everything else is unknown
        Job, ///< a job names this worker as its holder; the worker may be dead
        Group, ///< a consumer group lists the worker, even if it has long been dead
    };

    QByteArray id; ///< session id, different after each start
    QByteArray host;
    qint64 processId = 0;
    TimePoint startedAt{};
    TimePoint seenAt{}; ///< server time of the last heartbeat
    bool lost = false; ///< true if the heartbeat is overdue
    /// true if the worker hasn't been seen for a long time and doesn't send heartbeats, so it may have exited
    bool quiet = false;
    std::vector<QueueName> queues;
    int concurrency = 0; ///< number of slots; 0 if unknown
    int running = 0;
    KnownBy knownBy = KnownBy::Report;

    bool operator==(const WorkerInfo&) const = default;
};

/// Timeline bin, covering [from, to).
struct TimelineBin
{
    TimePoint from{};
    TimePoint to{};
    /// number of tasks in the bin: pending tasks by due time, leased by lease expiry, failed by failure time, done by
    /// end time
    StateCounts counts;

    bool operator==(const TimelineBin&) const = default;
};

/// Statistics of a queue for one minute or hour.
struct StatisticsBin
{
    TimePoint from{};
    Millis length{60'000};
    qint64 added = 0;
    qint64 retried = 0;
    qint64 expired = 0; ///< number of leases that expired
    qint64 trashed = 0;
    std::map<QByteArray, qint64> failedByType;
    /// number of tasks started, by lateness: [0] = 0 ms, [k] = 2^(k-1) to 2^k - 1 ms
    std::array<qint64, 42> lateness{};
    std::array<qint64, 42> runTime{}; ///< number of tasks finished, by run time, in the same intervals as `lateness`
    qint64 untimed = 0; ///< number of tasks finished with an unknown run time

    qint64 started() const;
    qint64 done() const;
    qint64 failed() const;
    bool operator==(const StatisticsBin&) const = default;
};

} // namespace dueline
