// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline::chaos {

/// Type of all tasks created by schedules. Only the id identifies the tick.
inline const QByteArray tickType = "chaos.tick";
inline const QByteArray tickPayload = "the same at every tick";

/// A task's payload, and each attempt's duration and outcome, derived from its id so that all processes agree on them
/// without communicating.
class TaskPlan
{
public:
    enum class Ending : quint8 { Done, Fails, AsksForRetry, Throws };

    explicit TaskPlan(const TaskId& id);

    /// Returns a payload of 20 bytes to 100 KiB: some are stored inline, some through MULTI, and some in a separate
    /// key.
    QByteArray payload() const;
    /// Returns the payload of the operator's edit with this number, starting at 1: either short, or long enough for a
    /// separate key.
    QByteArray edited(int version) const;
    /// Returns a payload's version (0: as added), or nullopt if it belongs to no version.
    std::optional<int> versionOf(const QByteArray& payload) const;
    Ending ending(int attempt) const;
    /// Returns the duration of an attempt: usually less than 10 ms, sometimes longer than a lease.
    Millis runsFor(int attempt, Millis lease) const;

private:
    quint64 roll(quint64 salt) const;

    TaskId m_id;
    quint64 m_hash = 0;
};

} // namespace dueline::chaos
