// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/openbackend.h"

namespace dueline {

/// Returns whether a move's source and target have the same server, database, prefix, and layout. Compares servers by
/// run id, because a server can have several addresses.
bool isSamePlace(const Backend& from, const ConnectionSpec& here, const Backend& to, const ConnectionSpec& there);

} // namespace dueline
