// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/schedule.h"

#include <QString>

namespace dueline {

/// `duectl schedules 'mail' add 'nightly' '30 3 * * *' 'report' --zone 'Asia/Shanghai'`: makes this schedule; one of
/// that name is replaced only with `replace`.
QString addScheduleCommand(const QueueName& queue, const Schedule& schedule, bool replace);
/// `duectl schedules 'mail' remove 'nightly'`; `verb`: enable, disable, run-now or remove.
QString scheduleCommand(const QueueName& queue, const QByteArray& verb, const QByteArray& name);

} // namespace dueline
