// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

namespace dueline {

/// Removes a secret from the environment and returns it; empty if it is not set. Child processes then don't inherit it.
/// Overwrites its bytes in place, so that they disappear from /proc/PID/environ too. Call this before starting any
/// thread that reads the environment.
Secret takeEnvironmentSecret(const char* name);

} // namespace dueline
