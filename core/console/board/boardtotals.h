// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/board/boardrow.h"

namespace dueline {

/// Totals over all queues in the overview. Each total leaves out queues whose figure is unknown. If the figure is
/// unknown for all queues, the total has a reason instead of a value.
struct BoardTotals
{
    BoardFigure<qint64> due;
    QueueName mostDue; ///< queue with the most due tasks; empty if no tasks are due
    qint64 mostDueCount = 0; ///< number of due tasks in `mostDue`
    BoardFigure<TimePoint> oldestDue;
    QueueName oldestQueue; ///< queue with the oldest due task
    bool oldestPaused = false; ///< true if `oldestQueue` is paused
    TimePoint serverNow{}; ///< server time when `oldestQueue`, or the last queue if there is none, was read
    BoardFigure<qint64> leased;
    BoardFigure<qint64> failed;
    BoardFigure<TimePoint> nextRun; ///< earliest next run
    BoardFigure<qint64> failedLately;
    qint64 failing = 0; ///< number of queues with tasks that failed in the last hour
    BoardFigure<double> addedRate;
    BoardFigure<double> endedRate;
    std::optional<double> growth; ///< sum of addedRate minus endedRate over the queues where both are known
    bool isLeast = false; ///< true if any rate is a lower bound
    bool isPartial = false; ///< true if any queue's rates haven't been read yet
    BoardFigure<BoardWorkers> workers;
    BoardFigure<std::array<qint64, BoardRow::bars>> ended;
    /// number of failed tasks per minute, included in `ended`
    std::array<qint64, BoardRow::bars> endedFailed = {};

    /// Adds a queue's figures.
    void add(const BoardRow& row);
    /// Adds a connection's workers.
    void addWorkers(const BoardFigure<BoardWorkers>& more);
    /// Sets a row's figures to the totals, except for the workers, for the head of a group of queues.
    void fill(BoardRow& row) const;
    bool operator==(const BoardTotals&) const = default;

private:
    bool m_isStarted = false; ///< true if any queue has been added
    bool m_hasWorkers = false; ///< true if any connection's workers have been added
};

} // namespace dueline
