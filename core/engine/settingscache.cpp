// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/settingscache.h"

namespace dueline {

QueueSettings SettingsCache::settings(int queue) const
{
    const std::scoped_lock lock(m_mutex);
    return m_cached[std::size_t(queue)].settings;
}

Result<QueueSettings> SettingsCache::refreshed(
    int queue, const QueueName& name, QueueInspector& inspector, Instant now, Millis age)
{
    {
        const std::scoped_lock lock(m_mutex);
        const CachedSettings& entry = m_cached[std::size_t(queue)];
        if (entry.readAt && now - *entry.readAt < age)
            return entry.settings;
    }
    Result<QueueInfo> info = inspector.queue(name);
    if (!info && info.error().code != ErrorCode::NotFound)
        return info.error();
    const std::scoped_lock lock(m_mutex);
    m_cached[std::size_t(queue)] = {info ? info->settings : QueueSettings(), now};
    return m_cached[std::size_t(queue)].settings;
}

} // namespace dueline
