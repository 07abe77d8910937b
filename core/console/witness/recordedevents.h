// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

namespace dueline {

/// Time between two spans, during which nothing was recorded.
struct RecordGap
{
    TimePoint from{};
    TimePoint to{};
    QByteArray reason; ///< reason why the span before the gap ended (RecordSpan::ended)
    bool operator==(const RecordGap&) const = default;
};

/// Returns the gaps between spans that overlap [from, to]. `spans`: oldest first.
std::vector<RecordGap> gapsBetween(const std::vector<RecordSpan>& spans, TimePoint from, TimePoint to);

/// Recorded event, with its queue's name.
struct QueueEventRecord
{
    RecordEvent event;
    QByteArray queue; ///< empty for a server event
    bool operator==(const QueueEventRecord&) const = default;
};

/// Events and gaps in a recording.
struct RecordedEvents
{
    /// Maximum number of events to read; older ones are dropped.
    static constexpr std::size_t mostEvents = 500;

    /// Events, oldest first. Leaves out operations and ends of silences.
    std::vector<QueueEventRecord> events;
    std::vector<RecordGap> gaps;
    bool operator==(const RecordedEvents&) const = default;
};

/// Reads the events and gaps since `from`. Errors: Io.
Result<RecordedEvents> readRecordedEvents(const RecordFile& file, TimePoint from);

} // namespace dueline
