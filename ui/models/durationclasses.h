// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <optional>

namespace dueline {

/// Number of tasks per class of lateness or run time. [0] is 0 ms; [k] is 2^(k-1) to 2^k - 1 ms.
using DurationClasses = std::array<qint64, 42>;

/// Returns the duration in ms below which the given share of the counted tasks lies, interpolated within a class. The
/// classes are powers of two, so the result is accurate within a factor of two. Returns nullopt if no tasks are
/// counted.
std::optional<double> percentile(const DurationClasses& classes, double share);

} // namespace dueline
