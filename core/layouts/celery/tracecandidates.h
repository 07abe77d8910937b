// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"
#include "core/redis/redisclient.h"

#include <QDeadlineTimer>

#include <map>

namespace dueline {

/// Keys that may show a queue of Celery whose binding is gone, from a scan of all keys.
class TraceCandidates
{
public:
    static constexpr std::size_t mostTraces = 1'000;

    void meet(const QByteArray& key);
    /// Returns the keys that have not been inspected yet, and marks them as inspected.
    std::vector<QByteArray> takeNew();
    /// Discards the keys, but not the lists that cannot be read: reading one again would close the connection again.
    void forget() { m_traces.clear(); }
    /// Returns whether the last item of a list is short enough to be read, as far as is known.
    bool isReadable(const QByteArray& list) const
    {
        const auto marked = m_unreadable.find(list);
        return marked == m_unreadable.end() || marked->second.hasExpired();
    }
    /// Returns a function that sends commands and records lists with long items. It opens a connection again that a
    /// long item closed.
    AskServer askOver(RedisClient& client);

private:
    void markUnreadable(const Command& command);

    std::map<QByteArray, bool> m_traces; ///< true: inspected
    /// Lists with a long last item, at most `mostTraces`, and the time until which they are not read again.
    std::map<QByteArray, QDeadlineTimer> m_unreadable;
};

} // namespace dueline
