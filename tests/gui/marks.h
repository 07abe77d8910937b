// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinewidget.h"

namespace dueline::test {

/// Returns the timeline's marks of a kind.
inline std::vector<TimelineMark> marksOf(const TimelineWidget& timeline, TimelineMark::Kind kind)
{
    std::vector<TimelineMark> some;
    for (const TimelineMark& mark : timeline.marks()) {
        if (mark.kind == kind)
            some.push_back(mark);
    }
    return some;
}

/// Returns a labeled detail's value, or an empty string if the mark doesn't have it.
inline QString detailOf(const TimelineMark& mark, const QString& name)
{
    for (const TimelineMark::Detail& detail : mark.details) {
        if (detail.name == name)
            return detail.value;
    }
    return {};
}

} // namespace dueline::test
