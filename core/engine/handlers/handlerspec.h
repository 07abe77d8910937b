// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

#include <QString>

#include <memory>

namespace dueline {

/// Creates the handler for a KIND: `echo | sleep:MS | fail[:PERCENT] | command:ARGV | http:URL`. ARGV is split as in
/// QProcess::splitCommand(), without a shell. Errors: Usage, listing the accepted kinds.
Result<std::shared_ptr<Handler>> makeHandler(const QString& kind);

/// Command-line argument `TYPE=KIND`.
struct HandlerSpec
{
    QByteArray pattern; ///< `TYPE`, `PREFIX*` or `*`
    std::shared_ptr<Handler> handler;
};

/// Parses a `TYPE=KIND` argument. HandlerRegistry::add() checks whether TYPE is a pattern. Errors: same as
/// makeHandler(), plus Usage if `=` or TYPE is missing.
Result<HandlerSpec> parseHandler(const QString& text);

} // namespace dueline
