// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "ui/actions/actions.h"
#include "ui/presenters/workbench.h"
#include "ui/theme/theme.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/filterline.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/taskpane.h"

#include <QStackedWidget>

#include <algorithm>
#include <map>

/// What is said, and offered, where no task is listed.
namespace dueline {

namespace {

constexpr std::size_t mostQueueLinks = 24;
constexpr std::size_t mostFoundLinks = 8;

} // namespace

/// All that could be listed at this place: what was thrown away is looked at on its own.
qint64 TaskPane::listable(const QueueInfo& queue, const SidebarPlace& place)
{
    qint64 all = 0;
    for (const TaskState state : allStates) {
        if (state != TaskState::Trash || place.state == TaskState::Trash)
            all += queue.counts[state];
    }
    return all;
}

/// All of a connection: its queues with their open tasks, those with most to tell first, instead of a table.
void TaskPane::showQueues(const Connection& connection)
{
    std::vector<const QueueInfo*> queues;
    for (const QueueInfo& queue : connection.queues())
        queues.push_back(&queue);
    const auto open = [](const QueueInfo* queue) {
        const StateCounts& counts = queue->counts;
        return counts.pending() + counts[TaskState::Leased] + counts[TaskState::Failed];
    };
    std::stable_sort(
        queues.begin(), queues.end(), [&open](const QueueInfo* a, const QueueInfo* b) { return open(a) > open(b); });
    std::vector<EmptyState::Way> ways;
    for (const QueueInfo* queue : queues) {
        if (ways.size() == mostQueueLinks)
            break;
        const SidebarPlace place{connection.id(), queue->name, {}};
        ways.push_back({tr("%1 · %2", "queue, number of open tasks")
                            .arg(printable(queue->name, 40).replace(u'&', QStringLiteral("&&")),
                                queue->unreadable.isEmpty() ? Formatting::count(open(queue)) : tr("cannot be read")),
            [this, place] { m_bench.show(place); }, false});
    }
    const int more = int(queues.size() - ways.size());
    const QueueName& wanted = m_bench.place().queue;
    m_empty->tell(QStringLiteral("queue"),
        wanted.isEmpty() ? tr("Choose a queue to list its tasks")
                         : tr("There is no queue %1 here").arg(printable(wanted, 40)),
        more > 0 ? tr("The timeline shows all queues of this connection; %Ln more of them are in the list at the left.",
            nullptr, more)
                 : tr("The timeline shows all queues of this connection."),
        std::move(ways));
}

/// None of this layout's: what was found instead is no emptiness, and where another layout opens it, that is the way.
void TaskPane::tellNoQueue(const Connection& connection)
{
    const std::vector<ForeignQueue>& foreign = connection.foreign().queues;
    const bool adds = Actions::allows(m_bench.context(0, 0), "task.add");
    std::vector<EmptyState::Way> ways;
    for (const ForeignQueue& queue : foreign) {
        if (queue.layout.isEmpty() || ways.size() == mostFoundLinks)
            continue;
        ways.push_back(
            {tr("Open %1 · %2", "a queue, its framework")
                    .arg(printable(queue.name, 30).replace(u'&', QStringLiteral("&&")), printable(queue.framework, 30)),
                [this, layout = QString::fromUtf8(queue.layout)] { Q_EMIT layoutWished(layout); }, ways.empty()});
    }
    if (adds)
        ways.push_back({tr("Add task"), [this] { Q_EMIT addWished(); }, ways.empty()});
    ways.push_back({tr("Open sandbox"), [this] { Q_EMIT sandboxWished(); }, false});
    if (foreign.empty()) {
        return m_empty->tell(QStringLiteral("queue"), tr("No queue yet"),
            adds ? tr("A queue appears with its first task. Add one, or open the sandbox to look around.")
                 : tr("A queue appears with its first task. This connection cannot add one; open the sandbox to look "
                      "around."),
            std::move(ways));
    }
    std::map<QByteArray, qint64> frameworks;
    for (const ForeignQueue& queue : foreign)
        ++frameworks[queue.framework.split(' ').front()]; // without its version
    QStringList found;
    for (const auto& [framework, queues] : frameworks)
        found << tr("%Ln of %1", "queues of a framework", Formatting::plural(queues)).arg(printable(framework, 30));
    m_empty->tell(QStringLiteral("queue"), tr("No queue of Dueline's own layout here"),
        tr("Queues of other frameworks were found on this server: %1. They are in the list at the left.")
            .arg(Formatting::commas(found)),
        std::move(ways));
}

void TaskPane::showEmptyState()
{
    if (m_bench.tasks().rowCount() > 0 || m_bench.taskFeed().isPartial()) {
        m_stack->setCurrentIndex(0);
        return;
    }
    const Connection* current = m_bench.current();
    const QueueInfo* queue = m_bench.queue();
    if (current && !queue && !current->queues().empty()) {
        showQueues(*current);
    } else if (current && !queue && current->session().isOnline() && current->refreshedAt() != TimePoint{}
        && current->knowsForeign()) {
        tellNoQueue(*current);
    } else if (queue && queue->unreadable.isEmpty() && m_problem->fullText().isEmpty()
        && !m_bench.taskFeed().isKnown()) {
        tellAwaited();
    } else if (queue && (!m_filter->filter().isEmpty() || !m_problem->fullText().isEmpty())) {
        const bool unread = !m_problem->fullText().isEmpty();
        std::vector<EmptyState::Way> ways{{tr("Clear the filter"), [this] { m_filter->clear(); }, false}};
        // The one before is what is applied still, while another one cannot be read.
        if (const QString last = unread ? m_filter->filter().text() : m_filter->previous(); !last.isEmpty())
            ways.push_back({tr("Back to the last filter"), [this, last] { m_filter->apply(last); }, false});
        m_empty->tell(QStringLiteral("filter"),
            unread ? tr("The filter cannot be read") : tr("No task matches"), // of how many stands beside the filter
            unread ? QString() // why stands under the filter
                   : tr("The filter hides the tasks of this queue; they are not gone."),
            std::move(ways));
    } else if (queue && queue->unreadable.isEmpty() && m_bench.place().state) {
        std::vector<EmptyState::Way> ways{{tr("Show all tasks"),
            [this] {
                m_bench.show({m_bench.place().connection, m_bench.place().queue, {}});
            },
            false}};
        m_empty->tell(Theme::stateIcon(*m_bench.place().state),
            m_bench.place().state == TaskState::Trash
                ? tr("The trash is empty")
                : tr("No task is %1", "a state").arg(Formatting::stateWord(*m_bench.place().state).toLower()),
            tr("The other states of %1 are in the list at the left.").arg(printable(queue->name, 40)), std::move(ways));
    } else if (queue && queue->unreadable.isEmpty()) {
        std::vector<EmptyState::Way> ways;
        if (current && current->mayWrite())
            ways.push_back({tr("Add task"), [this] { Q_EMIT addWished(); }, false});
        m_empty->tell(QStringLiteral("queue"), tr("%1 is empty").arg(printable(queue->name, 40)),
            tr("No task waits, runs or has ended here lately."), std::move(ways));
    } else if (queue) {
        m_empty->tell(QStringLiteral("warning"), tr("This queue cannot be read"), printable(queue->unreadable, 400));
    } else {
        tellAwaited();
    }
    m_stack->setCurrentIndex(1);
}

/// Nothing was read yet, which is not that there is nothing.
void TaskPane::tellAwaited()
{
    const Connection* current = m_bench.current();
    const bool online = current && current->session().isOnline();
    const bool silent = online && current->session().silentSince();
    const bool loading = online && !silent;
    m_empty->tell({},
        loading                              ? tr("Loading")
            : silent                         ? tr("No answer")
            : ConnectionBar::isLost(current) ? tr("Not connected")
                                             : tr("Connecting"),
        loading || !current ? QString()
                            : tr("The queues and tasks of %1 are listed here as soon as it answers.")
                                  .arg(printable(current->profile().name.toUtf8(), 40)));
}

} // namespace dueline
