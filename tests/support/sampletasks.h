// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline::sample {

/// Content for the tasks of large queues, all derived from a task's number.

/// Returns one of ten types, in rotation.
QByteArray type(qint64 number);
/// Returns an order as JSON, with its number and filler text. `bytes` is the total size, at least 30.
QByteArray payload(qint64 number, int bytes);
/// Returns an error from one of five failure groups, in rotation, with different numbers for each task.
QByteArray error(qint64 number);

} // namespace dueline::sample
