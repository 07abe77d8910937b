// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Python pickles as text. Nothing is unpickled: the text is a PickleTree formatted in Python's syntax. Time and memory
/// are bounded for any input.
struct PickleText
{
    static constexpr int deepest = 64; ///< maximum nesting depth
    static constexpr qsizetype mostText = 1024 * 1024; ///< maximum size in bytes; longer text is truncated

    /// Returns the value in Python's notation, such as `('mail.send', None, (1, 'two'), {'k': [3]})`. An object is
    /// written as `module.name(…)` with its state. The text is valid UTF-8 without control characters. Truncates text
    /// longer than `mostText` and appends `…`. Returns nullopt if PickleTree::read() does, or if the value is nested
    /// too deeply.
    static std::optional<QByteArray> read(QByteArrayView pickle);
    /// Returns the hexadecimal form of bytes that aren't a pickle, truncated at `mostText`.
    static QByteArray inHex(const QByteArray& bytes);
};

} // namespace dueline
