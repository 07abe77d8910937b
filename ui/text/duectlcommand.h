// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"

#include <QStringList>

namespace dueline {

/// Returns `duectl retry 'mail' 'mail.send#1'`: the command that performs an action on these tasks. Every word is
/// quoted for a POSIX shell. The command has neither the connection nor `--yes`, so that duectl asks before it changes
/// several tasks. Tasks that would exceed the safe length of a command line are moved to additional commands, one per
/// line; spread tasks stay together. `pace`: tasks per second, 0: unlimited.
QString actionCommand(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// Returns `duectl retry 'mail' --match 'error:timeout' --state failed`: the command for all matches of a filter in
/// these states. An empty filter is `--all`.
QString filterCommand(const QueueName& queue, const Action& action, const QString& filter, StateSet states,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// Returns ` --match='error:timeout' --state failed`, the options that select tasks. An empty filter is `--all`; all
/// states give no option.
QString filterWords(const QString& filter, StateSet states);

/// Returns `start` followed by the queue and `words` (tasks or a file), after `--` if one of them looks like an option.
/// Words beyond the safe length of a command line are moved to additional commands, one per line.
QString commandOn(const QString& start, const QueueName& queue, const std::vector<QByteArray>& words = {});

/// Returns `duectl edit 'mail' 'mail.send#1' --lease '5m'`: `start`, the queue, the task or type, and the options.
/// Names that look like options are placed after the options and `--`.
QString commandWith(const QString& start, const QueueName& queue, const QByteArray& name, const QStringList& options);
/// Returns `--reason 'it is late'`; `--reason='-- late'` for a value that looks like an option.
QString optionWith(const char* name, const QByteArray& value);

/// Returns `duectl show 'mail' 'mail.send#1'`, one line per task.
QString showCommands(const QueueName& queue, const std::vector<TaskId>& ids);

/// Returns `duectl release 'mail' 'mail.send#1'`, or `cancel`, for the lease of one task.
QString leaseCommand(bool releases, const QueueName& queue, const TaskId& id);

/// Returns `duectl diff 'mail' 'mail.send#1' 'mail.send#2'`; for attempts of one task, with `--attempts 1,3`.
QString diffCommand(
    const QueueName& queue, const std::vector<TaskId>& ids, const std::optional<std::pair<int, int>>& attempts = {});

std::vector<TaskId> idsOf(const std::vector<TaskRef>& refs);

} // namespace dueline
