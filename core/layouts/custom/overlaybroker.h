// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/custombroker.h"

namespace dueline {

/// A worker's side of a design whose tasks are no members of a sorted set: what is due is first taken into the overlay,
/// in one script, and claimed there. A worker that dies between the two leaves it in the overlay, where the next claim
/// finds it.
class OverlayBroker : public CustomBroker
{
public:
    OverlayBroker(NativeScripts& scripts, const CustomSpec& spec);

    Result<Claim> claim(const ClaimRequest& request) override;

protected:
    /// What a look at the design's own keys came to.
    struct Taken
    {
        bool lookOn = false; ///< there may be more behind what could not be taken
        std::optional<TimePoint> nextDue; ///< the next one known that is later than now
    };
    /// Takes what is due, at most `limit`.
    virtual Result<Taken> take(int limit) = 0;

private:
    bool m_unanswered = false; ///< the last claim's answer never came: nothing more is taken before it is asked again
};

} // namespace dueline
