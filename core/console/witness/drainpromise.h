// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/forecast.h"

namespace dueline {

/// Forecast of when a queue will be empty after an operation that makes tasks due, for comparison with what actually
/// happens. Times are by the server's clock.
struct DrainPromise
{
    QByteArray queue;
    TimePoint before{}; ///< time when the queue would have been empty without the operation
    TimePoint expected{};
    TimePoint latest{}; ///< upper limit of the forecast's 80% confidence interval
    TimePoint checked{}; ///< time of the last reading that the forecast was compared with
    std::optional<TimePoint> since = {}; ///< end of the operation; nullopt: it hasn't ended
    std::optional<TimePoint> emptyAt = {}; ///< time when the queue was first found empty after the operation
    qint64 overdue = 0; ///< number of tasks still due after `latest`; 0 before `latest`
    bool isInterrupted = false; ///< true if a gap in the recording hides when the queue was empty

    /// Returns the forecast for an operation that makes `extra` tasks due within `lasts`. Returns nullopt if there is
    /// no forecast, or if the queue may be empty before all of the tasks are due.
    static std::optional<DrainPromise> after(
        const Forecasts& forecasts, const QByteArray& queue, qint64 extra, Millis lasts);
    /// Compares the forecast with a later reading. Does nothing once it is known when the queue was empty.
    void check(const Forecasts& forecasts);

    bool operator==(const DrainPromise&) const = default;
};

} // namespace dueline
