// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/taskstate.h"

#include <QCoreApplication>
#include <QString>

#include <span>

namespace dueline {

/// What an action needs before it can be pressed.
enum class Needs : quint8 {
    Nothing,
    Connection, ///< an open connection
    ShownQueue, ///< a queue is shown
    QueueToBe, ///< the same, or there is none yet, and the action makes the first
    Selection, ///< at least one task is selected
    Leases, ///< at least one leased task is selected
    Undo, ///< a finished operation can be undone
    RunningWorker, ///< the embedded worker runs
    IdleWorker, ///< it does not run, and may
    ScheduleLayout, ///< the layout has recurring tasks
    ChosenSchedule, ///< a recurring task is chosen, and what can be done fits it
};

enum class MenuPlace : quint8 { File, Edit, View, Task, Queue, Schedules, Worker, Tools, Help };

/// One row of the table that everything is made from: menus, toolbar, shortcuts, context menus, command palette and
/// help page.
struct ActionRow
{
    const char* id; ///< `task.retry`: stable, used by tests, settings and accessibility
    MenuPlace menu;
    const char* text; ///< with & mnemonic; translate in context `dueline`
    const char* tip; ///< a sentence for tooltip and help
    const char* icon; ///< of resources/icons, may be empty
    const char* shortcut; ///< portable text, may be empty; single letters act in table and timeline only
    Needs needs;
    bool separatorBefore;
    bool writes; ///< cannot be pressed on a read-only connection
};

/// All actions, in menu order.
std::span<const ActionRow> actionTable();
/// One that is not in the table is a defect of the program and ends it, in every build.
const ActionRow& actionRow(QByteArrayView id);
/// Whether the layout offers it at all.
bool offeredBy(const ActionRow& row, const Capabilities& capabilities);
/// Whether it is about recurring tasks: its single key acts in their list alone.
bool isOfSchedules(const ActionRow& row);
/// Whether it copies the command of an action: these stand in a menu of their own.
bool isCopyOfCommand(const ActionRow& row);
/// Its text in the current language, mnemonic included.
QString actionText(const ActionRow& row);
QString actionTip(const ActionRow& row);

} // namespace dueline
