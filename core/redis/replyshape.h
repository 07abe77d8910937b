// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <QString>

namespace dueline {

/// Returns whether `command` can return a reply of this type; error replies are always accepted. Also checks an array's
/// direct elements. An unknown command may return any type. Without this check, a number in place of a list would be
/// read as an empty list.
bool fits(const Command& command, const Reply& reply);

/// Returns the maximum size in bytes of a command's reply. It is small for numbers, names and server statistics.
qsizetype mostReplyBytes(const Command& command);

/// Returns a sentence about the first of `commands` whose reply doesn't fit; empty if all fit. Between MULTI and EXEC,
/// the expected reply is `QUEUED`.
QString misfit(const std::vector<Command>& commands, const std::vector<Reply>& replies);

} // namespace dueline
