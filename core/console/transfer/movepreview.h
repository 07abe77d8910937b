// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/transfer/moveprogress.h"
#include "core/console/transfer/moverequest.h"

namespace dueline {

/// Data of a task that a move or copy preserves.
enum class KeptData : quint8 {
    All, ///< everything, including state, attempts, errors and result
    Options, ///< data that a new task in the same layout can have
    Limits, ///< data that a new task in any layout can have
};

/// Effect of a move or copy.
struct MovePreview
{
    qint64 total = 0; ///< number of tasks to move, excluding tasks that the target refuses
    StateCounts counts; ///< number of tasks per state
    qint64 leased = 0; ///< tasks left behind because a worker holds them
    qint64 damaged = 0; ///< tasks left behind because their stored data cannot be read
    QStringList damage; ///< one sentence for each of the first TaskWalk::damageTold damaged tasks
    QString gap; ///< explanation of why tasks may be missing; see TaskWalk::gap()
    qint64 exists = 0; ///< tasks left behind because the target already has them (only with MoveForesight::Target)
    // tasks left behind because their id belongs to another task in the target (only with MoveForesight::Target)
    qint64 conflicts = 0;
    // tasks left behind because the target's layout does not support their state (only with MoveForesight::Target)
    qint64 noPlace = 0;
    // tasks whose attempts and errors the target does not import (only with MoveForesight::Target)
    qint64 attemptsLost = 0;
    /// tasks that lose their relations; see losesRelations() (only with MoveForesight::Target)
    qint64 relationsLost = 0;
    qint64 renamed = 0; ///< tasks whose ids will get a suffix; see isRenamed() (only with MoveForesight::Target)
    qint64 interrupted = 0; ///< unfinished moves to the target; they will be completed first
    KeptData kept = KeptData::All;
    /// Sentence that explains how to return the tasks of a move if undo is not possible; otherwise empty.
    QString noUndo;
    std::optional<QueueInfo> target; ///< target queue, if it exists
    // Target of the previewed request, as resolved by BackgroundTransfer::previewMove() from MoveRequest::to and
    // MoveRequest::elsewhere.
    QueueName to;
    QByteArray elsewhere;
};

/// Data on which a preview is based.
enum class MoveForesight : quint8 {
    Source, ///< the selected tasks
    Target, ///< the selected tasks, and how many of them the target would accept
};

/// Returns a preview without changing anything. Errors: those of checkMove(), NotFound, those of QueueInspector,
/// Cancelled; with MoveForesight::Target also those of wouldImport().
Result<MovePreview> previewMove(const MoveRequest& request, Backend& from, Backend& to,
    const MoveObserver& observer = {}, MoveForesight foresight = MoveForesight::Source);

} // namespace dueline
