// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"

namespace dueline {

/// Retention rules for a recording. Once a minute is complete, its per-second rows are combined into a per-minute row;
/// the same happens with minutes and hours.
struct RecordLimits
{
    static constexpr Millis keepSeconds{2 * hourMs};
    static constexpr Millis longestKeep{400 * dayMs};
    static constexpr qint64 leastBytes = 1024 * 1024;

    Millis keep{7 * dayMs}; ///< retention period of per-minute rows
    Millis keepHours{longestKeep}; ///< retention period of per-hour rows and events
    qint64 mostBytes = 256 * 1024 * 1024;
};

/// Combines a queue's rows into one row for a minute or hour. `rows`: oldest first, not empty. `at`: start of the
/// minute or hour.
RecordSample combined(const std::vector<RecordSample>& rows, TimePoint at);

/// Maintenance of a recording: combines the rows of complete minutes and hours, removes old rows, and keeps the file
/// below its size limit.
class RecordTiers
{
public:
    RecordTiers(RecordFile& file, const RecordLimits& limits)
        : m_file(file)
        , m_limits(limits)
    { }

    /// Runs the maintenance once a minute; other calls do nothing. Uses its own transaction. Errors: Io.
    Result<> settle(TimePoint now);

private:
    Result<> fold(RecordTier from, RecordTier to, TimePoint begin, TimePoint end);
    Result<> foldUntil(TimePoint minute);
    Result<> expire(TimePoint now);
    Result<> shrink(TimePoint now);
    Result<qint64> cut(RecordTier tier);

    RecordFile& m_file;
    RecordLimits m_limits;
    /// end of the last minute combined; nullopt until it has been read from the file
    std::optional<TimePoint> m_folded;
};

} // namespace dueline
