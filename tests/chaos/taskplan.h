// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

namespace dueline::chaos {

/// What every task of a schedule has: which tick it is, only its id says.
inline const QByteArray tickType = "chaos.tick";
inline const QByteArray tickPayload = "the same at every tick";

/// What follows from a task's id alone, so that every process knows it and none has to tell another: its payload and
/// how each of its attempts goes.
class TaskPlan
{
public:
    enum class Ending : quint8 { Done, Fails, AsksForRetry, Throws };

    explicit TaskPlan(const TaskId& id);

    /// 20 bytes to 100 KiB: inline, through MULTI, and in a key of its own.
    QByteArray payload() const;
    /// What the operator's edit of that number, from 1, puts in its place: short, or in a key of its own.
    QByteArray edited(int version) const;
    /// Which of them these bytes are, 0: as added; nullopt: none.
    std::optional<int> versionOf(const QByteArray& payload) const;
    Ending ending(int attempt) const;
    /// How long an attempt takes: mostly under 10 ms, now and then longer than a lease.
    Millis runsFor(int attempt, Millis lease) const;

private:
    quint64 roll(quint64 salt) const;

    TaskId m_id;
    quint64 m_hash = 0;
};

} // namespace dueline::chaos
