// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Reader of PHP's `serialize` format, for display only. It only creates text: it doesn't look up classes or enums,
/// interpret custom class bodies, or follow references. It rejects lengths that exceed the remaining bytes.
struct PhpText
{
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 100'000;
    static constexpr qsizetype mostText = 1024 * 1024; ///< maximum output size in bytes

    /// Returns the value as JSON. An object begins with its class as `@class`; a custom body becomes the `@body`
    /// member. An enum becomes text such as `Suit:Hearts`, and a reference becomes text such as `→#7`. The names of
    /// private properties omit the class. Bytes that aren't valid UTF-8 become text such as `\xFF`; INF and NAN become
    /// text. Returns nullopt unless the data is one complete value within the limits.
    static std::optional<QByteArray> read(const QByteArray& serialized);
};

} // namespace dueline
