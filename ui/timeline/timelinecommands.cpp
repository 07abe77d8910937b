// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinecommands.h"

#include "ui/actions/actions.h"
#include "ui/text/taskname.h"
#include "ui/timeline/feed/showntimeline.h"
#include "ui/timeline/timelinepane.h"
#include "ui/timeline/timelineview.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/workbench/workbench.h"

namespace dueline {

namespace {

constexpr Millis brushStands{80}; ///< pause after a change of the brush before its tasks are listed

} // namespace

TimelineCommands::TimelineCommands(
    Workbench& bench, ShownTimeline& shown, Actions& actions, const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_shown(shown)
    , m_actions(actions)
    , m_timeline(parts.pane.timeline())
    , m_view(parts.view)
    , m_filter(parts.filter)
    , m_table(parts.table)
{
    connect(&m_shown.matches(), &TimelineMatches::loaded, &parts.pane, &TimelinePane::setData);
    connect(&m_timeline, &TimelineWidget::cursorDescribed, &parts.status, &StatusLine::tell);
    connect(&m_timeline, &TimelineWidget::dataWanted, this,
        [this] { m_shown.feed().want(m_timeline.wantedRange(), m_timeline.wantedSpan()); });
    connect(&m_timeline, &TimelineWidget::filterRequested, this, [this](TimeRange range) {
        m_timeline.setBrush({}); // the filter now includes the brushed range
        Q_EMIT filterRequested(range, m_timeline.look().hidden);
    });
    connect(&m_timeline, &TimelineWidget::taskActivated, this, [this](const TimelineTask& task) {
        if (m_bench.view().place().queue.isEmpty()) // the timeline shows all queues, so open the task's queue first
            m_bench.view().show({m_bench.view().place().connection, task.queue, {}});
        if (m_table.select(task.id))
            return;
        m_timeline.setBrush({});
        m_bench.list().setBrush({});
        m_filter.apply(idFilter(task.id));
    });
    connect(&m_shown.marks(), &TimelineMarkFeed::loaded, &m_timeline, &TimelineWidget::setMarks);
    connect(&m_shown.lateness(), &TimelineLateFeed::loaded, &m_timeline, &TimelineWidget::setLateness);
    connect(&m_timeline, &TimelineWidget::markActivated, this, [this](const TimelineMark& mark) {
        OperationRecord record;
        record.id = mark.operation;
        record.queue = mark.queue;
        if (!mark.operation.isEmpty() && m_bench.view().current())
            m_bench.events().showOperation(m_bench.view().current()->id(), record);
        else if (mark.kind == TimelineMark::Kind::Run || mark.kind == TimelineMark::Kind::NextRun)
            m_actions["view.schedules"]->trigger();
        else if (mark.isChange())
            m_bench.events().showChanges(mark.at);
        else if (!mark.queue.isEmpty() && m_bench.view().current() && m_bench.view().place().queue.isEmpty())
            m_bench.view().show({m_bench.view().place().connection, mark.queue, {}});
    });
    m_brushPause.setSingleShot(true);
    m_brushPause.setInterval(brushStands);
    connect(&m_timeline, &TimelineWidget::brushChanged, &m_brushPause, qOverload<>(&QTimer::start));
    connect(&m_brushPause, &QTimer::timeout, this,
        [this] { Q_EMIT brushed(m_timeline.brush(), m_timeline.look().hidden); });
    connect(&m_bench.list(), &ListedTasks::brushRefused, this, [this] {
        m_timeline.setBrush({});
        m_brushPause.stop();
        m_bench.list().setBrush({});
    });
    connect(&m_bench.list().feed(), &TaskFeed::searched, this, [this] {
        const auto& taken = m_bench.list().brush();
        const bool counted = taken && m_bench.list().feed().isKnown() && m_timeline.brush() == taken->range
            && m_timeline.look().hidden == taken->hidden;
        m_timeline.setBrushTasks(counted ? std::optional(m_bench.list().feed().matches()) : std::nullopt);
    });
    connect(&m_view, &TimelineView::rangeChanged, this, [this] {
        m_actions["view.back"]->setEnabled(m_view.canStepBack());
        m_actions["view.forward"]->setEnabled(m_view.canStepForward());
    });
}

} // namespace dueline
