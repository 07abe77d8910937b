// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/groupednumber.h"

#include <QByteArray>

#include <array>
#include <optional>

namespace dueline {

/// Resolution of stored figures. A row of Minutes or Hours starts at `at` and covers a full minute or hour.
enum class RecordTier : quint8 { Seconds, Minutes, Hours };

/// Returns the period that a row of a tier covers.
constexpr Millis lengthOf(RecordTier tier)
{
    return Millis(tier == RecordTier::Seconds ? 0 : tier == RecordTier::Minutes ? minuteMs : hourMs);
}

/// Figures of a queue at one instant. NULL means unknown. In rows of Minutes and Hours, `due` is a maximum, `oldest` is
/// the earliest instant, `took` and `added` are sums, and all other figures are the last values.
struct RecordSample
{
    // Figures in column order.
    enum Figure : quint8 { Scheduled, Due, Retrying, Leased, Failed, Done, Oldest, Took, Added, Workers, Slots, Used };
    static constexpr std::size_t figures = 12;

    /// State of the queue, as bit flags.
    enum Flag : quint8 {
        Paused = 1,
        Absent = 2, ///< the queue no longer exists; its counts are 0
        Unreadable = 4, ///< the queue could not be counted
        LowerBound = 8, ///< only some of the queue's keys were counted, so the counts are lower bounds
    };

    qint64 queue = 0;
    TimePoint at{};
    std::array<std::optional<qint64>, figures> values{};
    qint64 flags = 0;

    std::optional<qint64>& operator[](Figure figure) { return values[figure]; }
    const std::optional<qint64>& operator[](Figure figure) const { return values[figure]; }
    /// Returns whether both rows contain the same figures, regardless of their instants.
    bool isSame(const RecordSample& other) const { return values == other.values && flags == other.flags; }
};

/// Figures of the server at one instant; for a cluster, sums over its masters.
struct ServerSample
{
    // Figures in column order.
    enum Figure : quint8 { Memory, Maximum, Keys, Evicted, Expired, Flushes, Uptime, Clients };
    static constexpr std::size_t figures = 8;

    TimePoint at{};
    std::array<std::optional<qint64>, figures> values{};

    std::optional<qint64>& operator[](Figure figure) { return values[figure]; }
    const std::optional<qint64>& operator[](Figure figure) const { return values[figure]; }
};

/// Time during which the recorder was able to read the server without gaps.
struct RecordSpan
{
    qint64 id = 0;
    TimePoint began{};
    TimePoint seen{}; ///< time of the last successful reading
    QByteArray run; ///< id of the server process; empty if unknown
    QByteArray role;
    Millis clockOffset{0}; ///< server's clock minus this machine's clock, at the start of the span
    /// reason for the end of the span: `stopped`, `killed`, `server away`, `server changed`, `asleep` or `disk full`;
    /// empty while the span is open
    QByteArray ended;
};

/// Event on the timeline of a recording.
struct RecordEvent
{
    qint64 id = 0;
    TimePoint at{};
    std::optional<qint64> queue = {};
    /// kind of the event: `restart`, `failover`, `flush`, `evicted`, `loss`, `mark`, `operation`,
    /// `silent`, `held`, `took`, `version`, `cut` or `diskfull`
    QByteArray kind;
    QByteArray text;
    QByteArray detail = {}; ///< details as a JSON object; empty: none
    bool operator==(const RecordEvent&) const = default;

    /// Returns whether tasks may have been lost because of this event.
    bool isDiscontinuity() const
    {
        return kind == "restart" || kind == "failover" || kind == "flush" || kind == "evicted";
    }
};

/// Queue in a recording.
struct RecordQueue
{
    qint64 id = 0;
    QByteArray name;
    QByteArray layout;
    QByteArray version;
};

} // namespace dueline
