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
        bool lookOn = false; ///< true if entries that can't be claimed may be followed by more due tasks
        std::optional<TimePoint> nextDue; ///< earliest known future due time
    };
    /// Moves up to `limit` due tasks into the overlay.
    virtual Result<Taken> take(int limit) = 0;

private:
    /// True if the last claim got no reply. Until it has been repeated, no tasks are moved into the overlay.
    bool m_unanswered = false;
};

} // namespace dueline
