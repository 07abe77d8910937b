// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/handlers/handlerregistry.h"

#include <vector>

namespace dueline {

/// Returns how many of `count` slots can be started. Qt aborts the program if a thread cannot open its wake-up
/// descriptor. Call this before the services connect. Errors: Io, with a complete sentence, if no slot can be started.
Result<int> slotsCarried(const HandlerRegistry& handlers, int count);

/// Returns an error for each limit that `count` slots may exceed: open files of this process, and processes of the
/// user. Each message is a sentence that includes the remedy. Call this after everything else is open, and before the
/// slots start. The limits may be reached earlier, because other processes of the user are not counted.
std::vector<Error> limitsBelow(const HandlerRegistry& handlers, int count);

} // namespace dueline
