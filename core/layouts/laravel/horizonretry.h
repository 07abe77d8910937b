// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace dueline {

/// Outcome of a failed job's earlier retries. Horizon's own page does not allow retrying a job again after a completed
/// retry.
enum class HorizonRetries : quint8 {
    None, ///< The job has never been retried.
    Wait, ///< One retry has not ended, and none was completed.
    Failed, ///< Every retry failed; each is listed as a separate job.
    Completed,
};

/// Reads the `retried_by` field of a job; None if it cannot be read.
HorizonRetries horizonRetries(const QByteArray& retriedBy);
/// Returns the native state displayed for a failed job.
QByteArray horizonFailedWord(HorizonRetries retries);

/// Failed Horizon job, prepared for being pushed again. The changes are the same as in Horizon's own retry. Values are
/// replaced in the text, so that all other bytes remain unchanged.
struct HorizonRetry
{
    QByteArray payload;
    QByteArrayList tags; ///< tags of the job, possibly including monitored tags

    /// Creates the new job. `id`: the job to retry; `newId`: `id` and `uuid` of the new job. The new job has no
    /// attempts, and `retry_of` contains the id of the original. The interval between its push and its retry deadline
    /// is the same as in the original. Returns nullopt unless the payload is a JSON object with a numeric `attempts`,
    /// because no worker could run the job otherwise.
    static std::optional<HorizonRetry> of(
        const QByteArray& payload, const QByteArray& id, const QByteArray& newId, TimePoint now);
};

} // namespace dueline
