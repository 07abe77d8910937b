// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/celery/celeryexchanges.h"

#include "core/redis/codec.h"
#include "core/redis/reply.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr std::size_t mostExchanges = 20'000;
// number of bindings to read per call until every binding has been read once
constexpr std::size_t bindingsPerLook = 500;
/// Number of bindings to read per call once every binding has been read.
constexpr std::size_t knownBindingsPerLook = 100;
constexpr int queuesOfExchange = 1'000; ///< approximate maximum number of queues to read from an exchange

} // namespace

CeleryExchanges::CeleryExchanges(RedisClient& client, const CelerySpec& spec, std::shared_ptr<CeleryLists> lists,
    std::function<void(const QByteArray& key)> meetKey)
    : m_client(client)
    , m_spec(spec)
    , m_lists(std::move(lists))
    , m_walk(
          client,
          [this, meetKey = std::move(meetKey)](const QByteArray& key) {
              meetKey(key);
              const auto binding = CeleryBinding::of(key);
              if (binding && binding->prefix == m_spec.prefix)
                  meet(binding->exchange);
              else if (!binding && !m_traces.meet(key))
                  m_walk.drop();
          },
          [this] { return int(m_bound.size()); }, [this] { return readTraces(); })
{ }

void CeleryExchanges::meet(const QByteArray& exchange)
{
    if (m_bound.size() < mostExchanges)
        m_bound.try_emplace(exchange);
}

void CeleryExchanges::forget()
{
    ++m_forgotten;
    m_walk.forget();
    m_bound.clear();
    m_read.clear();
    m_traces.forget();
    m_isRead = false;
}

/// Reads the queues of some of the exchanges. Bindings rarely change, so each call covers only part of the exchanges.
Result<> CeleryExchanges::readBindings()
{
    std::vector<QByteArray> exchanges;
    const std::size_t most = m_read.size() < m_bound.size() ? bindingsPerLook : knownBindingsPerLook;
    auto turn = m_bound.upper_bound(m_turn);
    for (std::size_t i = 0; i < m_bound.size() && exchanges.size() < most; ++i) {
        if (turn == m_bound.end())
            turn = m_bound.begin();
        exchanges.push_back((turn++)->first);
    }
    std::vector<Command> pipeline;
    for (const QByteArray& exchange : exchanges) {
        pipeline.push_back(
            {"SSCAN", m_spec.key(CelerySpec::binding + exchange), "0", "COUNT", number(qint64(queuesOfExchange))});
    }
    if (pipeline.empty())
        return {};
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < exchanges.size(); ++i) {
        const Reply& page = (*replies)[i];
        std::vector<QueueName>& queues = m_bound[exchanges[i]];
        queues.clear();
        m_read.insert(exchanges[i]);
        if (page.items.size() != 2) // the key has the wrong type, or the user isn't allowed to read it
            continue;
        for (const Reply& member : page.items[1].items) {
            m_lists->meet(member.bytes);
            if (QueueName queue = CeleryBinding::queueOf(member.bytes); !queue.isEmpty())
                queues.push_back(std::move(queue));
        }
    }
    m_turn = exchanges.back();
    std::erase_if(exchanges, [this](const QByteArray& exchange) { return !m_bound[exchange].empty(); });
    return readUnbound(exchanges);
}

Result<> CeleryExchanges::readUnbound(const std::vector<QByteArray>& exchanges)
{
    std::vector<QByteArray> lists;
    std::vector<QByteArray> asked;
    for (const QByteArray& exchange : exchanges) {
        for (const int priority : CelerySpec::steps) {
            lists.push_back(m_spec.list(exchange, CelerySpec::separator, priority));
            asked.push_back(exchange);
        }
    }
    return CeleryTraces::readEnds(
        m_traces.askOver(m_client), lists, mayRead(), [&](std::size_t i, const Reply* message) {
            if (message && message->isBytes() && CeleryTraces::isMessage(message->bytes))
                m_bound[asked[i]] = {asked[i]};
        });
}

Result<> CeleryExchanges::readTraces()
{
    const std::vector<QByteArray> keys = m_traces.take();
    const auto traces = CeleryTraces::look(m_traces.askOver(m_client), keys, mayRead());
    if (!traces)
        return traces.error();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto& trace = (*traces)[i];
        m_traces.record(keys[i], trace ? std::optional(trace->sight) : std::nullopt);
        const bool isQueue = trace && trace->sight == PlacedQueue::Sight::Queue;
        if (isQueue && trace->prefix == m_spec.prefix && !trace->queue.isEmpty())
            meet(trace->queue);
    }
    if (m_traces.takeDropped())
        m_walk.dropInspected();
    if (m_walk.isAtEnd())
        m_traces.beginRound();
    m_walk.setLeftOut(m_traces.unread(), m_traces.skippedLists());
    return {};
}

Result<> CeleryExchanges::readOnce(const std::optional<std::vector<QByteArray>>& found)
{
    m_isRead = true;
    if (found) {
        for (const QByteArray& exchange : *found)
            meet(exchange);
    } else if (const auto walked = m_walk.refresh(); !walked) {
        return walked.error();
    }
    return readBindings();
}

Result<> CeleryExchanges::read(const std::optional<std::vector<QByteArray>>& found)
{
    // An overlong item closes the connection, and reconnecting discards the results. The second attempt skips this
    // item.
    int forgotten = m_forgotten;
    auto read = readOnce(found);
    if (read && std::exchange(forgotten, m_forgotten) != m_forgotten)
        read = readOnce(found);
    return read;
}

std::set<QueueName> CeleryExchanges::queues() const
{
    std::set<QueueName> names;
    for (const auto& [exchange, queues] : m_bound)
        names.insert(queues.begin(), queues.end());
    return names;
}

bool CeleryExchanges::binds(const QueueName& queue) const
{
    return std::any_of(m_bound.begin(), m_bound.end(), [&queue](const auto& bound) {
        return std::find(bound.second.begin(), bound.second.end(), queue) != bound.second.end();
    });
}

QueueName CeleryExchanges::onlyQueueOf(const QByteArray& exchange) const
{
    const auto bound = m_bound.find(exchange);
    return bound != m_bound.end() && bound->second.size() == 1 ? bound->second.front() : QueueName();
}

} // namespace dueline
