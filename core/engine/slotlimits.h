// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/engine/handlers/handlerregistry.h"

#include <vector>

namespace dueline {

/// How many of `count` slots may be started, so that Qt never lacks the file that wakes the event loop of a thread, for
/// which it ends the program. Asked before the services have their connections. Errors: Io, a whole sentence: not one.
Result<int> slotsCarried(const HandlerRegistry& handlers, int count);

/// Limits of this process that so many slots may not keep to, one sentence each with the way out: open files, and
/// processes of the user. Asked before the slots are there, with everything else open. A lower bound: what else the
/// user runs is not counted.
std::vector<Error> limitsBelow(const HandlerRegistry& handlers, int count);

} // namespace dueline
