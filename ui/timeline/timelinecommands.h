// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/model/timelinedata.h"

#include <QObject>
#include <QTimer>

#include <optional>

namespace dueline {

class Actions;
class FilterLine;
class StatusLine;
class TaskTable;
class TimelinePane;
class TimelineView;
class TimelineWidget;
class ShownTimeline;
class Workbench;

/// Controller of the timeline. It provides the data and handles the gestures: a brush lists tasks, clicking a task
/// selects it, and clicking a mark opens the operation or the schedule.
class TimelineCommands : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        TimelinePane& pane;
        TimelineView& view;
        FilterLine& filter;
        TaskTable& table;
        StatusLine& status;
    };

    TimelineCommands(Workbench& bench, ShownTimeline& shown, Actions& actions, const Parts& parts, QObject* parent);

Q_SIGNALS:
    /// Requests a filter for the tasks that the timeline shows in this range, except for tasks in hidden states.
    void filterRequested(dueline::TimeRange range, dueline::StateSet hidden);
    /// Emitted when the brush has stopped changing. `range` is nullopt if there is no brush.
    void brushed(const std::optional<dueline::TimeRange>& range, dueline::StateSet hidden);

private:
    Workbench& m_bench;
    ShownTimeline& m_shown;
    Actions& m_actions;
    TimelineWidget& m_timeline;
    TimelineView& m_view;
    FilterLine& m_filter;
    TaskTable& m_table;
    QTimer m_brushPause; ///< timer restarted whenever the brush changes
};

} // namespace dueline
