// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/schedules/runsmodel.h"
#include "ui/panels/schedules/schedulemodel.h"
#include "ui/widgets/pane.h"

class QStackedWidget;

namespace dueline {

class EmptyState;
class PanelHeader;
class PanelTable;

/// Details of a recurring task: its next runs, in both its own and the window's time zones, and how its tasks are
/// added.
class ScheduleDetail : public Pane
{
    Q_OBJECT

public:
    ScheduleDetail(const Theme& theme, const Formatting& formatting, QWidget* parent = nullptr);

    /// Shows a row's details, or none if `row` is null.
    void show(const ScheduleRow* row, TimePoint now);
    void setNow(TimePoint now) { m_runs.setNow(now); }
    void setStale(bool stale);
    RunsModel& runs() { return m_runs; }
    PanelHeader& head() { return *m_head; }
    EmptyState& emptyState() { return *m_empty; }

    /// Returns a summary of the options, such as `missed runs are left out · 3 attempts · expires after 10 min`.
    static QString optionWords(const Schedule& schedule);

private:
    void tellWhyEmpty(const ScheduleRow* row);

    RunsModel m_runs;
    PanelHeader* m_head;
    PanelTable* m_table;
    EmptyState* m_empty;
    QStackedWidget* m_stack;
};

} // namespace dueline
