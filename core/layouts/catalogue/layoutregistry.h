// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/catalogue/names/knownlayouts.h"
#include "core/redis/redisconfig.h"

namespace dueline {

/// Every layout there is, in the order in which people are shown them.
const std::vector<const LayoutType*>& allLayouts();

/// Reads `native` (or nothing: the default), or another layout with its parameters. Errors: Usage, listing the names.
Result<LayoutSpec> parseLayout(const QString& text);
/// Several layouts as a profile writes them: with commas between them, where `%2C` is a comma within one. A comma that
/// no layout's name follows belongs to the key before it. Errors: as parseLayout().
Result<LayoutSpec> parseLayouts(const QString& text);
/// Layouts that a connection opens together; one that is named twice is opened once. None: native.
LayoutSpec joinLayouts(const std::vector<LayoutSpec>& layouts);
/// Native queues, and those of every framework that is found: what is meant where nobody says which.
LayoutSpec automaticLayout();

/// Opens a backend on the calling thread. `prefix`: of the keys, `dueline` when empty; `session`: names the worker or
/// operator in tokens and lists, made here when empty. Errors: as the layout's own open; for native those of
/// RedisClient::open.
Result<std::unique_ptr<Backend>> openLayout(const LayoutSpec& layout, const RedisConfig& redis,
    const QByteArray& prefix, const QByteArray& session, Access access);

/// The same as a factory, for lanes that open their backend on their own thread.
BackendFactory layoutFactory(const LayoutSpec& layout, const RedisConfig& redis, const QByteArray& prefix,
    const QByteArray& session, Access access);

} // namespace dueline
