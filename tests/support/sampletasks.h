// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline::sample {

/// Content for tasks in large queues. Everything is derived from a task's number alone.

/// Returns one of ten types, in rotation.
QByteArray type(qint64 number);
/// Returns an order as JSON, with its number and filler text. `bytes` is its size, at least 30.
QByteArray payload(qint64 number, int bytes);
/// Returns an error of one of five failure groups, in rotation, with numbers that differ from task to task.
QByteArray error(qint64 number);

} // namespace dueline::sample
