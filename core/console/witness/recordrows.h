// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/groupednumber.h"

#include <QByteArray>

#include <array>
#include <optional>

namespace dueline {

/// Resolution of recorded figures. A Minutes or Hours row covers the minute or hour that starts at `at`.
enum class RecordTier : quint8 { Seconds, Minutes, Hours };

/// Returns the length of the period that a row of this tier covers.
constexpr Millis lengthOf(RecordTier tier)
{
    return Millis(tier == RecordTier::Seconds ? 0 : tier == RecordTier::Minutes ? minuteMs : hourMs);
}

/// A queue's figures at an instant; nullopt if unknown. In a Minutes or Hours row, `due` is the period's maximum,
/// `oldest` its earliest instant, `took` and `added` are sums, and all other figures are the last values.
struct RecordSample
{
    // In the order of the table's columns.
    enum Figure : quint8 { Scheduled, Due, Retrying, Leased, Failed, Done, Oldest, Took, Added, Workers, Slots, Used };
    static constexpr std::size_t figures = 12;

    /// Queue state, as bit flags.
    enum Flag : quint8 {
        Paused = 1,
        Absent = 2, ///< the queue no longer exists, so its counts are 0
        Unreadable = 4, ///< the queue couldn't be counted
        LowerBound = 8, ///< not all of the queue's keys were counted, so the counts are lower bounds
    };

    qint64 queue = 0;
    TimePoint at{};
    std::array<std::optional<qint64>, figures> values{};
    qint64 flags = 0;

    std::optional<qint64>& operator[](Figure figure) { return values[figure]; }
    const std::optional<qint64>& operator[](Figure figure) const { return values[figure]; }
    /// Returns whether both rows have the same figures and flags, regardless of their times.
    bool isSame(const RecordSample& other) const { return values == other.values && flags == other.flags; }
};

/// A server's figures at an instant; in a cluster, sums over its masters.
struct ServerSample
{
    // In the order of the table's columns.
    enum Figure : quint8 { Memory, Maximum, Keys, Evicted, Expired, Flushes, Uptime, Clients };
    static constexpr std::size_t figures = 8;

    TimePoint at{};
    std::array<std::optional<qint64>, figures> values{};

    std::optional<qint64>& operator[](Figure figure) { return values[figure]; }
    const std::optional<qint64>& operator[](Figure figure) const { return values[figure]; }
};

/// Period during which the recorder could read the server without a gap.
struct RecordSpan
{
    qint64 id = 0;
    TimePoint began{};
    TimePoint seen{}; ///< time of the last reading
    QByteArray run; ///< server's run id; empty if unknown
    QByteArray role;
    Millis clockOffset{0}; ///< how far the server's clock was ahead of this machine's clock when the span began
    /// Reason why the span ended: `stopped`, `killed`, `server away`, `server changed`, `asleep`, `locked`, or `disk
    /// full`; empty if it hasn't ended.
    QByteArray ended;

    /// Returns the server's current time, assuming that its clock is still ahead by `clockOffset`.
    TimePoint serverNow() const { return SystemClock().now() + clockOffset; }
    /// Returns whether a recorder is probably running: the span has not ended, and its last reading is not older than
    /// the longest interval between readings. Nothing marks the span of a killed recorder as ended until the next one
    /// starts.
    bool isCurrent() const { return ended.isEmpty() && serverNow() - seen <= longestInterval + Millis(minuteMs); }

    static constexpr Millis longestInterval{10 * minuteMs}; ///< longest time between two readings
};

struct RecordEvent
{
    qint64 id = 0;
    TimePoint at{};
    std::optional<qint64> queue = {};
    /// `restart`, `failover`, `flush`, `evicted`, `loss`, `mark`, `operation`, `silent`, `held`, `took`, `version`,
    /// `cut`, or `diskfull`
    QByteArray kind;
    QByteArray text;
    QByteArray detail = {}; ///< JSON object with more data; may be empty
    bool operator==(const RecordEvent&) const = default;

    /// Returns whether this event may have lost tasks.
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

/// Returns whether `word` names the recorded queue `name`. The layout's suffix, as in `orders@bullmq`, is optional in
/// both.
inline bool isQueueNamed(const QByteArray& name, const QByteArray& layout, const QByteArray& word)
{
    return name == word || name == word + '@' + layout || word == name + '@' + layout;
}

} // namespace dueline
