// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QByteArray>

namespace dueline {

/// Returns one line of JSON with the same members as `duectl list --json`, plus the queue and the state's instant.
/// Replaces invalid UTF-8 in an id or error.
QByteArray taskJson(const QueueName& queue, const Task& task);

} // namespace dueline
