// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/shared/jobs/jobhashes.h"

#include "core/layouts/port/eachmaster.h"
#include "core/layouts/shared/jobs/keywalk.h"

#include <algorithm>

namespace dueline {

Result<bool> JobHashes::walk()
{
    if (m_isWalked)
        return false;
    const auto walked = onEachMaster(m_client, [&](RedisClient& node) -> Result<> {
        KeyWalk walk;
        const auto stepped = walk.step(node, [&](const QByteArray& key) {
            ++m_lookedAt;
            if (key.startsWith(m_prefix))
                m_keys.push_back(key);
        });
        m_isWhole = m_isWhole && walk.isRound();
        return stepped;
    });
    if (!walked)
        return walked.error();
    std::sort(m_keys.begin(), m_keys.end());
    m_keys.erase(std::unique(m_keys.begin(), m_keys.end()), m_keys.end()); // SCAN may return a key twice
    m_isWalked = true;
    return true;
}

std::vector<QByteArray> JobHashes::below(const QByteArray& base) const
{
    std::vector<QByteArray> names;
    for (auto key = std::lower_bound(m_keys.begin(), m_keys.end(), base); key != m_keys.end() && key->startsWith(base);
         ++key)
        names.push_back(key->mid(base.size()));
    return names;
}

} // namespace dueline
