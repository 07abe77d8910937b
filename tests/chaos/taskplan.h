// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline::chaos {

/// Type of every task created by a schedule. Only the id identifies the tick.
inline const QByteArray tickType = "chaos.tick";
inline const QByteArray tickPayload = "the same at every tick";

/// Properties derived from a task's id, so that all processes agree on them without communicating: the payload, and the
/// duration and outcome of each attempt.
class TaskPlan
{
public:
    enum class Ending : quint8 { Done, Fails, AsksForRetry, Throws };

    explicit TaskPlan(const TaskId& id);

    /// Returns a payload of 20 bytes to 100 KiB, so that some payloads are stored inline, some through MULTI, and
    /// some in a separate key.
    QByteArray payload() const;
    /// Returns the payload of the operator's edit with this number, which starts at 1. The payload is either short, or
    /// long enough for a separate key.
    QByteArray edited(int version) const;
    /// Returns the version of a payload (0: as added); nullopt if the payload belongs to no version.
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
