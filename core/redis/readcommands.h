// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"

namespace dueline {

/// Returns whether a command is known to change nothing on a server. A read-only connection sends only such commands.
bool isReadCommand(const Command& command);

/// Returns the command's name in capitals, with its second word if that selects the operation: `CONFIG GET`.
QByteArray commandVerb(const Command& command);

} // namespace dueline
