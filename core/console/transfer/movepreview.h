// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/moveprogress.h"
#include "core/console/transfer/moverequest.h"

namespace dueline {

/// Data of a task that a move or copy preserves.
enum class KeptData : quint8 {
    All, ///< everything, including the state, attempts, errors and result
    Options, ///< everything that a new task in the target's layout can have, including options
    Limits, ///< the data that a new task in any layout can have
};

/// Result of previewing a move or copy.
struct MovePreview
{
    qint64 total = 0; ///< number of tasks to move, except those the target would not accept
    StateCounts counts; ///< these tasks by state
    qint64 leased = 0; ///< number of tasks left behind because a worker holds them
    qint64 damaged = 0; ///< number of tasks left behind because their stored data cannot be read
    QStringList damage; ///< one sentence for each of the first TaskWalk::damageTold damaged tasks
    QString gap; ///< reason why tasks may be missing; see TaskWalk::gap()
    qint64 exists = 0; ///< number of tasks that the target already has (only with MoveForesight::Target)
    // Number of tasks whose id belongs to another task in the target (only with MoveForesight::Target).
    qint64 conflicts = 0;
    // Number of tasks whose state the target's layout does not support (only with MoveForesight::Target).
    qint64 noPlace = 0;
    // Number of tasks that lose their attempts and errors (only with MoveForesight::Target).
    qint64 attemptsLost = 0;
    /// Number of tasks that lose their relations; see losesRelations() (only with MoveForesight::Target).
    qint64 relationsLost = 0;
    qint64 renamed = 0; ///< number of tasks whose id gets a suffix; see isRenamed() (only with MoveForesight::Target)
    qint64 interrupted = 0; ///< number of interrupted moves to this target; the run completes them first
    KeptData kept = KeptData::All;
    /// Sentences that say how to move the tasks back, if the move cannot be undone; otherwise empty.
    QString noUndo;
    std::optional<QueueInfo> target; ///< target queue; unset if it does not exist yet
    // Target of the move. BackgroundTransfer::previewMove() resolves MoveRequest::to and MoveRequest::elsewhere to
    // these values.
    QueueName to;
    QByteArray elsewhere;
};

/// Queues that a preview reads.
enum class MoveForesight : quint8 {
    Source, ///< the source only
    Target, ///< the source and the target, to predict which tasks the target would accept
};

/// Previews a move or copy without changing anything. Errors: those of checkMove(), NotFound, those of QueueInspector,
/// Cancelled; with MoveForesight::Target also those of wouldImport().
Result<MovePreview> previewMove(const MoveRequest& request, Backend& from, Backend& to,
    const MoveObserver& observer = {}, MoveForesight foresight = MoveForesight::Source);

} // namespace dueline
