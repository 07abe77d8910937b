// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/forecast.h"

namespace dueline {

/// Estimate of when a queue will be empty after an operation that makes tasks due, and the comparison with the actual
/// time. Times are on the server's clock.
struct DrainPromise
{
    QByteArray queue;
    TimePoint before{}; ///< expected time without the operation
    TimePoint expected{};
    TimePoint latest{}; ///< upper limit of an 80% confidence interval
    TimePoint checked{}; ///< last reading that was considered
    std::optional<TimePoint> since = {}; ///< end of the operation; nullopt: it has not ended yet
    std::optional<TimePoint> emptyAt = {}; ///< time of the first reading without due tasks after the operation
    qint64 overdue = 0; ///< number of tasks still due after `latest`; 0 if there are none, or `latest` is in the future
    bool isInterrupted = false; ///< true if the actual time is unknown because of a gap in the recording

    /// Returns the estimate if an operation makes `extra` tasks due over a period of `lasts`; nullopt if there is no
    /// estimate, or if the queue may become empty before the end of the period.
    static std::optional<DrainPromise> after(
        const Forecasts& forecasts, const QByteArray& queue, qint64 extra, Millis lasts);
    /// Compares the estimate with a later reading, unless the actual time is already known.
    void check(const Forecasts& forecasts);

    bool operator==(const DrainPromise&) const = default;
};

} // namespace dueline
