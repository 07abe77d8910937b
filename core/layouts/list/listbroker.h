// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlaybroker.h"
#include "core/layouts/list/listsourcekey.h"

namespace dueline {

/// Broker for a list. Its script identifies items by their bytes, and moves them from the list's tail into the overlay
/// (see NativeOverlay), where workers claim them. In the `resend` design, the same script resends a timed-out message,
/// or marks it as failed after too many attempts.
class ListBroker : public OverlayBroker
{
public:
    ListBroker(NativeScripts& scripts, const ListSpec& spec);

    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override;
    /// Acknowledges tasks. For the `list` layout, also publishes each result on the design's channel, as the design's
    /// own workers do.
    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results) override;

protected:
    Result<Taken> take(int limit) override;

private:
    /// Runs the script of take() once. `before`: number of items already moved for this claim. `chosen`: receives the
    /// number of items handled.
    Result<Taken> takeSome(int count, int before, int& chosen);

    const ListSpec& m_list;
    int m_strange = 0; ///< number of invalid messages at the tail that stay in the list
    qint64 m_strangeBytes = 0;
};

} // namespace dueline
