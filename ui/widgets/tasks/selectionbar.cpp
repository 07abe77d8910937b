// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/selectionbar.h"

#include "ui/text/languagechange.h"
#include "ui/workbench/listedtasks.h"

#include <algorithm>

namespace dueline {

SelectionBar::SelectionBar(const Theme& theme, ListedTasks& list, QWidget* parent)
    : MessageBar(theme, Qt::BottomEdge, parent)
    , m_list(list)
{
    onLanguageChange(this, [this] { setAccessibleName(tr("Selection")); });
    hide();
}

void SelectionBar::selectAll()
{
    TaskFeed& feed = m_list.feed();
    TaskTableModel& tasks = m_list.tasks();
    const auto ticked = qint64(tasks.ticked().size());
    const StateSet states = feed.scope().filter.states().intersected(feed.scope().states);
    if (ticked > 0 && ticked >= std::min(feed.matches(), qint64(TaskFeed::keptMatches)) && !states.isEmpty())
        tasks.setAll(states);
    else
        feed.loadAll();
}

void SelectionBar::refresh()
{
    const TaskTableModel& tasks = m_list.tasks();
    const qint64 found = m_list.feed().matches();
    const auto ticked = qint64(tasks.ticked().size());
    const bool more = ticked >= qint64(TaskFeed::keptMatches) && found > ticked;
    if (!tasks.isAll() && !more)
        return clear();
    Notice now;
    // Without a filter, "all" means every task. Say so: a user who has just cleared a filter may not expect it.
    const std::optional<ListedTasks::Brush>& brush = m_list.brush();
    const bool filtered = !m_list.feed().scope().filter.isEmpty();
    now.text = !tasks.isAll()
        ? tr("%1 tasks are selected, but %2 match").arg(Formatting::count(ticked), Formatting::count(found))
        : brush && found == 0 ? tr("Searching for the tasks from %1.", "a time").arg(brush->words)
        : brush               ? tr("All tasks from %2 (%1) are selected.", "number of tasks, a time")
                      .arg(Formatting::count(found), brush->words)
        : filtered ? tr("All matching tasks (%1) are selected.").arg(Formatting::count(found))
                   : tr("All tasks (%1) are selected because there is no filter.").arg(Formatting::count(found));
    if (isVisible() && notice().text == now.text)
        return; // a focused link keeps the focus
    if (tasks.isAll() && brush) {
        now.detail = tr("Every action counts the tasks again and asks for confirmation.");
        now.links.push_back({tr("Clear the range"), {}, [this] {
                                 m_list.refuseBrush();
                                 Q_EMIT used();
                             }});
    } else if (tasks.isAll()) {
        now.detail = tr("Every action counts the tasks again and asks for confirmation.");
        now.links.push_back({tr("Select none"), QStringLiteral("Esc"), [this] {
                                 m_list.tasks().clearTicks();
                                 Q_EMIT used();
                             }});
    } else {
        now.links.push_back({tr("Select all %1").arg(Formatting::count(found)), QStringLiteral("Ctrl+A"), [this] {
                                 selectAll();
                                 Q_EMIT used();
                             }});
    }
    show(std::move(now));
}

} // namespace dueline
