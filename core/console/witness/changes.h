// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

#include <QStringList>

namespace dueline {

/// Period of a recording for a report. Without `from`, the period begins just before the last restart, failover, flush
/// or eviction; if there was none, at the last mark; otherwise, an hour before its end.
struct ChangesRequest
{
    std::optional<TimePoint> from = {};
    std::optional<TimePoint> to = {}; ///< nullopt: the end of the recording
};

/// Rates of a queue per minute; nullopt if unknown.
struct QueueRates
{
    std::optional<double> added;
    std::optional<double> took;
};

/// Change of a queue in a period.
struct QueueChange
{
    QByteArray name;
    QByteArray layout;
    std::optional<RecordSample> before; ///< last figures before the period; nullopt: the queue was not recorded yet
    std::optional<RecordSample> after; ///< last figures of the period
    QueueRates ratesBefore; ///< averages over the complete minutes in the ten minutes before the period
    QueueRates ratesAfter; ///< averages over the complete minutes of the period
};

/// Time without figures between two spans.
struct RecordGap
{
    TimePoint from{};
    TimePoint to{};
    QByteArray reason; ///< RecordSpan::ended of the span before the gap
};

/// Report about a period of a recording.
struct Changes
{
    QByteArray server;
    QByteArray writer;
    TimePoint began{}; ///< beginning of the recording
    TimePoint seen{}; ///< last reading of the recording
    bool isRunning = false; ///< true if the last span has not ended
    TimePoint from{};
    TimePoint to{};
    std::optional<RecordEvent> around; ///< event that determined the period
    std::vector<RecordEvent> events;
    std::vector<RecordGap> gaps;
    std::vector<QueueChange> queues; ///< by name
    std::map<qint64, QByteArray> queueNames; ///< names of the queues that RecordEvent::queue refers to
    std::optional<ServerSample> serverBefore;
    std::optional<ServerSample> serverAfter;
    QStringList unknown; ///< sentences that state what the recording cannot show
};

/// Reads the report of a period. Errors: Usage (the period ends before it begins); NotFound (the recording is empty);
/// Io.
Result<Changes> readChanges(RecordFile& file, const ChangesRequest& request);

} // namespace dueline
