// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QByteArray>

namespace dueline {

/// One line of JSON, with the members that `duectl list --json` has, the queue and the state's instant. What is not
/// UTF-8 in an id or an error is replaced.
QByteArray taskJson(const QueueName& queue, const Task& task);

} // namespace dueline
