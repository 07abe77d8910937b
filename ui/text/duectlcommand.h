// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"

#include <QStringList>

namespace dueline {

/// Returns a command that performs an action on these tasks, such as `duectl retry 'mail' 'mail.send#1'`. Each word is
/// quoted for a POSIX shell. The command contains neither the connection nor `--yes`, so duectl asks before changing
/// multiple tasks. If the tasks exceed a command line's safe length, returns multiple commands, one per line. Actions
/// that spread tasks are always a single command. `pace`: tasks per second; 0 means unlimited.
QString actionCommand(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// Returns a command for all matches of a filter in these states, such as `duectl retry 'mail' --match 'error:timeout'
/// --state failed`. An empty filter is written as `--all`.
QString filterCommand(const QueueName& queue, const Action& action, const QString& filter, StateSet states,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// Returns the options that select tasks, such as ` --match='error:timeout' --state failed`. An empty filter is written
/// as `--all`, and all states need no option.
QString filterWords(const QString& filter, StateSet states);

/// Returns `start` followed by the queue and `words` (tasks or a file), preceded by `--` if any of them looks like an
/// option. If the words exceed a command line's safe length, returns multiple commands, one per line.
QString commandOn(const QString& start, const QueueName& queue, const std::vector<QByteArray>& words = {});

/// Returns a command consisting of `start`, the queue, the task or type, and the options, such as `duectl edit 'mail'
/// 'mail.send#1' --lease '5m'`. Names that look like options are placed after the options and `--`.
QString commandWith(const QString& start, const QueueName& queue, const QByteArray& name, const QStringList& options);
/// Returns an option with its value, such as `--reason 'it is late'`, or `--reason='-- late'` if the value looks like
/// an option.
QString optionWith(const char* name, const QByteArray& value);

/// Returns one command per task, such as `duectl show 'mail' 'mail.send#1'`.
QString showCommands(const QueueName& queue, const std::vector<TaskId>& ids);

/// Returns a command that releases or cancels a task's lease, such as `duectl release 'mail' 'mail.send#1'`.
QString leaseCommand(bool releases, const QueueName& queue, const TaskId& id);

/// Returns a command that compares tasks, such as `duectl diff 'mail' 'mail.send#1' 'mail.send#2'`. To compare one
/// task's attempts, the command contains `--attempts 1,3`.
QString diffCommand(
    const QueueName& queue, const std::vector<TaskId>& ids, const std::optional<std::pair<int, int>>& attempts = {});

std::vector<TaskId> idsOf(const std::vector<TaskRef>& refs);

} // namespace dueline
