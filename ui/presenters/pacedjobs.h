// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/presenters/operationjob.h"
#include "ui/presenters/undohistory.h"

namespace dueline {

/// Operations of this window that are slow because somebody wants them so, as a canary or at a pace, while they are
/// carried out: until they have ended they cannot be undone.
class PacedJobs
{
public:
    static bool isSlow(const OperationJob& job) { return job.request().canary || job.request().pace > 0; }

    /// `seenFrom`, `action`: as in UndoHistory::Undoable. `last`: UndoHistory::Undoable::order of the last one that was
    /// offered.
    void begin(OperationJob& job, const QueueName& seenFrom, quint64 action, quint64 last);
    void end(const OperationJob& job);
    /// The newest of what is in view that is another action than `next` and began after that; null: there is none.
    OperationJob* since(const UndoHistory::Undoable* next, const Connection* connection, const QueueName& queue) const;
    /// How many belong to this action, on what is in view.
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

    std::vector<Slow> m_slow; ///< oldest first
};

} // namespace dueline
