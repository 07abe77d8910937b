// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <QString>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace dueline {

/// Task property that the timeline's colors represent.
enum class TimelineColour : quint8 { State, Type, Error, Queue };

/// Returns a property's name in the settings: `state`, `type`, `error` or `queue`. colourFromName() returns nullopt for
/// any other name.
QString colourName(TimelineColour colour);
std::optional<TimelineColour> colourFromName(const QString& name);

/// Queue on a connection, identified by the connection's id.
struct TimelineQueue
{
    QString connection;
    QueueName queue;

    /// Returns this queue's group name.
    QByteArray key() const { return connection.toUtf8() + '\0' + queue; }
    static TimelineQueue of(const QByteArray& key);
    bool operator==(const TimelineQueue&) const = default;
    bool operator<(const TimelineQueue& other) const
    {
        return std::tie(connection, queue) < std::tie(other.connection, other.queue);
    }
};

/// Each queue's bars. Bars without tasks may be omitted.
using TimelineQueues = std::map<TimelineQueue, std::vector<TimelineBin>>;

/// Group of tasks with the same type, failure group or queue.
struct TimelineGroup
{
    QByteArray name; ///< type, ErrorTemplate or TimelineQueue::key()
    QString words; ///< readable name; may be empty
    QString filter; ///< filter that matches exactly these tasks within a queue; empty for a queue
    std::size_t colour = 0; ///< index into Tokens::groups
    qint64 total = 0; ///< number of tasks in all bars

    bool operator==(const TimelineGroup&) const = default;
};

/// The timeline's bars divided by type, failure group or queue. The largest groups have names, and all others are
/// combined. Tasks don't belong to a group if they haven't been counted yet, or if nothing but their number is known.
struct TimelineGroups
{
    static constexpr std::size_t most = 6; ///< maximum number of groups with their own color and name

    TimelineColour by = TimelineColour::Type;
    std::vector<TimelineGroup> named; ///< groups with names, largest first
    qint64 others = 0; ///< number of tasks in groups without a color
    /// Each bar's task counts: the named groups in order, then all others combined.
    std::vector<std::vector<qint64>> bins;
    std::vector<int> tasks; ///< index of each individual task's group; -1 if it has none
    bool partial = false; ///< true while counting is in progress
    bool tooMany = false; ///< true if there are too many tasks to determine their groups
    std::optional<TimePoint> asOf = {}; ///< server time of the count if it may be outdated

    /// Returns each group's task count in a bar. Limits the counts so that their sum is at most `listed`. If the groups
    /// are unknown, all counts are zero.
    std::vector<qint64> ofBin(std::size_t bin, qint64 listed) const;
    bool operator==(const TimelineGroups&) const = default;
};

} // namespace dueline
