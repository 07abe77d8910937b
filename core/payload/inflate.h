// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Decompresses zlib data, up to `most` bytes. If there is more data, sets `isCut` (may be null). Returns nullopt if
/// the data is damaged, truncated or not zlib data.
std::optional<QByteArray> inflated(const QByteArray& compressed, qsizetype most, bool* isCut = nullptr);
/// Decompresses zlib data of at most `most` bytes. If the data is longer, sets `isLonger` and returns nullopt without
/// allocating memory. Also returns nullopt if the data is damaged, truncated or not zlib data.
std::optional<QByteArray> inflatedWhole(const QByteArray& compressed, qsizetype most, bool& isLonger);

} // namespace dueline
