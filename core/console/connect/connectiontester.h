// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/connectionstep.h"
#include "core/console/connect/openbackend.h"

#include <atomic>
#include <functional>

namespace dueline {

/// Tests a connection step by step on the calling thread, which must be a QThread. `tell`: called after each step. A
/// failed step ends the test; a warning doesn't. Writes nothing to the server. Each step has the connection's timeouts;
/// `cancelled` is checked between steps. Returns true if all steps ran and none failed.
bool testConnection(const ConnectionSpec& spec, const std::atomic<bool>& cancelled,
    const std::function<void(const ConnectionStep&)>& tell);

} // namespace dueline
