// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <set>

namespace dueline {

/// Finds and repairs tasks that the layout can't process, in bounded steps. Finding them requires no write permission.
class QueueAudit
{
public:
    enum class Fault : quint8 {
        Missing, ///< a task without an envelope
        Unreadable, ///< an envelope that can't be read
        Stray, ///< an envelope whose task isn't in any state
        Quarantined, ///< a task quarantined by a worker or housekeeping
        Doubled, ///< a task in two states
        Leftover, ///< attempts, errors, results or leases left behind by a task that no longer exists
    };
    static constexpr std::array allFaults{
        Fault::Missing, Fault::Unreadable, Fault::Stray, Fault::Quarantined, Fault::Doubled, Fault::Leftover};
    /// Maximum number of ids to keep per kind of fault; any more are only counted.
    static constexpr std::size_t mostKept = 100'000;

    virtual ~QueueAudit() = default;

    /// Runs one bounded step. Returns true if more steps remain. The audit examines every entry that exists from the
    /// first step to the last. Errors: same as QueueInspector.
    virtual Result<bool> step() = 0;
    virtual qint64 looked() const = 0;
    /// Returns the tasks with this fault. Each task is listed under only one fault.
    virtual const std::set<TaskId>& found(Fault fault) const = 0;

    /// Turns damaged entries into failed tasks. Drops no entries, and leaves undamaged ones unchanged. Returns the
    /// number of repaired entries. `who` is recorded in the queue's event stream. Errors: same as QueueEditor.
    virtual Result<qint64> mend(const std::set<TaskId>& ids, const QByteArray& who) = 0;
    /// Removes what deleted tasks have left behind. Returns the number of removed entries. Errors: same as QueueEditor.
    virtual Result<qint64> tidy(const std::set<TaskId>& ids) = 0;
};

} // namespace dueline
