// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Returns all layouts in display order.
const std::vector<const LayoutType*>& allLayouts();

/// Parses `native`, an empty string (the default layout), or another layout with its parameters. Errors: Usage, with a
/// list of valid names.
Result<LayoutSpec> parseLayout(const QString& text);
/// Parses a comma-separated list of layouts, as in a profile. `%2C` encodes a comma within a layout. A comma that isn't
/// followed by a layout name is part of the preceding key. Errors: same as parseLayout().
Result<LayoutSpec> parseLayouts(const QString& text);
/// Combines layouts into a single one for one connection, without duplicates. Returns the native layout if there are
/// none.
LayoutSpec joinLayouts(const std::vector<LayoutSpec>& layouts);
/// Returns the layout to use if the user specifies none: native queues, and the queues of every framework found.
LayoutSpec automaticLayout();

/// Opens a backend on the calling thread. `prefix`: prefix of Dueline's own keys; `dueline` if empty. `session`: name
/// of the worker or operator, used in tokens and lists; generated if empty. Errors: same as the layout's open(); for
/// the native layout, same as RedisClient::open().
Result<std::unique_ptr<Backend>> openLayout(const LayoutSpec& layout, const RedisConfig& redis,
    const QByteArray& prefix, const QByteArray& session, Access access);

/// Returns a factory that calls openLayout(), for threads that each open their own backend.
BackendFactory layoutFactory(const LayoutSpec& layout, const RedisConfig& redis, const QByteArray& prefix,
    const QByteArray& session, Access access);

} // namespace dueline
