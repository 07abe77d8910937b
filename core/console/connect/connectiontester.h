// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/connectionstep.h"
#include "core/console/connect/openbackend.h"

#include <atomic>
#include <functional>

namespace dueline {

/// Tests the connection to a server step by step on the calling thread, which must be a QThread, and reports each step
/// when it ends. Writes nothing. A failed step ends the test; a warning does not. Each step is subject to the deadlines
/// of the connection; `cancelled` is checked between steps. Returns whether all steps ran and none failed.
bool testConnection(const ConnectionSpec& spec, const std::atomic<bool>& cancelled,
    const std::function<void(const ConnectionStep&)>& tell);

} // namespace dueline
