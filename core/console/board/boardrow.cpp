// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/board/boardrow.h"

#include "core/base/naturalorder.h"

#include <tuple>

namespace dueline {

Trouble BoardRow::trouble() const
{
    if (!unreadable.isEmpty())
        return forbidden ? Trouble::None : Trouble::Unreadable; // what nobody may see is nobody's to mend
    if (failedLately.value.value_or(0) > 0)
        return Trouble::Failing;
    if (oldestDue && serverNow - *oldestDue >= lateAfter)
        return Trouble::Late;
    if (failed.value.value_or(0) > 0)
        return Trouble::Failed;
    return paused ? Trouble::Paused : Trouble::None;
}

bool isWorse(const BoardRow& a, const BoardRow& b)
{
    // Of late queues the older instant is the longer wait. Ages would change places with each refresh, since queues are
    // counted at other moments.
    const auto rank = [](const BoardRow& row) {
        const Trouble trouble = row.trouble();
        qint64 size = 0;
        if (trouble == Trouble::Failing)
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
