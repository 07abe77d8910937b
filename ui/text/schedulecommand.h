// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"

#include <QString>

namespace dueline {

/// Returns a command that creates this schedule, such as `duectl schedules 'mail' add 'nightly' '30 3 * * *' 'report'
/// --zone 'Asia/Shanghai'`. `replace`: true to replace an existing schedule with this name.
QString addScheduleCommand(const QueueName& queue, const Schedule& schedule, bool replace);
/// Returns a command for an existing schedule, such as `duectl schedules 'mail' remove 'nightly'`. `verb`: enable,
/// disable, run-now or remove.
QString scheduleCommand(const QueueName& queue, const QByteArray& verb, const QByteArray& name);

} // namespace dueline
