// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <QByteArray>

namespace dueline {

/// Returns one line of JSON with the members of `duectl list --json`, the queue, and the state's instant. Invalid UTF-8
/// in an id or error is replaced.
QByteArray taskJson(const QueueName& queue, const Task& task);

} // namespace dueline
