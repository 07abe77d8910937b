// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"
#include "core/queue/backend.h"

namespace dueline {

/// Reader of per-minute rates for queues whose layout counts claims and added tasks. A minute's rates are read during
/// the next minute, with one bounded call per reading.
class MinuteRates
{
public:
    MinuteRates(RecordFile& file, Backend& backend)
        : m_file(file)
        , m_backend(backend)
    { }

    /// Reads and records the next rates. Call this after each reading of the queues. Errors: Io.
    Result<> read(const std::vector<QueueInfo>& queues, TimePoint now, const std::map<QueueName, RecordQueue>& rows);

private:
    void begin(const std::vector<QueueInfo>& queues, TimePoint now);

    RecordFile& m_file;
    Backend& m_backend;
    std::optional<TimePoint> m_minute; ///< minute whose rates are being read
    std::vector<QueueName> m_missing; ///< queues whose rates for m_minute haven't been read yet
};

} // namespace dueline
