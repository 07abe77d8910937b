// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/capabilities.h"
#include "core/queue/task.h"

namespace dueline {

/// Returns whether a task's error says that its worker crashed or stopped responding (Capabilities::crashErrors).
inline bool isCrash(const Capabilities& can, const Task& task)
{
    return std::any_of(can.crashErrors.begin(), can.crashErrors.end(),
        [&task](const QByteArray& beginning) { return task.error.startsWith(beginning); });
}

} // namespace dueline
