// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <functional>

namespace dueline {

/// Progress of a move or copy.
struct MoveProgress
{
    qint64 examined = 0;
    qint64 expected = 0; ///< number of tasks in the selected states at the start
    qint64 done = 0;
    qint64 leased = 0; ///< number of tasks left behind because a worker holds them
    qint64 exists = 0; ///< number of tasks left behind because the target already has them
    qint64 conflicts = 0; ///< number of tasks left behind because their id belongs to another task in the target
    qint64 noPlace = 0; ///< number of tasks left behind because the target's layout doesn't support their state
    /// number of moved tasks that lost their attempts and errors, because the target can't import these
    qint64 attemptsLost = 0;
    qint64 relationsLost = 0; ///< number of moved tasks that lost their relations; see losesRelations()
    qint64 renamed = 0; ///< number of moved tasks whose id got a suffix; see isRenamed()
    qint64 movedOn = 0; ///< number of tasks changed or removed before they could be moved
    qint64 damaged = 0; ///< number of tasks left behind because their stored data is unreadable
    QStringList damage; ///< one sentence for each of the first TaskWalk::damageTold damaged tasks
    QString gap; ///< reason why tasks may be missing; see TaskWalk::gap()
    bool finished = false;
    bool cancelled = false;

    qint64 left() const { return leased + exists + conflicts + noPlace + movedOn + damaged; }
    /// Returns how many tasks were left behind and why, such as `2 held by a worker, 1 there already`; empty if there
    /// are none.
    QString leftSummary() const;
    bool operator==(const MoveProgress&) const = default;
};

/// Progress callback. Returns false to cancel the move.
using MoveObserver = std::function<bool(const MoveProgress&)>;

} // namespace dueline
