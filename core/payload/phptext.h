// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Reads what PHP's `serialize` wrote, for people. It makes text of it and nothing else: names of classes and enums
/// are not looked up, bodies that a class wrote itself are not looked into, references are not followed. A length is
/// believed only if so many bytes are left.
struct PhpText
{
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 100'000;
    static constexpr qsizetype mostText = 1024 * 1024; ///< bytes that come out

    /// The value as JSON: an object begins with its class as `@class`, a body that a class wrote itself is `@body`, an
    /// enum is the text `Suit:Hearts`, a reference the text `→#7`. Properties go by their own names, without whose
    /// private ones they are. Bytes that are no UTF-8 are written `\xFF`, INF and NAN as text. nullopt: it is not one
    /// complete serialized value, or past a limit.
    static std::optional<QByteArray> read(const QByteArray& serialized);
};

} // namespace dueline
