// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/scriptlibrary.h"

namespace dueline {

/// Returns the scripts in `:/lua/NAME`, loaded once per process. Aborts if the program was built without them.
/// Thread-safe.
const ScriptLibrary& scriptLibrary(const char* name);

} // namespace dueline
