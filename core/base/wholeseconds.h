// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

namespace dueline {

/// Removes fractions of a second from a length. Leaves lengths under a second unchanged, so that they aren't displayed
/// as zero.
inline Millis wholeSeconds(Millis length)
{
    return length < Millis(secondMs) ? length : std::chrono::floor<std::chrono::seconds>(length);
}

} // namespace dueline
