// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Returns every layout, in the order in which people see them.
const std::vector<const LayoutType*>& allLayouts();

/// Parses `native`, an empty text (the default), or another layout with its parameters. Errors: Usage, listing the
/// names.
Result<LayoutSpec> parseLayout(const QString& text);
/// Parses several layouts as a profile writes them: separated by commas, with `%2C` for a comma within one. A comma
/// that no layout's name follows belongs to the key before it. Errors: as parseLayout().
Result<LayoutSpec> parseLayouts(const QString& text);
/// Joins layouts that a connection opens together, each once. Without any it returns the native layout.
LayoutSpec joinLayouts(const std::vector<LayoutSpec>& layouts);
/// Returns the default if the user names no layout: native queues, and those of every framework that is found.
LayoutSpec automaticLayout();

/// Opens a backend on the calling thread. `prefix`: start of the key names, `dueline` if empty. `session`: name of the
/// worker or operator in tokens and lists, generated if empty. Errors: those of the layout's own open(); for the native
/// layout those of RedisClient::open.
Result<std::unique_ptr<Backend>> openLayout(const LayoutSpec& layout, const RedisConfig& redis,
    const QByteArray& prefix, const QByteArray& session, Access access);

/// Returns openLayout() as a factory, for lanes that open their backend on their own thread.
BackendFactory layoutFactory(const LayoutSpec& layout, const RedisConfig& redis, const QByteArray& prefix,
    const QByteArray& session, Access access);

} // namespace dueline
