// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/queueinfo.h"

#include <QString>

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace dueline {

/// Property of tasks that the colors of a timeline represent.
enum class TimelineColour : quint8 { State, Type, Error, Queue };

/// Returns the name stored in settings (`state`, `type`, `error`, `queue`); nullopt for any other name.
QString colourName(TimelineColour colour);
std::optional<TimelineColour> colourFromName(const QString& name);

/// Queue of a connection, by connection id.
struct TimelineQueue
{
    QString connection;
    QueueName queue;

    /// Returns the name of the queue's group.
    QByteArray key() const { return connection.toUtf8() + '\0' + queue; }
    static TimelineQueue of(const QByteArray& key);
    bool operator==(const TimelineQueue&) const = default;
    bool operator<(const TimelineQueue& other) const
    {
        return std::tie(connection, queue) < std::tie(other.connection, other.queue);
    }
};

/// Bars by queue. Bars without tasks may be omitted.
using TimelineQueues = std::map<TimelineQueue, std::vector<TimelineBin>>;

/// Tasks of one type, one failure group, or one queue.
struct TimelineGroup
{
    QByteArray name; ///< type, ErrorTemplate, or TimelineQueue::key()
    QString words; ///< readable name; empty: none
    QString filter; ///< filter that matches exactly these tasks in a queue; empty for a queue
    std::size_t colour = 0; ///< index into Tokens::groups
    qint64 total = 0; ///< number of tasks in all bars

    bool operator==(const TimelineGroup&) const = default;
};

/// Division of a timeline's bars by type, failure group or queue: the largest groups by name, and all others together.
/// Tasks belong to no group if they have not been counted yet, or if only their number is known.
struct TimelineGroups
{
    static constexpr std::size_t most = 6; ///< maximum number of groups with a color and a name

    TimelineColour by = TimelineColour::Type;
    std::vector<TimelineGroup> named; ///< largest first
    qint64 others = 0; ///< number of tasks in groups without a color
    std::vector<std::vector<qint64>> bins; ///< number of tasks in each bar: the named groups in order, then the others
    std::vector<int> tasks; ///< group index of each individual task; -1 if it has no group
    bool partial = false; ///< true while counting is in progress
    bool tooMany = false; ///< true if there are too many tasks to report their groups
    std::optional<TimePoint> asOf = {}; ///< server time of the count if it may be outdated

    /// Returns the groups of a bar, capped so that their sum is at most `listed`. Returns zeros if nothing is known.
    std::vector<qint64> ofBin(std::size_t bin, qint64 listed) const;
    bool operator==(const TimelineGroups&) const = default;
};

} // namespace dueline
