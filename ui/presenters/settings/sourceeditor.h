// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/queue/errors/stacktrace.h"

#include <QCoreApplication>

namespace dueline {

/// Opens source files in the editor that the user has configured. The configuration applies to the entire program.
class SourceEditor
{
    Q_DECLARE_TR_FUNCTIONS(SourceEditor)

public:
    /// Sets the command, such as `code -g {file}:{line}`; an empty or invalid one turns links to files off.
    static void use(const QString& command);
    static bool isConfigured();
    /// Returns why a command is invalid; empty if it is valid or empty.
    static QString problemOf(const QString& command);
    /// Opens a file at a line, without a shell. Errors: Usage if no editor is configured; NotFound if this machine has
    /// no such file; Io if the editor can't be started.
    static Result<> open(const SourcePlace& place);
};

} // namespace dueline
