// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombroker.h"

namespace dueline {

/// Broker for a custom design whose tasks aren't members of a sorted set. One script moves due tasks into the overlay
/// (see NativeOverlay), and another claims them there. If the worker dies between the two steps, the next claim finds
/// the tasks in the overlay.
class OverlayBroker : public CustomBroker
{
public:
    OverlayBroker(NativeScripts& scripts, const CustomSpec& spec);

    Result<Claim> claim(const ClaimRequest& request) override;

protected:
    /// Result of moving tasks out of the design's own keys.
    struct Taken
    {
        bool lookOn = false; ///< true if more due tasks may follow entries that can't be claimed
        std::optional<TimePoint> nextDue; ///< earliest known due time in the future
    };
    /// Moves up to `limit` due tasks into the overlay.
    virtual Result<Taken> take(int limit) = 0;

private:
    /// True if the last claim got no reply; no tasks are moved into the overlay until it has been repeated.
    bool m_unanswered = false;
};

} // namespace dueline
