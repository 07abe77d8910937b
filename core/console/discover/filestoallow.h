// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

#include <functional>

namespace dueline {

/// Layout file written by the user. It can't change tasks on a server without the user's consent.
struct FileToAllow
{
    QString layout; ///< the layout, as in `--layout`
    QString reach; ///< sentences that say which data the file may change
    /// Records the user's consent to this file, which lasts until its content changes. Errors: Io.
    std::function<Result<>()> allow;
};

/// Returns the connection's layout files that the user hasn't consented to for its server. Omits files that can't be
/// read. `queues`: the connection's queues, whose first keys are listed.
std::vector<FileToAllow> filesToAllow(const ConnectionSpec& connection, const std::vector<QueueName>& queues = {});

} // namespace dueline
