// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"
#include "core/redis/redisconfig.h"

#include <functional>
#include <optional>

namespace dueline {

/// Returns the layouts whose files are part of the program, such as `bee-queue`, by name.
const std::vector<const LayoutType*>& shippedLayouts();

/// Returns the layout `file:PATH`, for queues described by a file on disk.
const LayoutType& fileLayout();

/// Effect that a layout file, as it was read, may have on a server, and the function that stores the user's consent to
/// it.
struct FileReach
{
    QString text; ///< sentences
    std::function<Result<>()> allow; ///< Errors: Io
};

/// Returns what a layout `file:PATH` may change; nullopt if the user has already consented to this on the server.
/// `parameters`: those of fileLayout(). Errors: Io, NotFound, Usage.
Result<std::optional<FileReach>> reachToAllow(const LayoutParameters* parameters, const RedisConfig& server);

/// Stores the user's consent to let a layout `file:PATH` change tasks on a server. Returns sentences that describe what
/// it may change. `parameters`: those of fileLayout(). Errors: Io, NotFound, Usage.
Result<QString> allowFileLayout(const LayoutParameters* parameters, const RedisConfig& server);

} // namespace dueline
