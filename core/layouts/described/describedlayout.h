// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Returns the layouts whose files are part of the program, such as `bee-queue`, by name.
const std::vector<const LayoutType*>& shippedLayouts();

/// Returns the layout `file:PATH`, for queues described by a file on disk.
const LayoutType& fileLayout();

/// Returns sentences that describe what a layout `file:PATH` may change; empty if the user has consented to this on the
/// server. `parameters`: those of fileLayout(). Errors: Io, NotFound, Usage.
Result<QString> reachToAllow(const LayoutParameters* parameters, const RedisConfig& server);

/// Stores the user's consent to let a layout `file:PATH` change tasks on a server. Returns sentences that describe what
/// it may change. `parameters`: those of fileLayout(). Errors: Io, NotFound, Usage.
Result<QString> allowFileLayout(const LayoutParameters* parameters, const RedisConfig& server);

} // namespace dueline
