// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/operationjob.h"
#include "ui/presenters/undohistory.h"

namespace dueline {

/// This window's running operations that are deliberately slow: they process one task first, or have a limited pace.
/// They can't be undone until they have ended.
class PacedJobs
{
public:
    static bool isSlow(const OperationJob& job) { return job.request().canary || job.request().pace > 0; }

    /// Adds a job. `seenFrom` and `action`: see UndoHistory::Undoable. `last`: UndoHistory::Undoable::order of the
    /// operation last offered for undo.
    void begin(OperationJob& job, const QueueName& seenFrom, quint64 action, quint64 last);
    void end(const OperationJob& job);
    /// Returns the newest job for this queue that began after `next` and belongs to a different action; null if there
    /// is none.
    OperationJob* since(const UndoHistory::Undoable* next, const Connection* connection, const QueueName& queue) const;
    /// Returns the number of jobs for this queue that belong to the action.
    int partsOf(quint64 action, const QueueName& queue) const;

private:
    struct Slow
    {
        QPointer<OperationJob> job;
        QueueName seenFrom;
        quint64 action = 0;
        quint64 last = 0;

        bool isInView(const QueueName& queue) const
        {
            return job && (queue.isEmpty() || job->request().queue == queue || seenFrom == queue);
        }
    };

    std::vector<Slow> m_slow; ///< running jobs, oldest first
};

} // namespace dueline
