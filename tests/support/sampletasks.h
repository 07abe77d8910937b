// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

namespace dueline::sample {

/// What the tasks of large queues hold, each made of its number alone.

/// One of ten, in turn.
QByteArray type(qint64 number);
/// JSON of an order with its number and what people write beside it, so many bytes, from 30 on.
QByteArray payload(qint64 number, int bytes);
/// One of five kinds, in turn, with numbers in it that differ from task to task.
QByteArray error(qint64 number);

} // namespace dueline::sample
