// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/scriptlibrary.h"

namespace dueline {

/// The scripts of `:/lua/NAME`, loaded once per process; from any thread. A program that was built without them ends.
const ScriptLibrary& scriptLibrary(const char* name);

} // namespace dueline
