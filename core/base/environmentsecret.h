// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/secret.h"

namespace dueline {

/// Takes a secret out of the environment; empty when it is not set. Children do not inherit it, and its bytes are
/// overwritten where they stand, so that /proc/PID/environ does not show them from then on. Call it before there are
/// threads that read the environment.
Secret takeEnvironmentSecret(const char* name);

} // namespace dueline
