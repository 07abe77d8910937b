// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/varyingpart.h"

namespace dueline {

/// Line of an error that may contain a stack trace.
struct StackLine
{
    enum class Kind : quint8 {
        Text, ///< message, or any other line that is not part of a frame
        Application, ///< frame of the application
        Library, ///< frame of a library, the runtime or the language
    };

    QByteArrayView text; ///< line without its end
    Kind kind = Kind::Text;
    /// true for a line that contains a frame's location; false for the source line that may follow
    bool isFrame = false;
    TextPart function; ///< function in `text`; size 0: unknown
    TextPart place; ///< file and line number in `text`; size 0: unknown
    QByteArray library; ///< name of the library: `undici`, `node:internal`, `laravel/framework`; empty for other kinds
};

/// Splits an error into lines and finds the frames of JavaScript, Python, Ruby, PHP, Java and Go. A path in
/// `node_modules`, `vendor`, `site-packages`, `gems` or the language's own folders belongs to a library. The views are
/// valid as long as `error` exists.
std::vector<StackLine> stackLinesOf(QByteArrayView error);

} // namespace dueline
