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
                Tour::tr("Left of now is what ran or failed, right of it what waits. The wheel or %1 and %2 zoom; drag "
                         "over a stretch to choose it.")
                    .arg(key("view.zoomIn"), key("view.zoomOut")),
                &window.timelinePane()},
            {Tour::tr("The same tasks as rows"),
                Tour::tr("The arrow keys move, Space ticks several, %1 opens all there is to know about one. The line "
                         "above filters, %2 goes there.")
                    .arg(key("task.inspect"), key("edit.filter")),
                window.findChild<TaskPane*>()},
            {Tour::tr("Act, and take it back"),
                Tour::tr(
                    "%1 runs failed tasks again, %2 changes when waiting tasks run, %3 discards. %4 puts back what "
                    "the last of these changed.")
                    .arg(key("task.retry"), key("task.reschedule"), key("task.discard"), key("edit.undo")),
                window.findChild<Toolbar*>(), asItWas},
            {Tour::tr("A worker in this window"),
                Tour::tr("It runs the tasks of the sandbox, so that something happens: some go well, some fail on "
                         "purpose. %1 shows its log and what it runs.")
                    .arg(key("view.worker")),
                &dock, [&dock] { dock.open(QStringLiteral("worker")); }},
            {Tour::tr("Everything by its name"),
                Tour::tr(
                    "%1 finds any action, queue or task by a few letters. %2 or ? lists every action with its keys.")
                    .arg(key("tools.palette"), key("help.shortcuts")),
                window.findChild<Toolbar*>(), asItWas},
            {Tour::tr("Now your own Redis"),
                Tour::tr("%1 connects; nothing there changes until you act. The sandbox is private, and gone when you "
                         "quit.")
                    .arg(key("connection.new")),
                window.findChild<Sidebar*>()},
        },
        window);
    QObject::connect(tour, &Tour::ended, &dock, asItWas);
    return tour;
}

} // namespace dueline
