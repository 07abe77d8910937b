// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace dueline {

/// Decompresses up to `most` bytes of zlib data. Sets `isCut` (may be null) if there is more. Returns nullopt if the
/// data is damaged, truncated or not zlib data.
std::optional<QByteArray> inflated(const QByteArray& compressed, qsizetype most, bool* isCut = nullptr);
/// Decompresses zlib data of at most `most` bytes. If there is more, sets `isLonger` and returns nullopt without
/// allocating memory. Also returns nullopt if the data is damaged, truncated or not zlib data.
std::optional<QByteArray> inflatedWhole(const QByteArray& compressed, qsizetype most, bool& isLonger);

} // namespace dueline
