// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/scriptlibrary.h"

namespace dueline {

/// Returns the scripts of `:/lua/NAME`, loaded once per process; thread-safe. Aborts if the program was built without
/// them.
const ScriptLibrary& scriptLibrary(const char* name);

} // namespace dueline
