// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/taskstate.h"

#include <QCoreApplication>
#include <QString>

#include <span>

namespace dueline {

/// Condition that enables an action.
enum class Needs : quint8 {
    Nothing,
    Connection, ///< a connection is open
    ShownQueue, ///< a queue is shown
    QueueToBe, ///< a queue is shown, or there are none yet and the action creates the first one
    Selection, ///< at least one task is selected
    Leases, ///< at least one leased task is selected
    Undo, ///< there is an operation to undo
    RunningWorker, ///< the embedded worker is running
    IdleWorker, ///< the embedded worker is stopped and can be started
    ScheduleLayout, ///< the layout supports recurring tasks
    ChosenSchedule, ///< a recurring task is selected, and the action applies to it
};

enum class MenuPlace : quint8 { File, Edit, View, Task, Queue, Schedules, Worker, Tools, Help };

/// Row of the action table, which defines the menus, toolbar, shortcuts, context menus, command palette and help page.
struct ActionRow
{
    const char* id; ///< stable id, such as `task.retry`; used by tests, settings and accessibility tools
    MenuPlace menu;
    const char* text; ///< label with an & mnemonic; translated in the context `dueline`
    const char* tip; ///< sentence for the tooltip and the help page
    const char* icon; ///< file name in resources/icons; may be empty
    /// Shortcut as portable text; may be empty. Single letters work only in the task table and the timeline.
    const char* shortcut;
    Needs needs;
    bool separatorBefore;
    bool writes; ///< true if the action is disabled on a read-only connection
};

/// Returns all actions, in menu order.
std::span<const ActionRow> actionTable();
/// Returns the row for an id. An unknown id is a programming error and aborts the program in all builds.
const ActionRow& actionRow(QByteArrayView id);
/// Returns whether the layout supports the action.
bool offeredBy(const ActionRow& row, const Capabilities& capabilities);
/// Returns whether the action is for recurring tasks. Its single-key shortcut, if any, works only in the list of
/// recurring tasks.
bool isOfSchedules(const ActionRow& row);
/// Returns whether the action copies another action's duectl command. Such actions are in a submenu.
bool isCopyOfCommand(const ActionRow& row);
/// Returns the label in the current language, with the mnemonic.
QString actionText(const ActionRow& row);
QString actionTip(const ActionRow& row);

} // namespace dueline
