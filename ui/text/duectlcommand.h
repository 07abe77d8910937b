// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/operations/operationrequest.h"

#include <QStringList>

namespace dueline {

/// `duectl retry 'mail' 'mail.send#1'`: the duectl command that does an action to these tasks, every word quoted for a
/// POSIX shell, without the connection and without `--yes`, so that duectl asks before it changes several. More tasks
/// than a command line safely holds are several commands, one a line; spread ones stay together. `pace`: tasks a
/// second, 0: as fast as it goes.
QString actionCommand(const QueueName& queue, const Action& action, const std::vector<TaskId>& ids,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// `duectl retry 'mail' --match 'error:timeout' --state failed`: the same for all that a filter finds in these states;
/// an empty filter is `--all`.
QString filterCommand(const QueueName& queue, const Action& action, const QString& filter, StateSet states,
    const QByteArray& reason = {}, qint64 pace = 0, const std::optional<Canary>& canary = {});

/// ` --match='error:timeout' --state failed`, the part of it that says which; an empty filter is `--all`, all states
/// are none.
QString filterWords(const QString& filter, StateSet states);

/// `start`, a whole command but for these, with the queue and the words behind it, tasks or a file: behind `--` where
/// one of them looks like an option. More than a command line safely holds are several commands, one a line.
QString commandOn(const QString& start, const QueueName& queue, const std::vector<QByteArray>& words = {});

/// `duectl edit 'mail' 'mail.send#1' --lease '5m'`: `start`, the queue, the task or type, and the options behind them.
/// Names that look like options stand behind the options and `--`.
QString commandWith(const QString& start, const QueueName& queue, const QByteArray& name, const QStringList& options);
/// `--reason 'it is late'`; `--reason='-- late'` of a value that looks like an option.
QString optionWith(const char* name, const QByteArray& value);

/// `duectl show 'mail' 'mail.send#1'`, one line per task.
QString showCommands(const QueueName& queue, const std::vector<TaskId>& ids);

/// `duectl release 'mail' 'mail.send#1'`, or `cancel`: what is done to the lease of one task.
QString leaseCommand(bool releases, const QueueName& queue, const TaskId& id);

/// `duectl diff 'mail' 'mail.send#1' 'mail.send#2'`; of one task `--attempts 1,3` behind it.
QString diffCommand(
    const QueueName& queue, const std::vector<TaskId>& ids, const std::optional<std::pair<int, int>>& attempts = {});

std::vector<TaskId> idsOf(const std::vector<TaskRef>& refs);

} // namespace dueline
