// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace dueline {

/// MessagePack reader for display purposes only. It refuses counts that exceed the remaining bytes, and does not
/// interpret extensions other than instants.
struct MessagePack
{
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 1'000'000;

    /// Returns one value as JSON, up to `most` bytes. Bytes that are not valid UTF-8 become text such as `\xFF`. NaN
    /// and infinities become text. Keys that are not strings are converted to JSON text. An instant (extension -1)
    /// becomes an ISO 8601 text; any other extension becomes `{"@ext":5,"@data":"bytes"}`. Returns nullopt unless the
    /// data is one complete value within the limits.
    static std::optional<QByteArray> read(QByteArrayView packed, qsizetype most);
    /// Returns whether `packed` is almost certainly MessagePack: a map that starts with a byte that no text contains,
    /// and whose first key consists of letters. The rest is not examined.
    static bool isLikely(QByteArrayView packed);
};

} // namespace dueline
