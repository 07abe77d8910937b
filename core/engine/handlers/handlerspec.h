// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/handlers/handler.h"

#include <QString>

#include <memory>

namespace dueline {

/// Makes the handler a KIND names: `echo | sleep:MS | fail[:PERCENT] | command:ARGV | http:URL`; ARGV is
/// split as QProcess::splitCommand does, no shell. Errors: Usage, saying what is accepted.
Result<std::shared_ptr<Handler>> makeHandler(const QString& kind);

/// One `TYPE=KIND` of the command line.
struct HandlerSpec
{
    QByteArray pattern; ///< TYPE, PREFIX* or *
    std::shared_ptr<Handler> handler;
};

/// Errors: those of makeHandler, and Usage without `=` or TYPE. Whether TYPE is a pattern is for HandlerRegistry::add.
Result<HandlerSpec> parseHandler(const QString& text);

} // namespace dueline
