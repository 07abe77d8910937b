// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"

namespace dueline {

/// Returns whether a command is known not to change anything on a server. A read-only connection sends no other
/// commands.
bool isReadCommand(const Command& command);

/// Returns the command's name in capitals, with the second word if it selects the operation: `CONFIG GET`.
QByteArray commandVerb(const Command& command);

} // namespace dueline
