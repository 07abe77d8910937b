// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// Monitor of a staged operation, which acts on one task, then on ten, then on all others. Checks the outcomes of the
/// current stage's tasks.
class CanaryWatch
{
public:
    /// Creates a monitor. `stage`: last stage() of an operation to resume.
    CanaryWatch(Canary canary, const QByteArray& stage = {});

    /// Returns how many tasks the next step may process; at most `most`.
    int limit(int most) const;
    /// Records that tasks in this stage were processed. `at`: server time.
    void acted(const std::vector<TaskId>& ids, TimePoint at);
    /// Returns whether the stage has processed all of its tasks and is waiting for their outcomes: call look() until
    /// this returns false. `isLeft`: whether the operation has more tasks.
    bool waits(bool isLeft) const;
    /// Checks the outcomes of the stage's tasks, and begins the next stage once they have ended. Errors: same as
    /// QueueInspector.
    Result<> look(QueueInspector& inspector, const QueueName& queue, TimePoint now);
    /// Returns whether the operation must stop, because too many of a stage's tasks failed or didn't end in time.
    bool stopped() const { return m_stopped; }
    /// Returns the stage as text for the record and for display, such as `canary 1 of 3` or `stopped: 3 of 10 failed`.
    QByteArray stage() const;

private:
    int size() const;

    Canary m_canary;
    int m_stage = 0; ///< current stage's index; the last stage, 2, has no limit
    std::vector<TaskId> m_running;
    int m_acted = 0;
    int m_failed = 0;
    std::optional<TimePoint> m_since;
    bool m_stopped = false;
    QByteArray m_why;
};

} // namespace dueline
