// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layouts/described/description.h"

namespace dueline::duectl {

class Context;

/// Runs `layout guess [KEY...]`, which proposes a layout file for unknown keys. `keys`: the keys to describe; if empty,
/// all keys that don't belong to a known system.
Result<int> guessLayoutFile(Context& context, const std::vector<QByteArray>& keys);

/// Runs `layout check FILE --url URL`, which compares a layout file with the server's data. `path`: file name for
/// messages.
Result<int> checkOnServer(Context& context, const Description& description, const QString& path);

} // namespace dueline::duectl
