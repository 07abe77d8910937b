// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <optional>
#include <vector>

namespace dueline {

/// How long a failed task waits for its next attempt.
struct Backoff
{
    enum class Kind : quint8 { None, Fixed, Exponential, List };

    Kind kind = Kind::Exponential;
    Millis base{2'000}; ///< Fixed: the delay; Exponential: the first delay, doubled after each failure
    Millis cap{300'000}; ///< Exponential: never longer
    std::vector<Millis> list; ///< List: the delay after the 1st, 2nd … failure; the last one repeats

    /// The wait after `attempt` (1 = the first) failed, without jitter.
    Millis delayAfter(int attempt) const;

    bool operator==(const Backoff&) const = default;
};

/// Reads `none | fixed:D | exp:BASE:CAP | list:D,D,D`. Errors: Usage.
Result<Backoff> parseBackoff(QStringView text);
/// The form parseBackoff reads back.
QString formatBackoff(const Backoff& backoff);

/// What happens after a failed attempt.
struct RetryPolicy
{
    int maxAttempts = 5;
    Backoff backoff;

    /// nullopt: the attempts are used up, the task fails. Otherwise the delay with jitter: `random` in [0, 1) spreads
    /// it over 90 to 110 %, so that tasks that failed together do not come back together.
    std::optional<Millis> delayAfter(int attempt, double random) const;

    bool operator==(const RetryPolicy&) const = default;
};

} // namespace dueline
