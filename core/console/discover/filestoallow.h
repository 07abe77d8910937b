// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

#include <functional>

namespace dueline {

/// Layout file that the user wrote. It cannot change tasks on a server until the user consents.
struct FileToAllow
{
    QString layout; ///< the layout, as in `--layout`
    QString reach; ///< sentences that say which data the file may change
    /// Records that the user consents to this file, for as long as its content does not change. Errors: Io.
    std::function<Result<>()> allow;
};

/// Returns the connection's layout files to which the user has not consented for its server. Omits files that cannot be
/// read.
std::vector<FileToAllow> filesToAllow(const ConnectionSpec& connection);

} // namespace dueline
