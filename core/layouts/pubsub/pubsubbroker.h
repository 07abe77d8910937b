// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlaybroker.h"
#include "core/layouts/pubsub/pubsubsourcekey.h"

#include <unordered_map>

namespace dueline {

/// Broker for a design whose tasks are keys. Each claim scans several thousand of the database's keys for tasks, and
/// claims the ones that are due.
class PubsubBroker : public OverlayBroker
{
public:
    PubsubBroker(NativeScripts& scripts, const PubsubSpec& spec);

    /// Sweeps the queue. Also deletes a limited number of run records whose keys no longer exist.
    Result<bool> sweep(const QueueName& queue) override;

protected:
    Result<Taken> take(int limit) override;

private:
    /// Scans the next batch of keys in the database. Returns the server's time.
    Result<TimePoint> discover();

    /// Moves the unchanged tasks in `due` into the overlay with one script. Returns the number of tasks moved.
    Result<qsizetype> takeThese(const std::vector<PubsubSourceKey::Entry>& due);

    PubsubSourceKey m_home;
    std::unordered_map<std::string, PubsubSourceKey::Entry> m_known; ///< waiting tasks, by id
    QByteArray m_cursor = "0"; ///< SCAN cursor for finding tasks
    QByteArray m_sweepCursor = "0"; ///< HSCAN cursor for the hash `ran`
};

} // namespace dueline
