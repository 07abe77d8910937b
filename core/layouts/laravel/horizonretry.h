// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QByteArray>
#include <QByteArrayList>

#include <optional>

namespace dueline {

/// Outcome of earlier retries of a failed job. If a retry has completed, Horizon's own web page does not allow another
/// one.
enum class HorizonRetries : quint8 {
    None, ///< The job has never been retried.
    Wait, ///< A retry is still in progress, and none has completed.
    Failed, ///< Every retry has failed; each is listed as a separate job.
    Completed,
};

/// Parses the `retried_by` field of a job; None if it is invalid.
HorizonRetries horizonRetries(const QByteArray& retriedBy);
/// Returns the native state displayed for a failed job.
QByteArray horizonFailedWord(HorizonRetries retries);

/// Failed Horizon job, prepared to be pushed again. It is changed in the same way as by Horizon's
/// own retry. Values are replaced in the text, so all other bytes remain unchanged.
struct HorizonRetry
{
    QByteArray payload;
    QByteArrayList tags; ///< tags of the job, possibly including monitored tags

    /// Creates the new job. `id`: job to retry. `newId`: `id` and `uuid` of the new job. The new job has no attempts,
    /// and its `retry_of` contains the id of the original job. The interval between the push and the retry deadline is
    /// the same as for the original job. Returns nullopt unless the payload is a JSON object with a numeric `attempts`,
    /// because no worker could run a job without it.
    static std::optional<HorizonRetry> of(
        const QByteArray& payload, const QByteArray& id, const QByteArray& newId, TimePoint now);
};

} // namespace dueline
