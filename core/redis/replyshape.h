// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <QString>

namespace dueline {

/// Returns whether `command` can return a reply of this type; error replies are always accepted. For an array, its
/// direct elements are checked, too. An unknown command may return any type. Without this check, a number received
/// instead of a list would be read as an empty list.
bool fits(const Command& command, const Reply& reply);

/// Returns the maximum size in bytes of a reply to the command. The size is small if the reply is a number, a name or
/// server statistics.
qsizetype mostReplyBytes(const Command& command);

/// Returns a sentence about the first of `commands` whose reply does not fit; empty if all replies fit. Between MULTI
/// and EXEC, the expected reply is `QUEUED`.
QString misfit(const std::vector<Command>& commands, const std::vector<Reply>& replies);

} // namespace dueline
