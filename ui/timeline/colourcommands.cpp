// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/colourcommands.h"

#include "ui/timeline/feed/showntimeline.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/workbench/workbench.h"

namespace dueline {

ColourCommands::ColourCommands(Workbench& bench, ShownTimeline& shown, Actions& actions, TimelinePane& timeline,
    FilterLine& filter, QObject* parent)
    : QObject(parent)
    , m_bench(bench)
    , m_shown(shown)
    , m_actions(actions)
    , m_timeline(timeline)
    , m_filter(filter)
{
    for (const auto& [colour, id] : TimelinePane::colourActions)
        actions.handle(id, this, [this, to = colour] { choose(to); });
    connect(&timeline, &TimelinePane::groupChosen, this, &ColourCommands::narrow);
}

void ColourCommands::choose(TimelineColour colour)
{
    for (const auto& [each, id] : TimelinePane::colourActions)
        m_actions[id]->setChecked(each == colour);
    m_timeline.setColour(colour);
    m_shown.matches().setColour(colour);
}

/// Opens the group's queue, or lists the group's tasks in the displayed queue. If the timeline shows all queues, opens
/// a failure group's page.
void ColourCommands::narrow(const TimelineGroup& group, TimelineColour by)
{
    const bool isQueue = !m_bench.view().place().queue.isEmpty() && !m_shown.isOfAll();
    if (by == TimelineColour::Queue) {
        const TimelineQueue queue = TimelineQueue::of(group.name);
        m_bench.view().show({queue.connection, queue.queue, {}});
    } else if (isQueue && !m_filter.text().contains(group.filter)) {
        m_filter.apply((m_filter.text().trimmed() + u' ' + group.filter).trimmed());
    } else if (by == TimelineColour::Error && !isQueue) {
        m_bench.events().showFailureGroup({}, group.name);
    } else if (!isQueue) {
        m_bench.events().tell(Notice::worded([words = group.words] {
            return Notice{Notice::Kind::Result, QStringLiteral("info"), tr("Several queues are in view"),
                tr("Choose a queue to list its \"%1\" tasks.", "a type").arg(words), {}};
        }));
    }
}

} // namespace dueline
