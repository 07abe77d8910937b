// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/overlaybroker.h"

#include "core/layouts/port/portwords.h"

#include <algorithm>

namespace dueline {

OverlayBroker::OverlayBroker(NativeScripts& scripts, const CustomSpec& spec)
    : CustomBroker(scripts, spec)
{ }

Result<Claim> OverlayBroker::claim(const ClaimRequest& request)
{
    if (request.queue != spec().key)
        return CustomBroker::claim(request); // the base class reports that the queue is unknown
    if (!request.types.contains(spec().type)) {
        const auto time = scripts().client().serverTime();
        if (!time)
            return time.error();
        Claim nothing;
        nothing.serverNow = *time;
        return nothing;
    }
    Taken taken;
    if (!m_unanswered) {
        if (auto prepared = scripts().prepare(spec().key); !prepared)
            return prepared.error();
        auto took = take(std::clamp(request.limit, 1, maxClaim));
        if (!took)
            return took.error();
        taken = std::move(took).value();
    }
    ClaimRequest ours = request;
    ours.types = {true, {}, {}}; // all tasks have the same type, which isn't in their ids
    auto claim = CustomBroker::claim(ours);
    m_unanswered = !claim && !isRefusal(claim.error().code);
    if (!claim)
        return claim;
    for (Lease& lease : claim->leases)
        lease.type = spec().type;
    if (!claim->leases.empty() || claim->paused)
        return claim;
    claim->more = claim->more || taken.lookOn;
    if (taken.nextDue)
        claim->nextDue = std::min(claim->nextDue.value_or(TimePoint::max()), *taken.nextDue);
    return claim;
}

} // namespace dueline
