// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <set>

namespace dueline {

/// Audit that finds and repairs tasks that the layout cannot process, in bounded steps. Finding such tasks requires no
/// write permission.
class QueueAudit
{
public:
    /// Kind of fault.
    enum class Fault : quint8 {
        Missing, ///< a task without an envelope
        Unreadable, ///< an envelope that cannot be read
        Stray, ///< an envelope of a task that is in no state
        Quarantined, ///< a task that a worker or housekeeping moved to quarantine
        Doubled, ///< a task that is in two states
        Leftover, ///< attempts, errors, results or leases left behind by a task that no longer exists
    };
    static constexpr std::array allFaults{
        Fault::Missing, Fault::Unreadable, Fault::Stray, Fault::Quarantined, Fault::Doubled, Fault::Leftover};
    /// Maximum number of ids stored per kind of fault; further entries are only counted.
    static constexpr std::size_t mostKept = 100'000;

    virtual ~QueueAudit() = default;

    /// Runs one bounded step. Returns true if more steps remain. The audit examines every entry that exists from its
    /// first step to its last. Errors: those of QueueInspector.
    virtual Result<bool> step() = 0;
    virtual qint64 looked() const = 0;
    /// Returns the tasks with this fault. Each task is listed under only one fault.
    virtual const std::set<TaskId>& found(Fault fault) const = 0;

    /// Turns damaged entries into failed tasks without dropping any, and leaves undamaged entries unchanged. Returns
    /// the number of repaired entries. `who` is recorded in the queue's event stream. Errors: those of QueueEditor.
    virtual Result<qint64> mend(const std::set<TaskId>& ids, const QByteArray& who) = 0;
    /// Removes data left behind by tasks that no longer exist. Returns the number of removed entries. Errors: those of
    /// QueueEditor.
    virtual Result<qint64> tidy(const std::set<TaskId>& ids) = 0;
};

} // namespace dueline
