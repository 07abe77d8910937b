// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"

#include <QStringList>

namespace dueline {

/// Returns the command that performs an action on these tasks: `duectl retry 'mail' 'mail.send#1'`. Each word is quoted
/// for a POSIX shell. The command includes neither the connection nor `--yes`, so duectl asks before it changes several
/// tasks. Tasks beyond the safe length of a command line are placed in additional commands, one per line; spread tasks
/// stay in one command. `pace`: tasks per second; 0: unlimited.
QString actionCommand(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// Returns the command for all matches of a filter in these states: `duectl retry 'mail' --match 'error:timeout'
/// --state failed`. An empty filter becomes `--all`.
QString filterCommand(const QueueName& queue, const Action& action, const QString& filter, StateSet states,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// Returns the options that select tasks: ` --match='error:timeout' --state failed`. An empty filter becomes `--all`;
/// all states need no option.
QString filterWords(const QString& filter, StateSet states);

/// Returns `start` followed by the queue and `words` (tasks or a file), after `--` if one of them looks like an option.
/// Words beyond the safe length of a command line are placed in additional commands, one per line.
QString commandOn(const QString& start, const QueueName& queue, const std::vector<QByteArray>& words = {});

/// Returns `start`, the queue, the task or type, and the options: `duectl edit 'mail' 'mail.send#1' --lease '5m'`.
/// Names that look like options follow the options and `--`.
QString commandWith(const QString& start, const QueueName& queue, const QByteArray& name, const QStringList& options);
/// Returns an option with its value: `--reason 'it is late'`; if the value looks like an option, `--reason='-- late'`.
QString optionWith(const char* name, const QByteArray& value);

/// Returns one command per task: `duectl show 'mail' 'mail.send#1'`.
QString showCommands(const QueueName& queue, const std::vector<TaskId>& ids);

/// Returns the command that releases (or cancels) the lease of one task: `duectl release 'mail' 'mail.send#1'`.
QString leaseCommand(bool releases, const QueueName& queue, const TaskId& id);

/// Returns the command that compares tasks: `duectl diff 'mail' 'mail.send#1' 'mail.send#2'`; for attempts of one task,
/// with `--attempts 1,3`.
QString diffCommand(
    const QueueName& queue, const std::vector<TaskId>& ids, const std::optional<std::pair<int, int>>& attempts = {});

std::vector<TaskId> idsOf(const std::vector<TaskRef>& refs);

} // namespace dueline
