// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

namespace dueline {

class Actions;
class FilterCommands;
class FilterLine;
class StatusLine;
class TaskTable;
class TimelinePane;
class TimelineView;
class TimelineWidget;
class Workbench;

/// What the timeline is fed with, and what is done with it: its brush lists tasks, a press on a task selects it, one on
/// a mark leads to the operation or the schedule.
class TimelineCommands : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TimelinePane& pane;
        TimelineView& view;
        FilterCommands& filters;
        FilterLine& filter;
        TaskTable& table;
        StatusLine& status;
    };

    TimelineCommands(Workbench& bench, Actions& actions, const Parts& parts, QObject* parent);

private:
    Workbench& m_bench;
    Actions& m_actions;
    TimelineWidget& m_timeline;
    TimelineView& m_view;
    FilterCommands& m_filters;
    FilterLine& m_filter;
    TaskTable& m_table;
    QTimer m_brushPause; ///< while it is drawn
};

} // namespace dueline
