// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

namespace dueline {

/// Period without figures between two spans.
struct RecordGap
{
    TimePoint from{};
    TimePoint to{};
    QByteArray reason; ///< RecordSpan::ended of the span before the gap
    bool operator==(const RecordGap&) const = default;
};

/// Returns the gaps that overlap [from, to]; a gap lies between two spans. `spans`: oldest first.
std::vector<RecordGap> gapsBetween(const std::vector<RecordSpan>& spans, TimePoint from, TimePoint to);

/// Event of a recording, with the name of its queue.
struct QueueEventRecord
{
    RecordEvent event;
    QByteArray queue; ///< name of the queue; empty: an event of the server
    bool operator==(const QueueEventRecord&) const = default;
};

/// Events and gaps of a recording.
struct RecordedEvents
{
    /// maximum number of events; older events are dropped
    static constexpr std::size_t mostEvents = 500;

    /// events, oldest first, without operations and ends of silences
    std::vector<QueueEventRecord> events;
    std::vector<RecordGap> gaps;
    bool operator==(const RecordedEvents&) const = default;
};

/// Reads the events and gaps since `from`. Errors: Io.
Result<RecordedEvents> readRecordedEvents(const RecordFile& file, TimePoint from);

} // namespace dueline
