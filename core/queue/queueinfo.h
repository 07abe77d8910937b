// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <map>

namespace dueline {

/// How long statistics by the minute are kept (statistics.lua, too), and by the hour.
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

/// A queue's defaults and limits, kept with the queue. The values here are the design's.
struct QueueSettings
{
    RetryPolicy retry;
    Millis leaseFor{30'000};
    Millis keepDone{std::chrono::hours(24)}; ///< 0: done tasks are dropped at once
    Millis keepFailed{std::chrono::hours(24 * 7)};
    Millis keepTrash{std::chrono::hours(24 * 7)};
    Millis keepUndo{std::chrono::hours(24)};
    int maxExpiries = 3; ///< leases a task may let run out before it fails
    bool keepResults = false; ///< of every done task, not only of those that ask for it
    /// Of every done task, who ran it and when: without it only attempts that went wrong are kept.
    bool keepRuns = false;
    /// A task that still waits so long after it fell due fails unstarted, unless it has a limit of its own; 0: never.
    Millis expiresAfter{0};

    bool operator==(const QueueSettings&) const = default;
};

/// A queue as the overview shows it.
struct QueueInfo
{
    QueueName name;
    StateCounts counts;
    qint64 dueRetries = 0; ///< those of the retrying ones that are due, where the layout tells them apart
    std::optional<TimePoint> oldestDue; ///< due time of the oldest overdue task waiting (due or retrying)
    bool oldestUnknown = false; ///< tasks are due whose times nothing records; oldestDue is that of the others
    std::optional<TimePoint> nextDue; ///< the next due time later than now
    bool paused = false;
    qint64 damaged = 0; ///< quarantined entries
    std::optional<TimePoint>
        lastOperation; ///< when the newest operation that is still recorded began; nullopt: there is none
    QueueSettings settings;
    QByteArray unreadable; ///< why it cannot be read as this layout (a key of another type), empty when fine
    bool forbidden = false; ///< unreadable since this user may not read it
    TimePoint serverNow{};
    QByteArray layout
        = {}; ///< which of the connection's layouts it is in, as its name ends behind the last @; empty: the only one
    QByteArray note = {}; ///< what people should know before they touch it, a sentence; empty: nothing
    QByteArray version = {}; ///< of the framework that keeps it, `6.7.0`; empty: it does not say
    std::optional<TimePoint> asOf = {}; ///< when it was counted, server's clock; nullopt: just now
    /// Those that its tasks are seen in here. Of the others nothing is known: they are absent, which is not zero.
    StateSet states = StateSet::all();
    bool unseenWorkers = false; ///< who works on it leaves no trace: that nobody is listed says nothing
    QByteArray elsewhere = {}; ///< where tasks in other states are kept, a sentence; empty: nowhere

    bool operator==(const QueueInfo&) const = default;
};

/// A worker process: as it reports itself, or as far as something else tells of it.
struct WorkerInfo
{
    /// What tells of it.
    enum class KnownBy : quint8 {
        Report, ///< all fields are its own
        Connection, ///< it has one to the server; what it runs is not known
        Subscription, ///< as many listen as only workers do; nothing else is known
        Job, ///< the name in a job that it holds; whether it still is there is not known
    };

    QByteArray id; ///< session, unique per start
    QByteArray host;
    qint64 processId = 0;
    TimePoint startedAt{};
    TimePoint seenAt{}; ///< last heartbeat, by the server's clock
    bool lost = false; ///< its heartbeat is overdue
    std::vector<QueueName> queues;
    int concurrency = 0; ///< 0 where it is not known
    int running = 0;
    KnownBy knownBy = KnownBy::Report;

    bool operator==(const WorkerInfo&) const = default;
};

/// One bin of a timeline, [from, to).
struct TimelineBin
{
    TimePoint from{};
    TimePoint to{};
    StateCounts counts; ///< pending by due, leased by lease expiry, failed when they failed, done when they ended

    bool operator==(const TimelineBin&) const = default;
};

/// What happened in one minute (or hour), from the queue's own statistics.
struct StatisticsBin
{
    TimePoint from{};
    Millis length{60'000};
    qint64 added = 0;
    qint64 retried = 0;
    qint64 expired = 0; ///< leases that ran out
    qint64 trashed = 0;
    std::map<QByteArray, qint64> failedByType;
    std::array<qint64, 42> lateness{}; ///< started tasks by lateness: [0] = 0 ms, [k] = 2^(k-1) to 2^k - 1 ms
    std::array<qint64, 42> runTime{}; ///< finished tasks by run time, the same classes
    qint64 untimed = 0; ///< finished tasks besides, of which no run time is known

    qint64 started() const;
    qint64 done() const;
    qint64 failed() const;
    bool operator==(const StatisticsBin&) const = default;
};

} // namespace dueline
