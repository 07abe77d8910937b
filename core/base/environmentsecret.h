// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

namespace dueline {

/// Removes a secret from the environment and returns it; empty if it is not set. Child processes then do not inherit
/// the secret. Overwrites its bytes in place, so that /proc/PID/environ no longer contains them. Call this before
/// starting any thread that reads the environment.
Secret takeEnvironmentSecret(const char* name);

} // namespace dueline
