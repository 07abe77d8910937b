// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/queuewalk.h"

#include "core/redis/reply.h"

namespace dueline {

QueueWalk::QueueWalk(RedisClient& client, std::function<void(const QByteArray& key)> meet, std::function<int()> found)
    : m_client(client)
    , m_meet(std::move(meet))
    , m_found(std::move(found))
{ }

Result<> QueueWalk::refresh()
{
    if (!m_walk.hasBegun()) {
        const auto size = m_client.call({"DBSIZE"});
        if (!size && !isRefusal(size.error().code))
            return size.error();
        m_keys = size ? size->integer : 0;
    }
    const auto walked = m_walk.step(m_client, m_meet);
    m_isForbidden = !walked && walked.error().code == ErrorCode::Permission;
    return walked;
}

void QueueWalk::forget()
{
    m_walk = {};
    m_keys = 0;
    m_isForbidden = false;
}

Result<bool> QueueWalk::step()
{
    if (m_walk.isRound())
        return true;
    const auto walked = refresh();
    if (!walked && !m_isForbidden)
        return walked.error();
    return true;
}

DiscoveryState QueueWalk::state() const
{
    DiscoveryState state;
    state.lookedAt = m_walk.keysLookedAt();
    state.keys = m_keys;
    state.isRound = m_walk.isRound();
    state.isForbidden = m_isForbidden;
    state.found = m_found();
    return state;
}

} // namespace dueline
