// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/custom/custombroker.h"

#include "core/base/text.h"
#include "core/layouts/custom/customwords.h"

#include <algorithm>

namespace dueline {

CustomBroker::CustomBroker(NativeScripts& scripts, const CustomSpec& spec)
    : NativeBroker(scripts)
    , m_scripts(scripts)
    , m_spec(spec)
{ }

Result<Claim> CustomBroker::claim(const ClaimRequest& request)
{
    if (request.queue != m_spec.key)
        return Error{ErrorCode::Refused,
            customwords::isOneQueue(
                printable(m_spec.text().toUtf8(), 100), printable(m_spec.key, 60), printable(request.queue, 60))};
    auto claim = NativeBroker::claim(request);
    if (claim && claim->leases.empty() && !claim->more && !claim->paused)
        claim->lookAt = std::min(claim->lookAt.value_or(TimePoint::max()), claim->serverNow + lookEvery);
    return claim;
}

Result<std::vector<TaskLoad>> CustomBroker::load(const QueueName& queue, const std::vector<Lease>& leases)
{
    auto loads = NativeBroker::load(queue, leases);
    if (!loads || !m_scripts.overlay()->payloadIsId)
        return loads;
    for (std::size_t i = 0; i < leases.size() && i < loads->size(); ++i)
        (*loads)[i].payload = leases[i].id;
    return loads;
}

} // namespace dueline
