// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>
#include <vector>

namespace dueline {

/// Delay before a failed task's next attempt.
struct Backoff
{
    enum class Kind : quint8 { None, Fixed, Exponential, List };

    Kind kind = Kind::Exponential;
    Millis base{2'000}; ///< for Fixed: the delay; for Exponential: the first delay, which doubles after each failure
    Millis cap{300'000}; ///< for Exponential: maximum delay
    std::vector<Millis> list; ///< for List: delay after the 1st, 2nd, … failure; the last one repeats

    /// Returns the delay after a failed attempt, without jitter. `attempt`: its number, starting at 1.
    Millis delayAfter(int attempt) const;

    bool operator==(const Backoff&) const = default;
};

/// Parses `none | fixed:D | exp:BASE:CAP | list:D,D,D`. Errors: Usage.
Result<Backoff> parseBackoff(QStringView text);
/// Returns the backoff in parseBackoff()'s format.
QString formatBackoff(const Backoff& backoff);

/// Number of attempts, and the delay between them.
struct RetryPolicy
{
    int maxAttempts = 5;
    Backoff backoff;

    /// Returns the delay with jitter; nullopt if no attempts are left and the task fails. `random`: a number in [0, 1)
    /// that varies the delay between 90% and 110%, so that tasks that failed together aren't all retried together.
    std::optional<Millis> delayAfter(int attempt, double random) const;

    bool operator==(const RetryPolicy&) const = default;
};

} // namespace dueline
