// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <QString>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace dueline {

/// What the colours of a timeline tell.
enum class TimelineColour : quint8 { State, Type, Error, Queue };

/// `state`, `type`, `error`, `queue`: as it is kept in settings; nullopt: none of these.
QString colourName(TimelineColour colour);
std::optional<TimelineColour> colourFromName(const QString& name);

/// A queue of a connection, by its id.
struct TimelineQueue
{
    QString connection;
    QueueName queue;

    /// As a name among groups.
    QByteArray key() const { return connection.toUtf8() + '\0' + queue; }
    static TimelineQueue of(const QByteArray& key);
    bool operator==(const TimelineQueue&) const = default;
    bool operator<(const TimelineQueue& other) const
    {
        return std::tie(connection, queue) < std::tie(other.connection, other.queue);
    }
};

/// The bars of each queue; bars without a task may be left out.
using TimelineQueues = std::map<TimelineQueue, std::vector<TimelineBin>>;

/// Tasks of one type, of one kind of failure, or of one queue.
struct TimelineGroup
{
    QByteArray name; ///< the type, the ErrorKind, or TimelineQueue::key()
    QString words; ///< for people; empty: it has none
    QString filter; ///< what finds just these tasks in a queue; empty: they are a place
    std::size_t colour = 0; ///< of Tokens::groups
    qint64 total = 0; ///< in all bars

    bool operator==(const TimelineGroup&) const = default;
};

/// How the bars of a timeline divide by something else than states: the largest groups by name, the others together.
/// What a bar has besides is of none: not counted yet, or known by its number alone.
struct TimelineGroups
{
    static constexpr std::size_t most = 6; ///< with a colour and a name each

    TimelineColour by = TimelineColour::Type;
    std::vector<TimelineGroup> named; ///< by their totals, the largest first
    qint64 others = 0; ///< tasks in all bars of groups without a colour
    std::vector<std::vector<qint64>> bins; ///< of each bar: the named ones in their order, then the others
    std::vector<int> tasks; ///< of each single task: its place in a bar; -1: of none
    bool partial = false; ///< still counted
    bool tooMany = false; ///< tasks: nothing is told of them
    std::optional<TimePoint> asOf = {}; ///< when it was counted, server's clock, where that is a while ago

    /// Of a bar, so that they never make more than `listed`; all zero where nothing is known of it.
    std::vector<qint64> ofBin(std::size_t bin, qint64 listed) const;
    bool operator==(const TimelineGroups&) const = default;
};

} // namespace dueline
