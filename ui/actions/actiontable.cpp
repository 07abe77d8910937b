// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/actiontable.h"

#include <algorithm>

namespace dueline {

namespace {

using enum Needs; // safe: this file is compiled separately, so no other enum's names can clash
using enum MenuPlace;

#define TEXT(text) QT_TRANSLATE_NOOP("dueline", text)

constexpr ActionRow rows[] = {
    // Columns: id, menu, text, tip, icon, shortcut, needs, separator, writes
    {"connection.new", File, TEXT("&Connect…"), TEXT("Connect to a Redis server by URL."), "connect", "Ctrl+N", Nothing,
        false, false},
    {"connection.sandbox", File, TEXT("Open &sandbox"),
        TEXT("Start a private Redis with demo queues. It stops when you quit."), "sandbox", "", Nothing, false, false},
    {"connection.reconnect", File, TEXT("&Reconnect now"), TEXT("Try to reconnect to the server now."), "refresh", "",
        Connection, false, false},
    {"connection.doctor", File, TEXT("&Doctor…"),
        TEXT("Find and repair anything that can lose or delay tasks on this server."), "doctor", "", Connection, false,
        false},
    {"connection.describe", File, TEXT("Describe unkno&wn keys…"),
        TEXT("Propose a layout file for keys on this server that belong to no known system."), "search", "", Connection,
        false, false},
    {"connection.close", File, TEXT("C&lose connection"), TEXT("Close this connection; nothing in Redis changes."),
        "close", "Ctrl+W", Connection, false, false},
    {"profiles.import", File, TEXT("&Import connections…"),
        TEXT("Import saved connections from a file or a list of URLs."), "import", "", Nothing, true, false},
    {"profiles.export", File, TEXT("&Export connections…"),
        TEXT("Export the saved connections to a file, without passwords."), "export", "", Nothing, false, false},
    {"app.quit", File, TEXT("&Quit"), TEXT("Quit Dueline."), "", "Ctrl+Q", Nothing, true, false},

    // On a read-only connection, Undo stays enabled and reports that the connection is read-only; see
    // UndoInView::isPossible().
    {"edit.undo", Edit, TEXT("&Undo"), TEXT("Undo the last operation for tasks that have not changed since then."),
        "undo", "Ctrl+Z", Undo, false, false},
    {"view.lastMessage", Edit, TEXT("&Display last message"),
        TEXT("Go to the newest message, or show the last closed message again."), "", "Ctrl+Shift+M", Nothing, false,
        false},
    {"edit.copyId", Edit, TEXT("Copy &ID"), TEXT("Copy the IDs of the selected tasks."), "copy", "Ctrl+C", Selection,
        true, false},
    {"edit.copyJson", Edit, TEXT("Copy as &JSON"), TEXT("Copy the selected tasks as JSON."), "", "Ctrl+Shift+C",
        Selection, false, false},
    {"edit.copyLink", Edit, TEXT("Copy &link"),
        TEXT("Copy a dueline:// link to this queue, with its filter and the selected task."), "connection",
        "Ctrl+Shift+L", Connection, false, false},
    {"edit.filter", Edit, TEXT("&Filter"), TEXT("Go to the filter line."), "filter", "Ctrl+F", Connection, true, false},
    {"edit.clearFilter", Edit, TEXT("&Clear filter"), TEXT("Show all tasks in the queue again."), "", "Ctrl+Shift+F",
        Connection, false, false},
    {"edit.saveFilter", Edit, TEXT("Sa&ve filter…"), TEXT("Save the current filter under a name."), "bookmark",
        "Ctrl+Shift+S", ShownQueue, false, false},
    {"edit.selectAll", Edit, TEXT("Select &all"), TEXT("Select all tasks shown."), "", "Ctrl+A", ShownQueue, false,
        false},
    {"view.previousTask", Edit, TEXT("&Previous task"), TEXT("Select and inspect the previous task in the list."),
        "chevron-up", "Alt+Up", ShownQueue, false, false},
    {"view.nextTask", Edit, TEXT("&Next task"), TEXT("Select and inspect the next task in the list."), "chevron-down",
        "Alt+Down", ShownQueue, false, false},

    {"app.settings", Edit, TEXT("Se&ttings…"),
        TEXT("Language, theme, row height, time zone, refresh and notifications."), "settings", "Ctrl+,", Nothing, true,
        false},

    {"view.refresh", View, TEXT("&Refresh"), TEXT("Read new data from Redis now."), "refresh", "F5", Connection, false,
        false},
    {"view.live", View, TEXT("&Live"), TEXT("Turn automatic refresh on or off."), "live", "Ctrl+Shift+R", Connection,
        false, false},
    {"view.board", Queue, TEXT("Overview of all &queues"),
        TEXT("Show all queues on the connection, with problem queues first."), "queue", "Ctrl+B", Connection, true,
        false},
    {"view.allServers", Queue, TEXT("Overview of all ser&vers"),
        TEXT("Show the queues of all open connections by server, with problem queues first."), "metrics",
        "Ctrl+Shift+B", Connection, false, false},
    {"view.wall", Queue, TEXT("Full-s&creen overview"),
        TEXT("Show all queues in large type, for a wall display. Press F11 or Escape to leave."), "", "F11", Connection,
        false, false},
    {"view.incident", Queue, TEXT("Investi&gate"),
        TEXT("Show the worst new failure group in the current queue, or in the queue selected in the overview, and "
             "what you can do about it."),
        "warning", "Ctrl+Shift+E", Connection, false, false},
    {"view.changes", Queue, TEXT("What c&hanged"),
        TEXT("Show lost tasks, events and changed counts since the last loss, restart, flush or mark. Press "
             "Ctrl+H or Escape to go back."),
        "restore", "Ctrl+H", Connection, false, false},
    {"view.now", View, TEXT("Go to &now"), TEXT("Keep the current time in view."), "now", "", Connection, true, false},
    {"view.fit", View, TEXT("&Fit tasks"), TEXT("Show the range from the first to the last listed task."), "fit", "",
        Connection, false, false},
    {"view.hour", View, TEXT("One &hour"), TEXT("Show the last 40 minutes and the next 20 minutes."), "", "",
        Connection, false, false},
    {"view.day", View, TEXT("24 hou&rs"), TEXT("Show the last 16 hours and the next 8 hours."), "", "", Connection,
        false, false},
    {"view.week", View, TEXT("Seven &days"), TEXT("Show about the last 5 days and the next 2 days."), "", "",
        Connection, false, false},
    {"view.zoomIn", View, TEXT("Zoom &in"), TEXT("Show half of the current range."), "zoom-in", "Ctrl++", Connection,
        false, false},
    {"view.zoomOut", View, TEXT("Zoom &out"), TEXT("Show twice the current range."), "zoom-out", "Ctrl+-", Connection,
        false, false},
    {"view.back", View, TEXT("Step &back"), TEXT("Return to the range before the last zoom."), "back", "Alt+Left",
        Connection, false, false},
    {"view.forward", View, TEXT("Step for&ward"), TEXT("Return to the range before the last step back."), "forward",
        "Alt+Right", Connection, false, false},
    {"view.allConnections", View, TEXT("All &connections"),
        TEXT("Show all queues on all open connections in the timeline and the overview."), "", "", Connection, false,
        false},
    {"view.timelineTable", View, TEXT("As &table…"), TEXT("Show the timeline's numbers as a table that you can copy."),
        "", "", Connection, false, false},
    {"view.colourState", View, TEXT("Color by &state"), TEXT("Color the timeline by task state."), "", "", Connection,
        true, false},
    {"view.colourType", View, TEXT("Color by t&ype"), TEXT("Color the timeline by task type."), "", "", Connection,
        false, false},
    {"view.colourError", View, TEXT("Color by failure &group"), TEXT("Color the timeline by failure group."), "", "",
        Connection, false, false},
    {"view.colourQueue", View, TEXT("Color by &queue"), TEXT("Color the timeline by queue."), "", "", Connection, false,
        false},
    {"view.dock", View, TEXT("&Panels below"), TEXT("Open or close the panels below the table."), "panel-bottom",
        "Ctrl+J", Connection, true, false},
    {"view.worker", View, TEXT("Local &worker"), TEXT("Show the local worker and its log."), "worker", "Alt+1", Nothing,
        false, false},
    {"view.leases", View, TEXT("Wor&kers"), TEXT("Show workers and the leases they hold."), "key", "Alt+2", Nothing,
        false, false},
    {"view.results", View, TEXT("Resul&ts"), TEXT("Show outcomes as they are published."), "results", "Alt+3", Nothing,
        false, false},
    {"view.metrics", View, TEXT("&Metrics"), TEXT("Show throughput, lateness and run time."), "metrics", "Alt+4",
        Nothing, false, false},
    {"view.activity", View, TEXT("&Activity"), TEXT("Show operations, who ran them, and what you can undo."),
        "activity", "Alt+5", Nothing, false, false},
    {"view.commands", View, TEXT("C&ommands"),
        TEXT("Show every command that is sent, with secrets and payloads masked."), "info", "Alt+6", Nothing, false,
        false},
    {"view.schedules", View, TEXT("Rec&urring tasks"),
        TEXT("Show the next run of each recurring task and the outcome of the last run."), "schedules", "Alt+7",
        Nothing, false, false},
    {"view.failures", View, TEXT("&Failures"), TEXT("Show failed tasks grouped by error, largest group first."),
        "warning", "Alt+8", Nothing, false, false},
    {"view.search", Edit, TEXT("Search all &queues"), TEXT("Find tasks in every queue on the connection."), "search",
        "Alt+9", Nothing, false, false},
    {"view.inspector", View, TEXT("&Inspector"), TEXT("Open or close the inspector."), "panel-right", "Ctrl+I",
        Connection, false, false},
    {"view.zoneLocal", View, TEXT("&Local time"), TEXT("Show times in this computer's time zone."), "", "", Nothing,
        true, false},
    {"view.zoneUtc", View, TEXT("&UTC"), TEXT("Show times in UTC, as in server logs."), "", "", Nothing, false, false},
    {"view.light", View, TEXT("&Light theme"), TEXT("Dark text on a light background."), "", "", Nothing, false, false},
    {"view.dark", View, TEXT("&Dark theme"), TEXT("Light text on a dark background."), "", "", Nothing, false, false},
    {"view.highContrast", View, TEXT("&High contrast"),
        TEXT("Use stronger lines and text, and patterns instead of pale colors."), "", "", Nothing, false, false},
    {"view.system", View, TEXT("&System theme"), TEXT("Follow the desktop's theme."), "", "", Nothing, false, false},
    {"view.languageEnglish", View, TEXT("&English"), TEXT("Show the window in English."), "", "", Nothing, false,
        false},
    {"view.languageChinese", View, TEXT("简体中文"), TEXT("Show the window in Simplified Chinese."), "", "", Nothing,
        false, false},
    {"view.languageSystem", View, TEXT("&System language"), TEXT("Show the window in the desktop's language."), "", "",
        Nothing, false, false},

    {"view.sortTime", View, TEXT("By &time"), TEXT("Sort the table by time; works for queues of any size."), "", "",
        ShownQueue, true, false},
    {"view.sortType", View, TEXT("By t&ype"), TEXT("Sort up to 100,000 tasks by type."), "", "", ShownQueue, false,
        false},
    {"view.sortAttempts", View, TEXT("By &attempts"), TEXT("Sort up to 100,000 tasks, most attempts first."), "", "",
        ShownQueue, false, false},
    {"view.sortAdded", View, TEXT("By time a&dded"), TEXT("Sort up to 100,000 tasks, most recently added first."), "",
        "", ShownQueue, false, false},

    {"view.nextPane", View, TEXT("Next pa&ne"), TEXT("Move the focus to the next part of the window."), "", "F6",
        Nothing, true, false},
    {"view.previousPane", View, TEXT("Pre&vious pane"), TEXT("Move the focus to the previous part of the window."), "",
        "Shift+F6", Nothing, false, false},
    {"view.resetLayout", View, TEXT("Reset la&yout"), TEXT("Reset all parts of the window to their default sizes."), "",
        "", Nothing, true, false},

    {"task.add", Task, TEXT("&Add task…"), TEXT("Add tasks to this queue."), "add", "Ctrl+T", QueueToBe, false, true},
    {"task.inspect", Task, TEXT("&Inspect"), TEXT("Show all of the task's details."), "search", "Return", Selection,
        false, false},
    {"task.retry", Task, TEXT("&Retry"), TEXT("Reset the attempts of failed tasks and run them now."), "retry", "R",
        Selection, true, true},
    {"task.retryLater", Task, TEXT("Retr&y later…"),
        TEXT("Reset the attempts of failed tasks and run them at a set time or spread out over a period."), "retry", "",
        Selection, false, true},
    {"task.runNow", Task, TEXT("R&un now"), TEXT("Make waiting tasks due now."), "run-now", "N", Selection, false,
        true},
    {"task.reschedule", Task, TEXT("Re&schedule…"), TEXT("Change the due time of waiting tasks."), "reschedule",
        "Shift+R", Selection, false, true},
    {"task.discard", Task, TEXT("&Discard"), TEXT("Move tasks to the trash. You can restore them from there."),
        "discard", "Del", Selection, false, true},
    {"task.restore", Task, TEXT("Res&tore"), TEXT("Restore discarded tasks to their previous state."), "restore", "",
        Selection, false, true},
    {"task.delete", Task, TEXT("Delete perma&nently…"),
        TEXT("Remove tasks and free their memory; this cannot be undone."), "delete", "Shift+Del", Selection, false,
        true},
    {"task.edit", Task, TEXT("&Edit…"), TEXT("Change a waiting or failed task without changing its ID."), "edit",
        "Ctrl+E", Selection, true, true},
    {"task.copy", Task, TEXT("Add an edited co&py…"), TEXT("Add a copy of this task, with your changes."), "copy",
        "Ctrl+D", Selection, false, true},
    {"task.compare", Task, TEXT("C&ompare…"), TEXT("Compare two selected tasks."), "columns", "Ctrl+Shift+D", Selection,
        false, false},
    {"task.cancel", Task, TEXT("&Cancel run"), TEXT("Ask the worker that holds the task to stop running it."), "stop",
        "", Leases, true, true},
    {"task.release", Task, TEXT("Re&lease lease"),
        TEXT("Revoke the worker's lease. The task returns to the queue, and the attempt is not counted."), "release",
        "", Leases, false, true},
    {"task.extend", Task, TEXT("E&xtend lease…"), TEXT("Give the worker more time to finish the task."), "extend", "",
        Leases, false, true},
    {"task.move", Task, TEXT("Mo&ve or copy…"), TEXT("Move or copy tasks to another queue, on this server or another."),
        "forward", "", ShownQueue, true, true},
    {"command.show", Task, TEXT("&Show"), TEXT("Copy the equivalent duectl command for the selected tasks."), "", "",
        Selection, true, false},
    {"command.retry", Task, TEXT("&Retry"), TEXT("Copy the equivalent duectl command for the selected tasks."), "", "",
        Selection, false, false},
    {"command.runNow", Task, TEXT("R&un now"), TEXT("Copy the equivalent duectl command for the selected tasks."), "",
        "", Selection, false, false},
    {"command.reschedule", Task, TEXT("Res&chedule…"),
        TEXT("Copy the equivalent duectl command for the selected tasks."), "", "", Selection, false, false},
    {"command.discard", Task, TEXT("&Discard"), TEXT("Copy the equivalent duectl command for the selected tasks."), "",
        "", Selection, false, false},
    {"command.restore", Task, TEXT("Res&tore"), TEXT("Copy the equivalent duectl command for the selected tasks."), "",
        "", Selection, false, false},
    {"command.delete", Task, TEXT("Delete &permanently"),
        TEXT("Copy the equivalent duectl command for the selected tasks."), "", "", Selection, false, false},

    {"queue.pause", Queue, TEXT("&Pause"), TEXT("Stop workers from claiming tasks from this queue."), "pause", "",
        ShownQueue, false, true},
    {"queue.resume", Queue, TEXT("&Resume"), TEXT("Let workers claim tasks from this queue again."), "play", "",
        ShownQueue, false, true},
    {"queue.shares", Queue, TEXT("&Who is filling this queue…"),
        TEXT("Show which customers, types or other values account for most tasks in this queue."), "metrics", "",
        ShownQueue, false, false},
    {"queue.settings", Queue, TEXT("Queue &settings…"),
        TEXT("Set how long this queue keeps tasks, and the default options for its tasks."), "settings", "", ShownQueue,
        false, true},
    {"queue.delete", Queue, TEXT("&Delete queue…"), TEXT("Permanently delete this queue and every task in it."),
        "delete", "", ShownQueue, false, true},
    {"queue.export", Queue, TEXT("&Export tasks…"), TEXT("Export tasks to a file, as JSON lines (lossless) or CSV."),
        "export", "", ShownQueue, true, false},
    {"queue.import", Queue, TEXT("&Import tasks…"), TEXT("Import tasks from a file into this queue, after a preview."),
        "import", "", ShownQueue, false, true},
    {"queue.adopt", Queue, TEXT("&Adopt…"),
        TEXT("Move this custom queue's tasks into a native queue on the same server."), "import", "", ShownQueue, true,
        true},

    {"schedule.new", Schedules, TEXT("&New recurring task…"),
        TEXT("Add tasks on a schedule: at set times or at regular intervals."), "schedules", "Ctrl+Shift+N",
        ScheduleLayout, false, true},
    {"schedule.edit", Schedules, TEXT("&Edit recurring task…"),
        TEXT("Change when the recurring task runs, and what it adds."), "edit", "E", ChosenSchedule, false, true},
    {"schedule.enable", Schedules, TEXT("En&able recurring task"),
        TEXT("Let the recurring task add tasks again, starting with its next run."), "play", "Shift+E", ChosenSchedule,
        true, true},
    {"schedule.disable", Schedules, TEXT("&Disable recurring task"),
        TEXT("Keep the recurring task, but stop it from adding tasks."), "pause", "Shift+D", ChosenSchedule, false,
        true},
    {"schedule.runNow", Schedules, TEXT("&Run recurring task now"),
        TEXT("Add one task now. The next run is not affected."), "run-now", "Shift+N", ChosenSchedule, false, true},
    {"schedule.remove", Schedules, TEXT("Remo&ve recurring task…"),
        TEXT("Remove the recurring task, but keep its existing tasks."), "delete", "Backspace", ChosenSchedule, false,
        true},
    {"schedule.command.add", Schedules, TEXT("&Add"),
        TEXT("Copy the equivalent duectl command for the selected recurring task."), "", "", ChosenSchedule, true,
        false},
    {"schedule.command.enable", Schedules, TEXT("&Enable"),
        TEXT("Copy the equivalent duectl command for the selected recurring task."), "", "", ChosenSchedule, false,
        false},
    {"schedule.command.disable", Schedules, TEXT("&Disable"),
        TEXT("Copy the equivalent duectl command for the selected recurring task."), "", "", ChosenSchedule, false,
        false},
    {"schedule.command.runNow", Schedules, TEXT("R&un now"),
        TEXT("Copy the equivalent duectl command for the selected recurring task."), "", "", ChosenSchedule, false,
        false},
    {"schedule.command.remove", Schedules, TEXT("Re&move"),
        TEXT("Copy the equivalent duectl command for the selected recurring task."), "", "", ChosenSchedule, false,
        false},

    {"worker.start", Worker, TEXT("&Start the local worker"), TEXT("Run this queue's due tasks in this window."),
        "play", "Ctrl+Return", IdleWorker, false, true},
    {"worker.drain", Worker, TEXT("&Drain"), TEXT("Finish running tasks, then stop."), "drain", "", RunningWorker,
        false, false},
    {"worker.stop", Worker, TEXT("S&top now"), TEXT("Stop now and return unfinished tasks to the queue."), "stop", "",
        RunningWorker, false, false},

    {"tools.palette", Tools, TEXT("&Find an action…"), TEXT("Find an action, queue or task by typing."), "search",
        "Ctrl+K", Nothing, false, false},
    {"tools.copyDiagnostics", Tools, TEXT("Copy &diagnostics"),
        TEXT("Copy versions and states for a bug report, without hosts or secrets."), "info", "", Nothing, false,
        false},

    {"help.shortcuts", Help, TEXT("Actions and &keys"), TEXT("Show every action, its shortcuts and what it does."),
        "help", "F1", Nothing, false, false},
    {"help.tour", Help, TEXT("&Tour of the sandbox"),
        TEXT("Take a one-minute tour with demo queues in a private Redis."), "sandbox", "", Nothing, false, false},
    {"help.changes", Help, TEXT("What is &new"), TEXT("Show what is new in this and earlier versions."), "info", "",
        Nothing, false, false},
    {"help.designs", Help, TEXT("Custom &designs"),
        TEXT("Compare what each custom design's own worker and Dueline's worker can lose or run twice."), "queue", "",
        Nothing, false, false},
    {"help.about", Help, TEXT("&About Dueline"), TEXT("Version, license and libraries."), "dueline", "", Nothing, true,
        false},
};

#undef TEXT

} // namespace

std::span<const ActionRow> actionTable() { return rows; }

const ActionRow& actionRow(QByteArrayView id)
{
    const auto found
        = std::find_if(std::begin(rows), std::end(rows), [id](const ActionRow& row) { return id == row.id; });
    if (found == std::end(rows))
        qFatal("The action table has no action \"%s\".", id.toByteArray().constData());
    return *found;
}

bool offeredBy(const ActionRow& row, const Capabilities& capabilities)
{
    const QByteArray id = QByteArray(row.id).replace("command.", "task.");
    if (id == "task.add" || id == "task.copy")
        return capabilities.add;
    if (id == "task.edit")
        return !capabilities.edits.isEmpty();
    if (id == "task.retry")
        return capabilities.can(ActionKind::Retry);
    if (id == "task.retryLater")
        return capabilities.can(ActionKind::Retry) && capabilities.retryLater;
    if (id == "task.runNow")
        return capabilities.can(ActionKind::RunNow);
    if (id == "task.reschedule")
        return capabilities.can(ActionKind::Reschedule);
    if (id == "task.discard")
        return capabilities.can(ActionKind::Discard);
    if (id == "task.restore")
        return capabilities.can(ActionKind::Restore);
    if (id == "task.delete")
        return capabilities.can(ActionKind::Delete);
    if (id == "task.cancel")
        return capabilities.cancel;
    if (id == "task.release" || id == "task.extend")
        // A lease held by a framework's own worker can't be released.
        return capabilities.cancel && capabilities.leases;
    if (id == "queue.pause" || id == "queue.resume")
        return capabilities.pause;
    if (id == "queue.settings" || id == "queue.delete")
        return capabilities.settings;
    if (id == "queue.import")
        return capabilities.add;
    if (id == "task.move")
        return (capabilities.add && capabilities.place) || capabilities.copied;
    if (id == "queue.adopt")
        return capabilities.adoptable;
    if (id == "edit.undo")
        return capabilities.undo;
    if (id.startsWith("worker."))
        return capabilities.leases;
    return true;
}

bool isOfSchedules(const ActionRow& row) { return QByteArrayView(row.id).startsWith("schedule."); }

bool isCopyOfCommand(const ActionRow& row)
{
    return QByteArrayView(row.id).startsWith("command.") || QByteArrayView(row.id).startsWith("schedule.command.");
}

QString actionText(const ActionRow& row) { return QCoreApplication::translate("dueline", row.text); }

QString actionTip(const ActionRow& row) { return QCoreApplication::translate("dueline", row.tip); }

} // namespace dueline
