// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardrow.h"

#include "core/base/naturalorder.h"

#include <tuple>

namespace dueline {

Trouble BoardRow::trouble() const
{
    // Missing permission isn't a problem with the queue.
    if (!unreadable.isEmpty())
        return forbidden ? Trouble::None : Trouble::Unreadable;
    if (silence)
        return Trouble::Silent;
    if (failedLately.value.value_or(0) > 0)
        return Trouble::Failing;
    if (oldestDue && serverNow - *oldestDue >= lateAfter)
        return Trouble::Late;
    if (failed.value.value_or(0) > 0)
        return Trouble::Failed;
    return paused ? Trouble::Paused : Trouble::None;
}

BoardFigure<TimePoint> BoardRow::emptyAt() const
{
    return drain && drain->verdict == DrainForecast::Verdict::Expected ? BoardFigure<TimePoint>(drain->emptyAt())
                                                                       : Absence::Nothing;
}

bool isWorse(const BoardRow& a, const BoardRow& b)
{
    // Compare late queues by their oldest due time, not by age: ages are computed at different times, so each refresh
    // would reorder the rows.
    const auto rank = [](const BoardRow& row) {
        const Trouble trouble = row.trouble();
        qint64 size = 0;
        if (trouble == Trouble::Silent)
            size = -toMs(row.silence->since);
        else if (trouble == Trouble::Failing)
            size = *row.failedLately;
        else if (trouble == Trouble::Late)
            size = -toMs(*row.oldestDue);
        else if (trouble == Trouble::Failed)
            size = *row.failed;
        return std::tuple(trouble, -size, -row.due.value.value_or(0));
    };
    const auto first = rank(a);
    const auto second = rank(b);
    return first != second ? first < second : isNaturallyBefore(a.queue, b.queue);
}

} // namespace dueline
