// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tasks/selectionbar.h"

#include "ui/text/languagechange.h"
#include "ui/workbench/workbench.h"

#include <algorithm>

namespace dueline {

SelectionBar::SelectionBar(const Theme& theme, Workbench& bench, QWidget* parent)
    : MessageBar(theme, Qt::BottomEdge, parent)
    , m_bench(bench)
{
    onLanguageChange(this, [this] { setAccessibleName(tr("Selection")); });
    setClosable(false);
    hide();
}

void SelectionBar::selectAll()
{
    TaskFeed& feed = m_bench.taskFeed();
    TaskTableModel& tasks = m_bench.tasks();
    const auto ticked = qint64(tasks.ticked().size());
    const StateSet states = feed.scope().filter.states().intersected(feed.scope().states);
    if (ticked > 0 && ticked >= std::min(feed.matches(), qint64(TaskFeed::keptMatches)) && !states.isEmpty())
        tasks.setAll(states);
    else
        feed.loadAll();
}

void SelectionBar::refresh()
{
    const TaskTableModel& tasks = m_bench.tasks();
    const qint64 found = m_bench.taskFeed().matches();
    const auto ticked = qint64(tasks.ticked().size());
    const bool more = ticked >= qint64(TaskFeed::keptMatches) && found > ticked;
    if (!tasks.isAll() && !more)
        return clear();
    Notice now;
    // Without a filter "all" means every task, which may surprise a user who cleared a filter earlier.
    const std::optional<Workbench::Brush>& brush = m_bench.brush();
    const bool filtered = !m_bench.taskFeed().scope().filter.isEmpty();
    now.text = !tasks.isAll() ? tr("%1 are selected, %2 match").arg(Formatting::count(ticked), Formatting::count(found))
        : brush && found == 0 ? tr("Looking for the tasks of %1.", "a time").arg(brush->words)
        : brush
        ? tr("All %1 of %2 are selected.", "number of tasks, a time").arg(Formatting::count(found), brush->words)
        : filtered ? tr("All %1 that match are selected.").arg(Formatting::count(found))
                   : tr("All %1 are selected: there is no filter.").arg(Formatting::count(found));
    if (isVisible() && notice().text == now.text)
        return; // a focused link keeps the focus
    if (tasks.isAll() && brush) {
        now.detail = tr("An action counts them again and asks first.");
        now.links.push_back({tr("Clear the brush"), {}, [this] {
                                 Q_EMIT m_bench.brushRefused();
                                 Q_EMIT used();
                             }});
    } else if (tasks.isAll()) {
        now.detail = tr("An action counts them again and asks first.");
        now.links.push_back({tr("Select nothing"), QStringLiteral("Esc"), [this] {
                                 m_bench.tasks().clearTicks();
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
