// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/queuewalk.h"

#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

QueueWalk::QueueWalk(RedisClient& client, std::function<void(const QByteArray& key)> meet, std::function<int()> found,
    std::function<Result<>()> inspect, const QByteArray& type)
    : m_client(client)
    , m_meet(std::move(meet))
    , m_found(std::move(found))
    , m_inspect(std::move(inspect))
    , m_walk(type)
{ }

Result<> QueueWalk::refresh()
{
    if (!m_walk.hasBegun()) {
        const auto size = m_walk.size(m_client);
        if (!size && !isRefusal(size.error().code))
            return size.error();
        m_keys = size ? *size : 0;
    }
    const auto walked = m_walk.step(m_client, m_meet);
    m_isForbidden = !walked && walked.error().code == ErrorCode::Permission;
    if (walked && m_walk.isAtEnd())
        m_hadDropped = std::exchange(m_hasDropped, false);
    return walked && m_inspect ? m_inspect() : walked;
}

void QueueWalk::setLeftOut(std::set<QByteArray> unread, std::set<QByteArray> skipped)
{
    m_unread = std::move(unread);
    m_skipped = std::move(skipped);
}

void QueueWalk::forget()
{
    setLeftOut({}, {});
    m_walk.forget();
    m_keys = 0;
    m_isForbidden = m_hasDropped = m_hadDropped = false;
}

Result<bool> QueueWalk::step()
{
    if (m_walk.isRound() && !m_hadDropped)
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
    if (m_keys > 0) // the number scanned may be too high: the last step is counted in full even if fewer keys were left
        state.lookedAt = std::min(state.lookedAt, m_keys);
    state.isRound = m_walk.isRound();
    state.isForbidden = m_isForbidden;
    state.waiting = m_hadDropped ? 1 : 0;
    state.found = m_found();
    state.unread = m_unread;
    state.skippedLists = m_skipped;
    return state;
}

} // namespace dueline
