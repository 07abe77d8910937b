// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/overlaybroker.h"
#include "core/layouts/list/listhome.h"

namespace dueline {

/// The worker's side of a list: what is at its tail is taken into the overlay in one script, found by its bytes, and
/// claimed there. Resend: what is too old is pushed again in the same script, or fails once that was done often enough.
class ListBroker : public OverlayBroker
{
public:
    ListBroker(NativeScripts& scripts, const ListSpec& spec);

    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override;
    /// List: each result is also published on the design's own channel, as its worker does.
    Result<std::vector<WriteOutcome>> ack(
        const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results) override;

protected:
    Result<Taken> take(int limit) override;

private:
    /// As take(), in one script. `before`: how many this claim took already; `chosen`: how many items it was about.
    Result<Taken> takeSome(int count, int before, int& chosen);

    const ListSpec& m_list;
    int m_strange = 0; ///< items at the tail that are no messages and stay there
    qint64 m_strangeBytes = 0;
};

} // namespace dueline
