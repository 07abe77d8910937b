// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/taskstate.h"

#include <QCoreApplication>
#include <QString>

#include <span>

namespace dueline {

/// Condition under which an action is enabled.
enum class Needs : quint8 {
    Nothing,
    Connection, ///< an open connection
    ShownQueue, ///< a queue is shown
    QueueToBe, ///< a queue is shown, or the action creates the first one
    Selection, ///< At least one task is selected.
    Leases, ///< At least one leased task is selected.
    Undo, ///< an operation that can be undone
    RunningWorker, ///< the embedded worker is running
    IdleWorker, ///< the embedded worker is idle and can be started
    ScheduleLayout, ///< the layout supports recurring tasks
    ChosenSchedule, ///< a recurring task is selected, and the action applies to it
};

enum class MenuPlace : quint8 { File, Edit, View, Task, Queue, Schedules, Worker, Tools, Help };

/// Row of the action table, which defines menus, toolbar, shortcuts, context menus, command palette and help page.
struct ActionRow
{
    const char* id; ///< `task.retry`; stable, because tests, settings and accessibility use it
    MenuPlace menu;
    const char* text; ///< text with & mnemonic; translate in context `dueline`
    const char* tip; ///< a sentence for tooltip and help
    const char* icon; ///< name in resources/icons, may be empty
    const char* shortcut; ///< portable text, may be empty; single letters are active only in table and timeline
    Needs needs;
    bool separatorBefore;
    bool writes; ///< disabled on a read-only connection
};

/// Returns all actions, in menu order.
std::span<const ActionRow> actionTable();
/// Returns the row of an id. An unknown id is a programming error and ends the program in every build.
const ActionRow& actionRow(QByteArrayView id);
/// Returns whether the layout supports the action.
bool offeredBy(const ActionRow& row, const Capabilities& capabilities);
/// Returns whether the action applies to recurring tasks, in which case its single key is active only in their list.
bool isOfSchedules(const ActionRow& row);
/// Returns whether the action copies the command of another action. These actions are in a submenu.
bool isCopyOfCommand(const ActionRow& row);
/// Returns the text in the current language, including the mnemonic.
QString actionText(const ActionRow& row);
QString actionTip(const ActionRow& row);

} // namespace dueline
