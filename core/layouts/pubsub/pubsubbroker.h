// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlaybroker.h"
#include "core/layouts/pubsub/pubsubhome.h"

#include <unordered_map>

namespace dueline {

/// The worker's side of tasks that are keys: it learns of them by SCAN, some thousands of the database's keys per
/// claim, and takes them when their time comes.
class PubsubBroker : public OverlayBroker
{
public:
    PubsubBroker(NativeScripts& scripts, const PubsubSpec& spec);

    /// Forgets, too, in steps, that keys ran which are not there any more.
    Result<bool> sweep(const QueueName& queue) override;

protected:
    Result<Taken> take(int limit) override;

private:
    /// Looks at the next part of the database; the server's clock.
    Result<TimePoint> discover();

    /// Takes these, in one script; how many of them had not changed.
    Result<qsizetype> takeThese(const std::vector<PubsubHome::Entry>& due);

    PubsubHome m_home;
    std::unordered_map<std::string, PubsubHome::Entry> m_known; ///< tasks that wait, by id
    QByteArray m_cursor = "0"; ///< of SCAN
    QByteArray m_sweepCursor = "0"; ///< of HSCAN over `ran`
};

} // namespace dueline
