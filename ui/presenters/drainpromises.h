// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/drainpromise.h"
#include "core/queue/task.h"

#include <QObject>

namespace dueline {

class OperationJob;

/// Estimates of when a queue will be empty, as shown to the user before an operation, along with when the queue
/// actually became empty. They are kept until the server's recording ends.
class DrainPromises : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t most = 100; ///< maximum number of estimates; the oldest are dropped

    /// Keeps the estimate for an operation. Drops it if the operation is cancelled or fails.
    void keep(const OperationJob& job, const DrainPromise& promise);
    /// Returns the estimate for an operation; null if there is none.
    const DrainPromise* of(const OperationId& operation) const;
    /// Compares all estimates with a later reading.
    void check(const Forecasts& forecasts);

Q_SIGNALS:
    void changed();

private:
    struct Kept
    {
        OperationId operation;
        DrainPromise promise;
    };

    std::vector<Kept> m_kept; ///< estimates, oldest first
};

} // namespace dueline
