// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardtotals.h"

#include <algorithm>

namespace dueline {

namespace {

/// Adds a queue's figure to the total. A total without a value keeps a reason; "not read yet" takes precedence over
/// "not stored", because it is temporary.
template <typename Value, typename Merge>
void mergeFigure(BoardFigure<Value>& total, const BoardFigure<Value>& figure, bool first, const Merge& merge)
{
    if (figure && total) {
        merge(*total.value, *figure);
    } else if (figure || first || (!total && figure.absence == Absence::NotRead)) {
        total = figure;
    }
}

template <typename Value> void addFigure(BoardFigure<Value>& total, const BoardFigure<Value>& figure, bool first)
{
    mergeFigure(total, figure, first, [](Value& sum, const Value& part) { sum += part; });
}

} // namespace

void BoardTotals::add(const BoardRow& row)
{
    const bool first = !m_isStarted;
    m_isStarted = true;
    if (row.due && *row.due > 0 && (mostDue.isEmpty() || *row.due > mostDueCount)) {
        mostDue = row.queue;
        mostDueCount = *row.due;
    }
    addFigure(due, row.due, first);
    if (!oldestDue)
        serverNow = row.serverNow;
    if (row.oldestDue && (!oldestDue || row.serverNow - *row.oldestDue > serverNow - *oldestDue)) {
        oldestDue = row.oldestDue;
        oldestQueue = row.queue;
        oldestPaused = row.paused;
        serverNow = row.serverNow;
    } else if (!oldestDue && (first || row.oldestDue.absence == Absence::Nothing)) {
        oldestDue = row.oldestDue;
    }
    addFigure(leased, row.leased, first);
    addFigure(failed, row.failed, first);
    mergeFigure(nextRun, row.nextRun, first, [](TimePoint& next, TimePoint run) { next = std::min(next, run); });
    addFigure(failedLately, row.failedLately, first);
    failing += row.failedLately.value.value_or(0) > 0 ? 1 : 0;
    addFigure(addedRate, row.addedRate, first);
    addFigure(endedRate, row.endedRate, first);
    if (row.addedRate && row.endedRate)
        growth = growth.value_or(0) + *row.addedRate - *row.endedRate;
    isLeast = isLeast || (row.isLeast && row.endedRate);
    isPartial = isPartial || (!row.endedRate && row.endedRate.absence == Absence::NotRead);
    mergeFigure(ended, row.ended, first, [](auto& sum, const auto& part) {
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += part[i];
    });
    for (std::size_t i = 0; row.ended && i < endedFailed.size(); ++i)
        endedFailed[i] += row.endedFailed[i];
}

void BoardTotals::fill(BoardRow& row) const
{
    row.serverNow = serverNow;
    row.due = due;
    row.oldestDue = oldestDue;
    row.leased = leased;
    row.failed = failed;
    row.failedLately = failedLately;
    row.addedRate = addedRate;
    row.endedRate = endedRate;
    row.nextRun = nextRun;
    row.isLeast = isLeast;
    row.ended = Absence::Nothing;
}

void BoardTotals::addWorkers(const BoardFigure<BoardWorkers>& more)
{
    mergeFigure(workers, more, !m_hasWorkers, [](BoardWorkers& sum, const BoardWorkers& part) {
        sum.alive += part.alive;
        sum.lost += part.lost;
        sum.capacity += part.capacity;
        sum.running += part.running;
        sum.atLeast = sum.atLeast || part.atLeast;
    });
    m_hasWorkers = true;
}

} // namespace dueline
