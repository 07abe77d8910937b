// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <QString>

namespace dueline {

/// Whether `reply` is of a kind that `command` can be answered with; error replies always are. The elements of an array
/// are looked at, too, one level deep. A command that is not known here may be answered with anything. Without it a
/// number in the place of a list would read as "nothing there".
bool fits(const Command& command, const Reply& reply);

/// Returns the largest reply to the command in bytes: few if it is a number, a name or figures of the server.
qsizetype mostReplyBytes(const Command& command);

/// The first of `commands` whose reply does not fit, as a sentence; empty when all do. Between MULTI and EXEC the
/// replies are `QUEUED`.
QString misfit(const std::vector<Command>& commands, const std::vector<Reply>& replies);

} // namespace dueline
