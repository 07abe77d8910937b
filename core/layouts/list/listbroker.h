// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlaybroker.h"
#include "core/layouts/list/listsourcekey.h"

namespace dueline {

/// Broker for a list. A script identifies items by their bytes, and moves them from the tail into the overlay, where
/// they are claimed. For `resend`, the same script pushes a timed-out message again, or fails it after too many
/// attempts.
class ListBroker : public OverlayBroker
{
public:
    ListBroker(NativeScripts& scripts, const ListSpec& spec);

    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override;
    /// Acknowledges tasks. For the `list` layout, also publishes each result on the design's own channel, as the
    /// design's workers do.
    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results) override;

protected:
    Result<Taken> take(int limit) override;

private:
    /// Implements take() with one script call. `before`: number of items already moved for this claim; `chosen`: number
    /// of items that were handled.
    Result<Taken> takeSome(int count, int before, int& chosen);

    const ListSpec& m_list;
    int m_strange = 0; ///< number of items at the tail that are not messages and therefore remain there
    qint64 m_strangeBytes = 0;
};

} // namespace dueline
