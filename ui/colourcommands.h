// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/timelinegroups.h"

#include <QObject>

namespace dueline {

class Actions;
class FilterLine;
class TimelinePane;
class WindowLayout;
class Workbench;

/// What the colours of the timeline tell: its actions choose, the layout keeps it, and a press on the legend lists only
/// what has one colour.
class ColourCommands : public QObject
{
    Q_OBJECT

public:
    ColourCommands(Workbench& bench, Actions& actions, TimelinePane& timeline, FilterLine& filter, QObject* parent);

    /// Kept there from one start to the next.
    void keepIn(WindowLayout& layout);
    void choose(TimelineColour colour);

private:
    void narrow(const TimelineGroup& group, TimelineColour by);

    Workbench& m_bench;
    Actions& m_actions;
    TimelinePane& m_timeline;
    FilterLine& m_filter;
};

} // namespace dueline
