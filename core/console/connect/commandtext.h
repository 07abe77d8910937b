// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/reply.h"

#include <QString>

namespace dueline {

/// A command as the command log may show it: verb, script, keys, ids and numbers; never a password, payload, result or
/// other value, of which number and size stand there. One line, escaped, at most 300 characters.
QString commandText(const Command& command);

/// The verb in capitals, `ZADD`, `CONFIG GET`; of a script its name, `native/claim`.
QByteArray commandName(const Command& command);

/// Whether a command may change something on the server; one that is not known is believed to.
bool isWriting(const Command& command);

} // namespace dueline
