// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <QString>

namespace dueline {

/// Returns a command as shown in the command log: verb, script, keys, ids, and numbers. Passwords, payloads, results,
/// and other values are replaced by their number and size. The text is one line of at most 300 characters, with
/// escapes.
QString commandText(const Command& command);

/// Returns the verb in upper case, such as `ZADD` or `CONFIG GET`, or the name of a script, such as `native/claim`.
QByteArray commandName(const Command& command);

/// Returns whether a command may change data on the server; true for unknown commands.
bool isWriting(const Command& command);

} // namespace dueline
