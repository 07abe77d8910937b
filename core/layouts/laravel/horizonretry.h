// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace dueline {

/// Outcome of a failed job's earlier retries. Once a retry has completed, Horizon's own web page doesn't allow any
/// more.
enum class HorizonRetries : quint8 {
    None, ///< never retried
    Wait, ///< a retry is still in progress, and none has completed
    Failed, ///< every retry has failed; each is listed as a separate job
    Completed,
};

/// Parses a job's `retried_by` field; None if it is invalid.
HorizonRetries horizonRetries(const QByteArray& retriedBy);
/// Returns the native state to show for a failed job.
QByteArray horizonFailedWord(HorizonRetries retries);

/// Failed Horizon job, prepared to be pushed again, with the same changes that Horizon's own retry makes. Values are
/// replaced in the text, so all other bytes remain unchanged.
struct HorizonRetry
{
    QByteArray payload;
    QByteArrayList tags; ///< the job's tags, possibly including monitored tags

    /// Creates the new job. `id`: job to retry. `newId`: the new job's `id` and `uuid`. The new job has no attempts,
    /// and its `retry_of` contains the original job's id. The interval between the push and the retry deadline is the
    /// same as for the original job. Returns nullopt unless the payload is a JSON object with a numeric `attempts`: no
    /// worker could run a job without this field.
    static std::optional<HorizonRetry> of(
        const QByteArray& payload, const QByteArray& id, const QByteArray& newId, TimePoint now);
};

} // namespace dueline
