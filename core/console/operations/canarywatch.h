// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"
#include "core/queue/queueinspector.h"

namespace dueline {

/// State of an operation with stages: one task, then ten, then the rest. Watches the tasks of the current stage.
class CanaryWatch
{
public:
    /// Creates a watch. `stage`: last stage() of the operation to resume.
    CanaryWatch(Canary canary, const QByteArray& stage = {});

    /// Returns the maximum number of tasks for the next step.
    int limit(int most) const;
    /// Records that tasks of this stage were processed at `at`, by the server's clock.
    void acted(const std::vector<TaskId>& ids, TimePoint at);
    /// Returns whether the operation must wait: all tasks of the stage have been processed, or no tasks are left, but
    /// some tasks of the stage have not ended. If so, call look() before the next step.
    bool waits(bool isLeft) const;
    /// Checks the outcomes of the tasks in this stage. Errors: those of QueueInspector.
    Result<> look(QueueInspector& inspector, const QueueName& queue, TimePoint now);
    /// Returns whether the operation was stopped because too many tasks failed or did not end in time.
    bool stopped() const { return m_stopped; }
    /// Returns the stage as text for the record and for display: `canary 1 of 3`, `stopped: 3 of 10 failed`.
    QByteArray stage() const;

private:
    int size() const;

    Canary m_canary;
    int m_stage = 0; ///< index of the stage; 2: all remaining tasks
    std::vector<TaskId> m_running;
    int m_acted = 0;
    int m_failed = 0;
    std::optional<TimePoint> m_since;
    bool m_stopped = false;
    QByteArray m_why;
};

} // namespace dueline
