// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/redis/reply.h"

namespace dueline {

/// Conversion between an operation's record and its hash in Redis, for all layouts that store records.
namespace OperationFields {

/// Returns the arguments for `record` scripts (see include/putrecord.lua): the unique part of the id, the id, whether
/// the operation has finished, the kind, the number of tasks acted on, the operator, whether the operation undoes
/// another one, its holder, and the duration of the hold, followed by the names and values of the record's fields.
std::vector<QByteArray> arguments(const OperationRecord& record);
/// Parses the HGETALL reply for a record. Doesn't set the tasks that a move has in transit; the layout reads these
/// itself. `now`: the server's time.
OperationRecord read(const QueueName& queue, const QByteArray& unique, const std::vector<Reply>& fields, TimePoint now);
/// Translates the script errors HELD, OVER and GONE, which concern the operation's record. Returns other errors
/// unchanged.
Error errorOf(const Error& error, const OperationId& operation);

} // namespace OperationFields

} // namespace dueline
