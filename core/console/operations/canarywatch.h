// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// The stages of an operation that tries one task, then ten, before it takes the rest, and the tasks of the stage that
/// runs.
class CanaryWatch
{
public:
    /// `stage`: what stage() said last, of an operation that is gone on with.
    CanaryWatch(Canary canary, const QByteArray& stage = {});

    /// How many tasks the next step may act on.
    int limit(int most) const;
    /// These were acted on in this stage, at `at` by the server's clock.
    void acted(const std::vector<TaskId>& ids, TimePoint at);
    /// The stage is complete, or the list at its end, and its tasks have not all ended: look() before the next step.
    bool waits(bool isLeft) const;
    /// Looks what became of them. Errors: those of QueueInspector.
    Result<> look(QueueInspector& inspector, const QueueName& queue, TimePoint now);
    /// Too many failed, or did not end in time.
    bool stopped() const { return m_stopped; }
    /// For the record and for people: `canary 1 of 3`, `stopped: 3 of 10 failed`.
    QByteArray stage() const;

private:
    int size() const;

    Canary m_canary;
    int m_stage = 0; ///< 2: the rest
    std::vector<TaskId> m_running;
    int m_acted = 0;
    int m_failed = 0;
    std::optional<TimePoint> m_since;
    bool m_stopped = false;
    QByteArray m_why;
};

} // namespace dueline
