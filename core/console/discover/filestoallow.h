// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

namespace dueline {

/// The user's own layout file, which must not change tasks on a server until the user consents.
struct FileToAllow
{
    LayoutSpec layout;
    QString reach; ///< sentences that describe what the file may change
};

/// Returns the files among the layouts of a connection to which the user has not consented on its server. A file that
/// cannot be read is left out.
std::vector<FileToAllow> filesToAllow(const ConnectionSpec& connection);

/// Stores the user's consent on this machine. Errors: Io, NotFound, Usage.
Result<> allowFile(const FileToAllow& file, const ConnectionSpec& connection);

} // namespace dueline
