// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <optional>

namespace dueline {

/// MessagePack reader for display only. It rejects counts that exceed the remaining bytes, and interprets no extensions
/// other than timestamps.
struct MessagePack
{
    static constexpr int mostDepth = 64;
    static constexpr int mostValues = 1'000'000;

    /// Returns one value as JSON, up to `most` bytes. Bytes that aren't valid UTF-8 become text such as `\xFF`. NaN and
    /// infinities become text. Keys other than strings become JSON text. A timestamp (extension -1) becomes ISO 8601
    /// text; any other extension becomes `{"@ext":5,"@data":"bytes"}`. Returns nullopt unless the data is one complete
    /// value within the limits.
    static std::optional<QByteArray> read(QByteArrayView packed, qsizetype most);
    /// Returns whether `packed` is almost certainly MessagePack: a map whose first byte can't occur in text and whose
    /// first key consists of letters. Doesn't examine the rest.
    static bool isLikely(QByteArrayView packed);
};

} // namespace dueline
