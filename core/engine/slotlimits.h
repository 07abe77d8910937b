// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/handlers/handlerregistry.h"

#include <vector>

namespace dueline {

/// Returns how many of `count` slots can be started. Qt aborts the program if a thread can't open its wake-up
/// descriptor. Call this before the services connect. Errors: Io, with a complete sentence, if no slot can be started.
Result<int> slotsCarried(const HandlerRegistry& handlers, int count);

/// Returns an error for each limit that `count` slots may exceed: this process's open files, and the user's processes.
/// Each message is a sentence that includes the remedy. Call this after everything else is open, and before the slots
/// start. The limits may be reached earlier than calculated, because the user's other processes aren't counted.
std::vector<Error> limitsBelow(const HandlerRegistry& handlers, int count);

} // namespace dueline
