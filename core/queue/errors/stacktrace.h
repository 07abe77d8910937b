// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/errors/varyingpart.h"

#include <optional>

namespace dueline {

/// Line of an error that may contain a stack trace.
struct StackLine
{
    enum class Kind : quint8 {
        Text, ///< message, or any other line that isn't part of a frame
        Application, ///< frame in the application
        Library, ///< frame in a library, the runtime or the language
    };

    QByteArrayView text; ///< line without its line break
    Kind kind = Kind::Text;
    /// true for a line with a frame's location; false for the source line that may follow
    bool isFrame = false;
    TextPart function; ///< function in `text`; size 0 if unknown
    TextPart place; ///< file and line number in `text`; size 0 if unknown
    QByteArray library; ///< name of the library: `undici`, `node:internal`, `laravel/framework`; empty for other kinds
};

/// Splits an error into lines and finds the frames of JavaScript, Python, Ruby, PHP, Java and Go. A path in
/// `node_modules`, `vendor`, `site-packages`, `gems` or the language's own folders belongs to a library. The views are
/// valid as long as `error` is.
std::vector<StackLine> stackLinesOf(QByteArrayView error);

/// Position in a source file.
struct SourcePlace
{
    QByteArray path;
    int line = 0; ///< line number, starting at 1

    bool operator==(const SourcePlace&) const = default;
};

/// Parses StackLine::place. Returns nullopt if it isn't an absolute path with a line number.
std::optional<SourcePlace> sourcePlaceOf(QByteArrayView place);

} // namespace dueline
