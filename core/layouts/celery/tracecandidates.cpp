// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/tracecandidates.h"

#include "core/layouts/celery/celerytraces.h"
#include "core/queue/queuediscovery.h"
#include "core/redis/reply.h"

namespace dueline {

namespace {

constexpr std::chrono::minutes unreadFor{10};
constexpr int roundsRemembered = 16; ///< number of rounds after which skipped key families are forgotten

} // namespace

bool TraceCandidates::meet(const QByteArray& key)
{
    if (!CeleryTraces::isCandidate(key))
        return true;
    const bool isGuess = CeleryTraces::isGuess(key);
    std::set<QByteArray>& waiting = isGuess ? m_guesses : m_certain;
    if (waiting.size() >= (isGuess ? mostGuesses : mostCertain))
        return waiting.contains(key);
    if (waiting.contains(key) || !CeleryTraces::isSampled(key)
        || m_families.choose(key) == KeyFamilies::Choice::Inspect)
        waiting.insert(key);
    return true;
}

void TraceCandidates::record(const QByteArray& key, std::optional<PlacedQueue::Sight> sight)
{
    const bool isUnread = sight == PlacedQueue::Sight::UnreadList;
    if (!isUnread)
        m_unread.erase(key);
    else if (m_unread.size() < DiscoveryState::mostNamed)
        m_unread.insert(key);
    if (CeleryTraces::isSampled(key))
        m_families.record(key, KeyFamilies::sampleOf(sight));
}

void TraceCandidates::beginRound()
{
    if (++m_rounds % roundsRemembered == 0)
        m_families.forget();
    else
        m_families.beginRound();
}

void TraceCandidates::forget()
{
    take();
    m_unread.clear();
    m_families.forget();
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
            // Reconnect now: reconnecting after the search would discard the keys that it finds.
            (void)client.call({"PING"});
        }
        return replies;
    };
}

void TraceCandidates::markUnreadable(const Command& command)
{
    std::erase_if(m_unreadable, [](const auto& marked) { return marked.second.hasExpired(); });
    if (command.size() > 1 && m_unreadable.size() < mostUnreadable)
        m_unreadable.insert_or_assign(command, QDeadlineTimer(unreadFor));
}

} // namespace dueline
