// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/recordfile.h"
#include "core/console/witness/silence.h"

#include <map>

namespace dueline {

/// Writer of the silence of queues to a recording: an event for each silence or hold, and the current state of each
/// queue. Errors: Io.
class StillnessLog
{
public:
    explicit StillnessLog(RecordFile& file)
        : m_file(file)
    { }

    /// Removes the states of earlier spans, which reveal nothing about the present.
    Result<> begin();
    /// Records the state of a queue in the current reading. `queue`: its id in the recording.
    Result<> note(qint64 queue, const Stillness& stillness);
    /// Discards what was read from the file, because the last transaction was rolled back.
    void forget() { m_queues.clear(); }

private:
    /// State of a queue: its latest event about a silence or held tasks, and its last recorded state.
    struct QueueState
    {
        SilenceEvents events;
        std::optional<RecordEvent> row;
        std::optional<TimePoint> movingAt; ///< time at which the queue was recorded as moving; nullopt: it is still
    };

    Result<> writeEvent(qint64 queue, QueueState& state, const Stillness& stillness);
    Result<> writeState(qint64 queue, QueueState& state, const Stillness& stillness);

    RecordFile& m_file;
    std::map<qint64, QueueState> m_queues;
};

/// Returns the state of a queue in the last reading that determined it, with `now` and `took`; nullopt if no reading of
/// the last span determined it. Errors: Io.
Result<std::optional<Stillness>> recordedStillness(const RecordFile& file, qint64 queue);

} // namespace dueline
