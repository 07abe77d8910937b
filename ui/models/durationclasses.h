// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <array>
#include <optional>

namespace dueline {

/// Histogram of tasks by lateness or run time. Class 0 counts tasks of 0 ms, and class k counts tasks of 2^(k-1) to 2^k
/// - 1 ms.
using DurationClasses = std::array<qint64, 42>;

/// Returns a percentile in milliseconds, interpolated within a class; `share` is 0.95 for the 95th. Since classes are
/// powers of two, the result is accurate to within a factor of two. Returns nullopt if no tasks have been counted.
std::optional<double> percentile(const DurationClasses& classes, double share);

} // namespace dueline
