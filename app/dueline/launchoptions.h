// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QStringList>

namespace dueline {

/// What the command line asks for. Parsed before there is any application object, so that --help and --version need no
/// display.
struct LaunchOptions
{
    bool help = false;
    bool version = false;
    bool sandbox = false;
    bool readOnly = false;
    QString url;
    QString profile;
    QString queue;
    QString language;
    QString theme; ///< light, dark or system
    QString size; ///< WIDTHxHEIGHT of the window
    QString screenshot; ///< file to render the window to, once it is loaded

    /// Errors: Usage.
    static Result<LaunchOptions> parse(const QStringList& arguments);
    static QString helpText();
};

} // namespace dueline
