// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/custom/customspec.h"
#include "core/layouts/native/nativebroker.h"

namespace dueline {

/// Broker for a custom design: a native broker for the overlay (see NativeOverlay) whose `claim` script also claims
/// tasks from the design's own key. The design's producers can't wake Dueline's workers, so a claim that returns no
/// tasks must be repeated within a tenth of a second.
class CustomBroker : public NativeBroker
{
public:
    static constexpr Millis lookEvery{100};

    CustomBroker(NativeScripts& scripts, const CustomSpec& spec);

    Result<Claim> claim(const ClaimRequest& request) override;
    Result<std::vector<TaskLoad>> load(const QueueName& queue, const std::vector<Lease>& leases) override;

protected:
    NativeScripts& scripts() { return m_scripts; }
    const CustomSpec& spec() const { return m_spec; }

private:
    NativeScripts& m_scripts;
    const CustomSpec& m_spec;
};

} // namespace dueline
