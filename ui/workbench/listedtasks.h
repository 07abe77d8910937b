// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tasktablemodel.h"
#include "ui/presenters/filterwords.h"
#include "ui/presenters/taskfeed.h"
#include "ui/workbench/viewedplace.h"

namespace dueline {

/// Tasks listed in the table: those in the displayed queue that match the filter and are within the brush.
class ListedTasks : public QObject
{
    Q_OBJECT

public:
    ListedTasks(ViewedPlace& view, const Formatting& formatting, QObject* parent = nullptr);

    /// Time range selected in the timeline. The table lists and selects the tasks in this range.
    struct Brush
    {
        TimeRange range;
        StateSet hidden = {}; ///< states that are hidden in the timeline; their tasks are excluded
        QString terms; ///< range as filter terms
        QString words; ///< range as displayed to the user
        bool operator==(const Brush&) const = default;
    };

    ViewedPlace& view() { return m_view; }
    TaskTableModel& tasks() { return m_tasks; }
    TaskFeed& feed() { return m_feed; }
    FilterWords& words() { return m_words; }
    const TaskFilter& filter() const { return m_filter; }
    void setFilter(const TaskFilter& filter);
    const std::optional<Brush>& brush() const { return m_brush; }
    /// Lists and selects the tasks within the brush that match the filter; nullopt restores the previous list. A brush
    /// that doesn't apply is ignored; see setBrushable().
    void setBrush(const std::optional<Brush>& brush);
    /// Sets whether the timeline shows the table's queue, so that a brush applies to the table.
    void setBrushable(bool brushable);
    /// Requests that the brush be removed from the timeline.
    void refuseBrush() { Q_EMIT brushRefused(); }

Q_SIGNALS:
    /// Emitted before a scope's tasks are listed. `scope`: doesn't include the brush. `isWhole`: true if there is no
    /// brush, so that the table lists the entire scope.
    void scopeChanging(const dueline::TaskScope& scope, bool isWhole);
    /// Emitted when the filter or the brush has changed.
    void narrowed();
    /// Emitted when the brush must be removed, for example to show a task that may be outside it.
    void brushRefused();

private:
    void followPlace();
    void showTasks();

    ViewedPlace& m_view;
    TaskTableModel m_tasks;
    TaskFeed m_feed;
    FilterWords m_words;
    QPointer<Connection> m_connection; ///< connection whose completions have been loaded
    QueueName m_queue; ///< queue whose completions have been loaded
    TaskFilter m_filter;
    std::optional<Brush> m_brush;
    bool m_brushable = true;
};

} // namespace dueline
