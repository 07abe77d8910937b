// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"
#include "core/redis/redisconfig.h"

#include <functional>
#include <optional>

namespace dueline {

/// Returns the layouts whose files are built into the program, such as `bee-queue`, by name.
const std::vector<const LayoutType*>& shippedLayouts();

/// Returns the layout `file:PATH`, for queues described by a file on disk.
const LayoutType& fileLayout();

/// Changes that a layout file may make on a server, as last read, and the function that stores the user's consent.
struct FileReach
{
    QString text; ///< sentences that describe the changes
    std::function<Result<>()> allow; ///< stores the user's consent. Errors: Io
};

/// Returns a description of the changes that a layout `file:PATH` may make; nullopt if the user has already consented
/// to them on the server. `parameters`: from fileLayout(). `queues`: queues on the server, whose first keys are
/// included in the description. Errors: Io, NotFound, Usage.
Result<std::optional<FileReach>> reachToAllow(
    const LayoutParameters* parameters, const RedisConfig& server, const std::vector<QueueName>& queues = {});

/// Stores the user's consent to let a layout `file:PATH` change tasks on a server. Returns sentences that describe the
/// permitted changes. `parameters`: from fileLayout(). Errors: Io, NotFound, Usage.
Result<QString> allowFileLayout(const LayoutParameters* parameters, const RedisConfig& server);

} // namespace dueline
