// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/sandboxtour.h"

#include "ui/actions/actions.h"
#include "ui/panels/dock.h"
#include "ui/sidebar/sidebar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/welcome/tour.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/toolbar.h"
#include "ui/window/mainwindow.h"

namespace dueline {

Tour* startSandboxTour(MainWindow& window, const Theme& theme)
{
    if (window.findChild<Tour*>())
        return nullptr;
    const auto key
        = [&window](const char* id) { return window.actions()[id]->shortcut().toString(QKeySequence::NativeText); };
    Dock& dock = window.dock();
    const bool wasOpen = dock.isOpen();
    const QString panel = dock.currentId();
    const auto asItWas = [&dock, wasOpen, panel] {
        dock.open(panel);
        dock.setOpen(wasOpen);
    };
    auto* tour = new Tour(theme,
        {
            {Tour::tr("Every task on one timeline"),
                Tour::tr(
                    "Tasks that have run are to the left of now; waiting tasks are to the right. Zoom with the wheel "
                    "or %1 and %2; drag to select a range.")
                    .arg(key("view.zoomIn"), key("view.zoomOut")),
                &window.timelinePane()},
            {Tour::tr("The same tasks as rows"),
                Tour::tr(
                    "Move with the arrow keys, select several tasks with Space, and open the details with %1. Filter in the line above (%2).")
                    .arg(key("task.inspect"), key("edit.filter")),
                window.findChild<TaskPane*>()},
            {Tour::tr("Act, then undo"),
                Tour::tr(
                    "%1 retries failed tasks, %2 reschedules waiting ones, %3 discards tasks. %4 undoes the last change.")
                    .arg(key("task.retry"), key("task.reschedule"), key("task.discard"), key("edit.undo")),
                window.findChild<Toolbar*>(), asItWas},
            {Tour::tr("A worker in this window"),
                Tour::tr("The local worker runs the sandbox's tasks; some fail on purpose. %1 shows its log and "
                         "handlers.")
                    .arg(key("view.worker")),
                &dock, [&dock] { dock.open(QStringLiteral("worker")); }},
            {Tour::tr("Find everything by name"),
                Tour::tr(
                    "%1 finds any action, queue or task from a few letters. %2 or ? lists every action with its keys.")
                    .arg(key("tools.palette"), key("help.shortcuts")),
                window.findChild<Toolbar*>(), asItWas},
            {Tour::tr("Connect to your own Redis"),
                Tour::tr(
                    "%1 connects to your own server. Nothing changes there until you act. The sandbox is private and "
                    "disappears when you quit.")
                    .arg(key("connection.new")),
                window.findChild<Sidebar*>()},
        },
        window);
    QObject::connect(tour, &Tour::ended, &dock, asItWas);
    return tour;
}

} // namespace dueline
