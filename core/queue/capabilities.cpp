// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/capabilities.h"

#include <algorithm>

namespace dueline {

bool Capabilities::can(ActionKind kind) const
{
    return std::find(actions.begin(), actions.end(), kind) != actions.end();
}

} // namespace dueline
