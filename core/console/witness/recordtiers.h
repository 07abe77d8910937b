// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

namespace dueline {

/// Retention times of a recording. Per-second rows are combined into per-minute rows, and these into per-hour rows,
/// once the minute or hour is complete.
struct RecordLimits
{
    static constexpr Millis keepSeconds{2 * hourMs};
    static constexpr Millis longestKeep{400 * dayMs};
    static constexpr qint64 leastBytes = 1024 * 1024;

    Millis keep{7 * dayMs}; ///< retention time of per-minute rows
    Millis keepHours{longestKeep}; ///< retention time of per-hour rows and events
    qint64 mostBytes = 256 * 1024 * 1024;
};

/// Combines the rows of a queue into one row for a minute or an hour. `rows`: in order of their instants, not empty.
RecordSample combined(const std::vector<RecordSample>& rows, TimePoint at);

/// Maintenance of a recording: combines complete minutes and hours, removes old rows, and keeps the
/// file below its size limit.
class RecordTiers
{
public:
    RecordTiers(RecordFile& file, const RecordLimits& limits)
        : m_file(file)
        , m_limits(limits)
    { }

    /// Runs the maintenance if a minute has ended since the last call. Opens its own transaction. Errors: Io.
    Result<> settle(TimePoint now);

private:
    Result<> fold(RecordTier from, RecordTier to, TimePoint begin, TimePoint end);
    Result<> foldUntil(TimePoint minute);
    Result<> expire(TimePoint now);
    Result<> shrink(TimePoint now);
    Result<qint64> cut(RecordTier tier);

    RecordFile& m_file;
    RecordLimits m_limits;
    std::optional<TimePoint> m_folded; ///< end of the last combined minute; nullopt: not read from the file yet
};

} // namespace dueline
