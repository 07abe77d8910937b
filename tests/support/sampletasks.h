// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline::sample {

/// Contents of tasks in large queues, each derived only from the task's number.

/// Returns one of ten types, in turn.
QByteArray type(qint64 number);
/// Returns an order as JSON, with its number and filler text. `bytes` is the size, at least 30.
QByteArray payload(qint64 number, int bytes);
/// Returns an error of one of five failure groups, in turn, with numbers that differ from task to task.
QByteArray error(qint64 number);

} // namespace dueline::sample
