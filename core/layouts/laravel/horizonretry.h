// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace dueline {

/// Outcome of a failed job's earlier retries. Horizon's own page offers no further retry of a completed one.
enum class HorizonRetries : quint8 {
    None, ///< it was never retried
    Wait, ///< one has not ended, and none completed
    Failed, ///< each failed, and is listed as a job of its own
    Completed,
};

/// Reads the field `retried_by` of a job; None if it cannot be read.
HorizonRetries horizonRetries(const QByteArray& retriedBy);
/// Native state of a failed job.
QByteArray horizonFailedWord(HorizonRetries retries);

/// A failed job of Horizon as it is pushed again: as Horizon's own retry does it, but with tokens replaced as text, so
/// that all else stays byte for byte.
struct HorizonRetry
{
    QByteArray payload;
    QByteArrayList tags; ///< its own, some of which may be monitored

    /// `id`: the one that was retried; `newId`: of the new job, as `id` and `uuid`. It counts no attempts, says in
    /// `retry_of` what it came from, and what it says about the instant until which it is tried is moved by as much as
    /// it is pushed later. nullopt: it is no JSON object with a number `attempts`, so no worker could run it.
    static std::optional<HorizonRetry> of(
        const QByteArray& payload, const QByteArray& id, const QByteArray& newId, TimePoint now);
};

} // namespace dueline
