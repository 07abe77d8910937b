// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"

namespace dueline {

/// Whether a command stands on the list of those that change nothing on a server: what a connection that may only read
/// sends. What is not known here is not on it.
bool isReadCommand(const Command& command);

/// Its name in capitals, with the second word where that says what it does: `CONFIG GET`.
QByteArray commandVerb(const Command& command);

} // namespace dueline
