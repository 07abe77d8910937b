// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/moveprogress.h"
#include "core/console/transfer/moverequest.h"

namespace dueline {

/// Task data that a move or copy preserves.
enum class KeptData : quint8 {
    All, ///< everything, including the state, attempts, errors, and result
    Options, ///< everything that a new task in the target's layout can have, including options
    Limits, ///< data that a new task in any layout can have
};

/// Result of previewing a move or copy.
struct MovePreview
{
    qint64 total = 0; ///< number of tasks to move, excluding those the target wouldn't accept
    StateCounts counts; ///< number of tasks to move, by state
    qint64 leased = 0; ///< number of tasks left behind because a worker holds them
    qint64 damaged = 0; ///< number of tasks left behind because their stored data is unreadable
    QStringList damage; ///< one sentence for each of the first TaskWalk::damageTold damaged tasks
    QString gap; ///< reason why tasks may be missing; see TaskWalk::gap()
    qint64 exists = 0; ///< number of tasks the target already has (only with MoveForesight::Target)
    // Number of tasks whose id belongs to another task in the target (only with MoveForesight::Target).
    qint64 conflicts = 0;
    // Number of tasks in states that the target's layout doesn't support (only with MoveForesight::Target).
    qint64 noPlace = 0;
    // Number of tasks that would lose their attempts and errors (only with MoveForesight::Target).
    qint64 attemptsLost = 0;
    /// Number of tasks that would lose their relations; see losesRelations() (only with MoveForesight::Target).
    qint64 relationsLost = 0;
    qint64 renamed = 0; ///< number of tasks whose id gets a suffix; see isRenamed() (only with MoveForesight::Target)
    qint64 interrupted = 0; ///< number of interrupted moves to this target, which the run completes first
    KeptData kept = KeptData::All;
    /// Sentences that say how to move the tasks back if the move can't be undone; otherwise empty.
    QString noUndo;
    std::optional<QueueInfo> target; ///< target queue; nullopt if it doesn't exist yet
    // The move's target. BackgroundTransfer::previewMove() resolves MoveRequest::to and MoveRequest::elsewhere to these
    // values.
    QueueName to;
    QByteArray elsewhere;
};

/// Queues that a preview reads.
enum class MoveForesight : quint8 {
    Source, ///< the source only
    Target, ///< the source and the target, to predict which tasks the target would accept
};

/// Previews a move or copy without changing anything. Errors: NotFound, Cancelled; otherwise same as checkMove() and
/// QueueInspector and, with MoveForesight::Target, wouldImport().
Result<MovePreview> previewMove(const MoveRequest& request, Backend& from, Backend& to,
    const MoveObserver& observer = {}, MoveForesight foresight = MoveForesight::Source);

} // namespace dueline
