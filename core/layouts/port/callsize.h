// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <algorithm>

namespace dueline {

/// Returns the number of items for the next script call. `size`: number of items in the last call; `elapsedMs`: its
/// duration in milliseconds, including the round trip. Doubles the number after a quick call, up to `most`, and halves
/// it after a slow one.
inline std::size_t nextCallSize(std::size_t size, std::size_t most, qint64 elapsedMs)
{
    constexpr qint64 quick = 2;
    constexpr qint64 slow = 6;
    return elapsedMs < quick ? std::min(size * 2, most) : elapsedMs > slow ? std::max<std::size_t>(size / 2, 1) : size;
}

} // namespace dueline
