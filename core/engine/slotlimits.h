// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/handlers/handlerregistry.h"

#include <vector>

namespace dueline {

/// Returns how many of `count` slots may be started. Qt aborts the program if a thread cannot open its wake-up
/// descriptor. Call this before the services connect. Errors: Io, a complete sentence, if not even one slot may start.
Result<int> slotsCarried(const HandlerRegistry& handlers, int count);

/// Returns the limits of this process that `count` slots may exceed (open files, and processes of the user), each as a
/// sentence with the remedy. Call it before the slots start, when everything else is open. The limits may be reached
/// earlier, since other processes of the user are not counted.
std::vector<Error> limitsBelow(const HandlerRegistry& handlers, int count);

} // namespace dueline
