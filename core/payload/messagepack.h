// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace dueline {

/// Reads MessagePack, for people. A count is believed only if so many values can be left; nothing is made of
/// extensions.
struct MessagePack
{
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 1'000'000;

    /// One value as JSON, at most `most` bytes. Bytes that are no UTF-8 are written `\xFF`, NaN and infinities as text,
    /// a key that is no text as the text of its JSON, an instant of the extension -1 in ISO 8601, another extension as
    /// `{"@ext":5,"@data":"bytes"}`. nullopt: it is not one complete value, or past a limit.
    static std::optional<QByteArray> read(QByteArrayView packed, qsizetype most);
    /// Whether `packed` is so likely MessagePack that nobody needs to say so: a map whose first byte no text has, with
    /// a text of letters as its first key. What follows is not looked at.
    static bool isLikely(QByteArrayView packed);
};

} // namespace dueline
