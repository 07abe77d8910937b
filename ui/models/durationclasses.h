// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <optional>

namespace dueline {

/// The classes of lateness or run time of a bin: [0] = 0 ms, [k] = 2^(k-1) to 2^k - 1 ms.
using DurationClasses = std::array<qint64, 42>;

/// The duration, in ms, that `share` of the counted tasks stay below, even within its class; the classes are powers of
/// two, so it is right to within a factor of two. nullopt: none are counted.
std::optional<double> percentile(const DurationClasses& classes, double share);

} // namespace dueline
