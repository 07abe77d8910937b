// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tasktablemodel.h"
#include "ui/presenters/filterwords.h"
#include "ui/presenters/taskfeed.h"
#include "ui/workbench/viewedplace.h"

namespace dueline {

/// Tasks in the table: the tasks in the place in view that match the filter and are in the brush.
class ListedTasks : public QObject
{
    Q_OBJECT

public:
    ListedTasks(ViewedPlace& view, const Formatting& formatting, QObject* parent = nullptr);

    /// Range of the timeline whose tasks the table lists and selects.
    struct Brush
    {
        TimeRange range;
        StateSet hidden = {}; ///< states that are hidden in the timeline, and therefore excluded
        QString terms; ///< range as filter terms
        QString words; ///< range in readable words
        bool operator==(const Brush&) const = default;
    };

    ViewedPlace& view() { return m_view; }
    TaskTableModel& tasks() { return m_tasks; }
    TaskFeed& feed() { return m_feed; }
    FilterWords& words() { return m_words; }
    const TaskFilter& filter() const { return m_filter; }
    void setFilter(const TaskFilter& filter);
    const std::optional<Brush>& brush() const { return m_brush; }
    /// Lists and selects the tasks in the brush that match the filter; nullopt restores the previous list. The brush is
    /// ignored unless setBrushable() allows it.
    void setBrush(const std::optional<Brush>& brush);
    /// Sets whether the timeline shows the queue of the table, so that a brush applies.
    void setBrushable(bool brushable);
    /// Requests to remove the brush from the timeline.
    void refuseBrush() { Q_EMIT brushRefused(); }

Q_SIGNALS:
    /// Emitted before the tasks of a scope, without the brush, are listed. `isWhole`: the table lists exactly this
    /// scope.
    void scopeChanging(const dueline::TaskScope& scope, bool isWhole);
    /// Emitted when the filter or the brush has changed.
    void narrowed();
    /// Emitted when the brush must be removed, for example to show a task that may be outside the brush.
    void brushRefused();

private:
    void followPlace();
    void showTasks();

    ViewedPlace& m_view;
    TaskTableModel m_tasks;
    TaskFeed m_feed;
    FilterWords m_words;
    QPointer<Connection> m_connection; ///< connection for which completions are known
    QueueName m_queue; ///< queue for which completions are known
    TaskFilter m_filter;
    std::optional<Brush> m_brush;
    bool m_brushable = true;
};

} // namespace dueline
