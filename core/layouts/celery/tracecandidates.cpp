// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/tracecandidates.h"

#include "core/layouts/celery/celerytraces.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr std::chrono::minutes unreadFor{10};

} // namespace

void TraceCandidates::meet(const QByteArray& key)
{
    if (m_traces.size() < mostTraces && isReadable(key) && CeleryTraces::isCandidate(key))
        m_traces.try_emplace(key, false);
}

std::vector<QByteArray> TraceCandidates::takeNew()
{
    std::vector<QByteArray> keys;
    for (auto& [key, isInspected] : m_traces) {
        if (!std::exchange(isInspected, true))
            keys.push_back(key);
    }
    return keys;
}

AskServer TraceCandidates::askOver(RedisClient& client)
{
    return [this, &client](const std::vector<Command>& commands) {
        auto replies = client.pipeline(commands);
        for (std::size_t i = 0; replies && i < commands.size(); ++i) {
            if ((*replies)[i].bytes.size() > CeleryTraces::longestTrace)
                markUnreadable(commands[i]);
        }
        if (!replies && replies.error().code == ErrorCode::Protocol) {
            if (commands.size() == 1)
                markUnreadable(commands.front());
            // Reopen the connection now: reopening discards what was found, so it must not happen after the search.
            (void)client.call({"PING"});
        }
        return replies;
    };
}

void TraceCandidates::markUnreadable(const Command& command)
{
    if (command.size() > 1 && m_unreadable.size() < mostTraces)
        m_unreadable.insert_or_assign(command[1], QDeadlineTimer(unreadFor));
}

} // namespace dueline
