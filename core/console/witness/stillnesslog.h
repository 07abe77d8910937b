// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"
#include "core/console/witness/silence.h"

#include <map>

namespace dueline {

/// Records silent and held queues: one event per silence or hold, and each queue's current state. Errors: Io.
class StillnessLog
{
public:
    explicit StillnessLog(RecordFile& file)
        : m_file(file)
    { }

    /// Removes the states recorded in earlier spans: they say nothing about the present.
    Result<> begin();
    /// Records a queue's state in the current reading. `queue`: its id in the recording.
    Result<> note(qint64 queue, const Stillness& stillness);
    /// Discards the in-memory state, so that it is reread from the file. Call this after a rollback.
    void forget() { m_queues.clear(); }

private:
    /// State of a queue: its latest silence or hold event, and its last recorded state.
    struct QueueState
    {
        SilenceEvents events;
        std::optional<RecordEvent> row;
        /// Time at which the queue was last recorded as moving; nullopt if it isn't moving.
        std::optional<TimePoint> movingAt;
    };

    Result<> writeEvent(qint64 queue, QueueState& state, const Stillness& stillness);
    Result<> writeState(qint64 queue, QueueState& state, const Stillness& stillness);

    RecordFile& m_file;
    std::map<qint64, QueueState> m_queues;
};

/// Returns a queue's last recorded state, including `now` and `took`; nullopt if the last span recorded none. Errors:
/// Io.
Result<std::optional<Stillness>> recordedStillness(const RecordFile& file, qint64 queue);

} // namespace dueline
