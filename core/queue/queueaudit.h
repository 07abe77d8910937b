// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <set>

namespace dueline {

/// Looks at a queue for tasks its layout cannot work with, a bounded step at a time, and mends what it found. Reading
/// needs no right to write.
class QueueAudit
{
public:
    /// What can be wrong with an entry.
    enum class Fault : quint8 {
        Missing, ///< a task without an envelope
        Unreadable, ///< an envelope that is none
        Stray, ///< an envelope whose task is in no state
        Quarantined, ///< put aside by a worker or by housekeeping
        Doubled, ///< a task in two states at once
        Leftover, ///< attempts, errors, results or leases of a task that is gone
    };
    static constexpr std::array allFaults{
        Fault::Missing, Fault::Unreadable, Fault::Stray, Fault::Quarantined, Fault::Doubled, Fault::Leftover};
    /// More of one kind are counted and not kept.
    static constexpr std::size_t mostKept = 100'000;

    virtual ~QueueAudit() = default;

    /// One step of at most a few hundred entries; true: there is more. Every entry that is there from the beginning to
    /// the end is looked at. Errors: as QueueInspector.
    virtual Result<bool> step() = 0;
    virtual qint64 looked() const = 0;
    /// Of one kind, each in one kind only.
    virtual const std::set<TaskId>& found(Fault fault) const = 0;

    /// Makes failed tasks of them, and drops nothing; what is as it should be is left alone. How many were mended.
    /// `who` stands in the queue's event stream. Errors: as QueueEditor.
    virtual Result<qint64> mend(const std::set<TaskId>& ids, const QByteArray& who) = 0;
    /// Removes what is left over of tasks that are gone. How many entries were removed. Errors: as QueueEditor.
    virtual Result<qint64> tidy(const std::set<TaskId>& ids) = 0;
};

} // namespace dueline
