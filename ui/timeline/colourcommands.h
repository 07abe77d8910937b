// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinegroups.h"

#include <QObject>

namespace dueline {

class Actions;
class FilterLine;
class TimelinePane;
class ShownTimeline;
class Workbench;

/// Actions that choose what the timeline's colors represent. Clicking an entry in the legend lists only the tasks with
/// that color.
class ColourCommands : public QObject
{
    Q_OBJECT

public:
    ColourCommands(Workbench& bench, ShownTimeline& shown, Actions& actions, TimelinePane& timeline, FilterLine& filter,
        QObject* parent);

    void choose(TimelineColour colour);

private:
    void narrow(const TimelineGroup& group, TimelineColour by);

    Workbench& m_bench;
    ShownTimeline& m_shown;
    Actions& m_actions;
    TimelinePane& m_timeline;
    FilterLine& m_filter;
};

} // namespace dueline
