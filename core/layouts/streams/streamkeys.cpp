// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streamkeys.h"

#include "core/redis/errorclass.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr QByteArrayView eventsEnding = ":events";

} // namespace

StreamKeys::StreamKeys(
    RedisClient& client, StreamSpec spec, const LayoutSpec& layout, std::shared_ptr<const FoundQueues> found)
    : m_client(client)
    , m_spec(std::move(spec))
    , m_layout(layout)
    , m_found(std::move(found))
    , m_walk(
          client, [this](const QByteArray& key) { meet(key); }, [this] { return int(m_keys.size()); },
          [this] { return inspect(); }, "stream")
{ }

bool StreamKeys::isOwned(const QByteArray& key)
{
    return key.startsWith("rq:results:") || key.startsWith("dueline:") || key.contains(":dueline:");
}

std::vector<Command> StreamKeys::ownerSigns(const QByteArray& key)
{
    if (!key.endsWith(eventsEnding))
        return {};
    const QByteArray base = key.chopped(eventsEnding.size());
    return {{"EXISTS", base + ":meta", base + ":id"}};
}

bool StreamKeys::isOwner(std::span<const Reply> signs)
{
    return std::any_of(
        signs.begin(), signs.end(), [](const Reply& reply) { return reply.isInteger() && reply.integer > 0; });
}

void StreamKeys::forget()
{
    m_keys.clear();
    m_uninspected.clear();
    m_walk.forget();
}

void StreamKeys::meet(const QByteArray& key)
{
    if (isOwned(key) || m_keys.contains(key))
        return;
    if (m_keys.size() + m_uninspected.size() >= most)
        m_walk.drop();
    else if (ownerSigns(key).empty())
        m_keys.insert(key);
    else
        m_uninspected.push_back(key);
}

Result<> StreamKeys::inspect()
{
    std::vector<QByteArray> keys;
    keys.swap(m_uninspected);
    std::vector<Command> pipeline;
    for (const QByteArray& key : keys)
        pipeline.push_back(ownerSigns(key).front());
    if (pipeline.empty())
        return {};
    const auto replies = m_client.pipeline(pipeline);
    if (!replies)
        return replies.error();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (!isOwner(std::span(*replies).subspan(i, 1)))
            m_keys.insert(keys[i]);
    }
    return {};
}

Result<std::vector<QByteArray>> StreamKeys::names()
{
    if (!m_spec.key.isEmpty())
        return std::vector<QByteArray>{m_spec.key};
    if (m_found)
        return m_found->names(m_layout);
    if (const auto walked = m_walk.refresh(); !walked && !isRefusal(walked.error().code))
        return walked.error();
    return std::vector<QByteArray>(m_keys.begin(), m_keys.end());
}

} // namespace dueline
