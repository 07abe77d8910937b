// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queuepulse.h"

#include <deque>
#include <set>

namespace dueline {

/// Result of checking whether a queue's due tasks are being claimed.
struct Stillness
{
    enum class Kind : quint8 {
        Moving, ///< tasks are being claimed, no tasks are due, or it is too early to tell
        Held, ///< due tasks are deliberately not claimed, because of a pause, a suspension, or a rate limit
        Silent, ///< tasks are due, but none are being claimed
    };
    /// State of the queue's workers. `Unknown`: there may or may not be workers.
    enum class Workers : quint8 { Nobody, Full, Free, Unknown };

    QueueName queue;
    Kind kind = Kind::Moving;
    Workers state = Workers::Unknown;
    bool took = false; ///< true if a task was claimed since the last reading
    TimePoint now{};
    TimePoint since{}; ///< for Silent and Held: time since which no task has been claimed
    Millis limit{0}; ///< time without a claim after which the queue is considered silent
    qint64 due = 0;
    std::optional<qint64> capacity = {}; ///< total number of slots that live workers have; nullopt if unknown
    PulseHold hold = PulseHold::None;
    Millis holdFor{0};
    std::vector<PulseHint> hints = {};

    bool operator==(const Stillness&) const = default;
    Millis length() const { return kind == Kind::Moving ? Millis(0) : Millis(now - since); }
};

/// Rule that decides whether a queue is silent. Each queue needs its own object. Performs no I/O.
class SilenceRule
{
public:
    static constexpr Millis nobodyLimit{60'000};
    static constexpr Millis freeLimit{15'000};
    static constexpr Millis fullLimit{60'000};
    static constexpr Millis longestLimit{10 * 60'000};
    static constexpr Millis heldAfter{10'000};
    static constexpr std::size_t keptGaps = 2'000;
    static constexpr std::size_t enoughGaps = 100; ///< minimum number of gaps between claims for computing a percentile
    static constexpr Millis leasesKept{3'600'000}; ///< period over which the peak lease count is tracked

    /// Creates a rule. `longestPause`: if two readings are further apart than this, the rule starts over.
    explicit SilenceRule(Millis longestPause = Millis(5'000))
        : m_longestPause(longestPause)
    { }

    Stillness look(const PulseReading& reading, TimePoint now);

private:
    /// Most recent gaps between claims, oldest first.
    struct Gaps
    {
        std::deque<Millis> last;
        Millis p99() const;
    };

    bool hasTaken(const PulseReading& reading) const;
    void countLeases(qint64 leases, TimePoint now);
    Stillness::Workers stateOf(const PulseReading& reading) const;
    Millis limitOf(Stillness::Workers state) const;

    Millis m_longestPause;
    std::optional<TimePoint> m_at; ///< time of the previous reading
    TimePoint m_began{}; ///< time of the first reading since the rule last started over
    std::optional<TimePoint> m_dueSince;
    std::optional<TimePoint> m_heldSince;
    std::optional<TimePoint> m_tookAt;
    Stillness::Workers m_state = Stillness::Workers::Unknown;
    std::set<QByteArray> m_leased;
    std::deque<std::pair<TimePoint, qint64>> m_mostLeases; ///< peak lease count in each minute
    Gaps m_freeGaps;
    Gaps m_fullGaps;
};

/// Detects when silences and holds begin and end. A silence or hold that resumes within `sameWithin` counts as the same
/// event.
class SilenceEvents
{
public:
    static constexpr Millis sameWithin{10 * 60'000};

    enum class Change : quint8 { None, Began, Returned, Ended };

    /// Returns what has changed since the last call.
    Change note(const Stillness& stillness);
    /// Restores the last event recorded by an earlier run, so that it can be continued.
    void resume(Stillness::Kind kind, std::optional<TimePoint> endedAt);
    Stillness::Kind kind() const { return m_kind; }

private:
    Stillness::Kind m_kind = Stillness::Kind::Moving; ///< kind of the ongoing event; Moving: none
    Stillness::Kind m_lastKind = Stillness::Kind::Moving; ///< kind of the last event
    std::optional<TimePoint> m_endedAt; ///< end of the last event
};

/// Returns sentences about a silent or held queue: its state, then hints. Empty for other queues.
QString stillnessText(const Stillness& stillness);
/// Converts the state to JSON for a recording; stillnessOf() converts it back and ignores unknown members.
QByteArray stillnessJson(const Stillness& stillness);
Stillness stillnessOf(const QByteArray& json);
/// Returns a state's name for scripts: `nobody`, `full`, `free` or `unknown`.
QByteArray workersStateName(Stillness::Workers state);

} // namespace dueline
