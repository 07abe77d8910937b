// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

#include <functional>

namespace dueline {

/// The user's own layout file, which must not change tasks on a server until the user consents.
struct FileToAllow
{
    QString layout; ///< the file, as in `--layout`
    QString reach; ///< sentences that describe what the file may change
    /// Stores the user's consent to the file with the contents that were read. Errors: Io.
    std::function<Result<>()> allow;
};

/// Returns a connection's layout files to which the user has not consented on its server. A file
/// that cannot be read is left out.
std::vector<FileToAllow> filesToAllow(const ConnectionSpec& connection);

} // namespace dueline
