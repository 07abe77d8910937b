// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardrow.h"

namespace dueline {

/// Totals of all queues in the overview. A total omits queues for which its figure is unknown. If the figure is unknown
/// for all queues, the total is missing for the same reason.
struct BoardTotals
{
    BoardFigure<qint64> due;
    QueueName mostDue; ///< queue with the most due tasks; empty: none
    qint64 mostDueCount = 0; ///< number of due tasks in that queue
    BoardFigure<TimePoint> oldestDue;
    QueueName oldestQueue; ///< queue with the task that has been overdue the longest
    bool oldestPaused = false; ///< true if that queue is paused
    TimePoint serverNow{}; ///< server time at which that queue was read
    BoardFigure<qint64> failedLately;
    qint64 failing = 0; ///< number of queues with failures in the last hour
    BoardFigure<double> addedRate;
    BoardFigure<double> endedRate;
    std::optional<double> growth; ///< addedRate minus endedRate, for queues where both are known
    bool isLeast = false; ///< true if some of the rates are lower bounds
    bool isPartial = false; ///< true if the rates of some queues have not been read yet
    BoardFigure<BoardWorkers> workers;
    BoardFigure<std::array<qint64, BoardRow::bars>> ended;
    std::array<qint64, BoardRow::bars> endedFailed = {}; ///< number of failed tasks in each bar of `ended`

    /// Adds another queue's figures.
    void add(const BoardRow& row);
    /// Adds another connection's workers.
    void addWorkers(const BoardFigure<BoardWorkers>& more);
    bool operator==(const BoardTotals&) const = default;

private:
    bool m_isStarted = false; ///< true if a queue has been added
    bool m_hasWorkers = false; ///< true if the workers of a connection have been added
};

} // namespace dueline
