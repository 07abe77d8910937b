// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace dueline {

/// Outcome of a failed job's earlier retries. Horizon's own page does not offer to retry a job again after a completed
/// retry.
enum class HorizonRetries : quint8 {
    None, ///< The job has never been retried.
    Wait, ///< One retry has not ended, and no retry was completed.
    Failed, ///< Each retry failed and is listed as a separate job.
    Completed,
};

/// Reads the field `retried_by` of a job; None if it cannot be read.
HorizonRetries horizonRetries(const QByteArray& retriedBy);
/// Returns the native state of a failed job.
QByteArray horizonFailedWord(HorizonRetries retries);

/// Failed Horizon job, prepared for another push. The changes are the same as in Horizon's own retry. Values are
/// replaced in the text, so that all other bytes remain unchanged.
struct HorizonRetry
{
    QByteArray payload;
    QByteArrayList tags; ///< tags of the job, which may include monitored ones

    /// Creates the new job. `id`: the job that is retried; `newId`: `id` and `uuid` of the new job. The new job has no
    /// attempts and names its origin in `retry_of`. Its retry deadline is as long after the new push as the old
    /// deadline was after the old push. Returns nullopt unless the payload is a JSON object with a number `attempts`,
    /// because no worker could run the job otherwise.
    static std::optional<HorizonRetry> of(
        const QByteArray& payload, const QByteArray& id, const QByteArray& newId, TimePoint now);
};

} // namespace dueline
