// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/operation.h"
#include "core/redis/reply.h"

namespace dueline {

/// The record of an operation as the hash in Redis has it, the same for every layout that keeps one.
namespace OperationFields {

/// What `record` scripts take behind their own keys: the unique part of the id, the id, finished, kind, tasks acted on,
/// by whom, whether it undoes another, who carries it out and for how long (include/putrecord.lua), then fields and
/// values.
std::vector<QByteArray> arguments(const OperationRecord& record);
/// Reads what HGETALL answered. Of a move what is in transit is the layout's own. `now`: the server's.
OperationRecord read(const QueueName& queue, const QByteArray& unique, const std::vector<Reply>& fields, TimePoint now);
/// What the error words HELD, OVER and GONE of scripts that act on a record mean; other errors stay as they are.
Error errorOf(const Error& error, const OperationId& operation);

} // namespace OperationFields

} // namespace dueline
