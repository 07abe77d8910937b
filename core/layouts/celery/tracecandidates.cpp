// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/tracecandidates.h"

#include "core/layouts/celery/celerytraces.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr std::chrono::minutes unreadFor{10};

} // namespace

bool TraceCandidates::meet(const QByteArray& key)
{
    if (!isReadable(key) || !CeleryTraces::isCandidate(key))
        return true;
    const bool isGuess = CeleryTraces::isGuess(key);
    std::set<QByteArray>& waiting = isGuess ? m_guesses : m_certain;
    if (waiting.size() >= (isGuess ? mostGuesses : mostCertain))
        return waiting.contains(key);
    waiting.insert(key);
    return true;
}

std::vector<QByteArray> TraceCandidates::take()
{
    std::vector<QByteArray> keys(m_certain.begin(), m_certain.end());
    keys.insert(keys.end(), m_guesses.begin(), m_guesses.end());
    m_certain.clear();
    m_guesses.clear();
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
    std::erase_if(m_unreadable, [](const auto& marked) { return marked.second.hasExpired(); });
    if (command.size() > 1 && m_unreadable.size() < mostUnreadable)
        m_unreadable.insert_or_assign(command[1], QDeadlineTimer(unreadFor));
}

} // namespace dueline
