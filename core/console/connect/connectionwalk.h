// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/connectionstep.h"
#include "core/console/connect/openbackend.h"

#include <atomic>
#include <functional>

namespace dueline {

/// Walks the whole way to a server step by step, on the calling thread, which has to be a QThread, and tells each as it
/// ends. Writes nothing. A step that fails ends it; a warning does not. Each step has the connection's own deadlines;
/// `cancelled` is looked at between them. Whether every step was reached and none failed.
bool walkConnection(const ConnectionSpec& spec, const std::atomic<bool>& cancelled,
    const std::function<void(const ConnectionStep&)>& tell);

} // namespace dueline
