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
        Moving, ///< tasks are being claimed, none are due, or it is too early to judge
        Held, ///< due tasks are held deliberately: by a pause, a suspension or a rate limit
        Silent, ///< tasks are due, but none are being claimed
    };
    /// State of the workers. `Unknown`: it is unknown whether there are workers.
    enum class Workers : quint8 { Nobody, Full, Free, Unknown };

    QueueName queue;
    Kind kind = Kind::Moving;
    Workers state = Workers::Unknown;
    bool took = false; ///< true if a task was claimed since the last reading
    TimePoint now{};
    TimePoint since{}; ///< for Silent and Held: time since which no task has been claimed
    Millis limit{0}; ///< time without a claim after which the queue counts as silent
    qint64 due = 0;
    std::optional<qint64> capacity = {}; ///< number of slots of the live workers
    PulseHold hold = PulseHold::None;
    Millis holdFor{0};
    std::vector<PulseHint> hints = {};

    bool operator==(const Stillness&) const = default;
    Millis length() const { return kind == Kind::Moving ? Millis(0) : Millis(now - since); }
};

/// Rule that decides when a queue is silent. It performs no I/O. Each queue has its own object.
class SilenceRule
{
public:
    static constexpr Millis nobodyLimit{60'000};
    static constexpr Millis freeLimit{15'000};
    static constexpr Millis fullLimit{60'000};
    static constexpr Millis longestLimit{10 * 60'000};
    static constexpr Millis heldAfter{10'000};
    static constexpr std::size_t keptGaps = 2'000;
    static constexpr std::size_t enoughGaps = 100; ///< minimum number of gaps from which a percentile is computed
    static constexpr Millis leasesKept{3'600'000}; ///< period over which the maximum number of leases is determined

    /// Creates a rule. `longestPause`: longest interval between readings whose differences are still meaningful.
    explicit SilenceRule(Millis longestPause = Millis(5'000))
        : m_longestPause(longestPause)
    { }

    Stillness look(const PulseReading& reading, TimePoint now);

private:
    /// Latest gaps between claims, in the order in which they were measured.
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
    std::optional<TimePoint> m_at; ///< time of the last reading
    TimePoint m_began{}; ///< first reading after the last pause
    std::optional<TimePoint> m_dueSince;
    std::optional<TimePoint> m_heldSince;
    std::optional<TimePoint> m_tookAt;
    Stillness::Workers m_state = Stillness::Workers::Unknown;
    std::set<QByteArray> m_leased;
    std::deque<std::pair<TimePoint, qint64>> m_mostLeases; ///< maximum number of leases, by minute
    Gaps m_freeGaps;
    Gaps m_fullGaps;
};

/// Filter that determines which silences are new. A silence that resumes within `sameWithin` after
/// its end belongs to the same event.
class SilenceEvents
{
public:
    static constexpr Millis sameWithin{10 * 60'000};

    enum class Change : quint8 { None, Began, Returned, Ended };

    /// Returns the change since the previous result for this queue.
    Change note(const Stillness& stillness);
    /// Restores the last event of an earlier run of the program, so that the event can continue.
    void resume(Stillness::Kind kind, std::optional<TimePoint> endedAt);
    Stillness::Kind kind() const { return m_kind; }

private:
    Stillness::Kind m_kind = Stillness::Kind::Moving; ///< kind of the open event
    Stillness::Kind m_lastKind = Stillness::Kind::Moving; ///< kind of the last event
    std::optional<TimePoint> m_endedAt; ///< end of the last event
};

/// Describes a silent or held queue in sentences: first the state, then hints. Empty if tasks are being claimed.
QString stillnessText(const Stillness& stillness);
/// Converts the state to a JSON object for a recording, and back. Unknown members are ignored.
QByteArray stillnessJson(const Stillness& stillness);
Stillness stillnessOf(const QByteArray& json);
/// Returns the identifier of a state for scripts: `nobody`, `full`, `free`, `unknown`.
QByteArray workersStateName(Stillness::Workers state);

} // namespace dueline
