// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/described/runqueues.h"

#include "core/layouts/custom/custombackend.h"

namespace dueline {

namespace {

constexpr Millis listEvery{
    60'000}; ///< interval at which a queue is listed again, in case another program has deleted the list

NativeOverlay overlayFor(const DescribedInspector& inspector, const QueueName& queue)
{
    NativeOverlay overlay;
    overlay.queue = queue;
    overlay.base = inspector.overlayOf(queue).overlay + "run:"; // include/describedrun composes the same names
    overlay.scripts = {&CustomBackend::library()};
    return overlay;
}

} // namespace

RunQueue::RunQueue(
    RedisClient& client, DescribedInspector& described, const QueueName& queue, const QByteArray& session)
    : name(queue)
    , scripts(client, overlayFor(described, queue), session)
    , home(described, queue)
    , both(scripts, home, queue)
    , inspector(scripts)
    , editor(scripts)
    , broker(scripts)
{ }

Result<> RunQueue::make()
{
    if (auto prepared = scripts.prepare(name); !prepared)
        return prepared;
    const NativeKeys keys = scripts.keys(name);
    const auto made = scripts.run("meet", keys, {keys.meta(), keys.leases()}, {"1"});
    return made ? Result<>() : Result<>(made.error());
}

RunQueues::RunQueues(RedisClient& client, std::shared_ptr<const Description> description, DescribedInspector& inspector,
    QByteArray session)
    : m_client(client)
    , m_description(std::move(description))
    , m_inspector(inspector)
    , m_session(session.isEmpty() ? NativeScripts::makeSession() : std::move(session))
{ }

RunQueue* RunQueues::of(const QueueName& queue)
{
    if (m_inspector.places().isShared(queue) || !m_inspector.places().isQueue(queue))
        return nullptr;
    std::unique_ptr<RunQueue>& own = m_queues[queue];
    if (!own)
        own = std::make_unique<RunQueue>(m_client, m_inspector, queue, m_session);
    return own.get();
}

Result<std::vector<QueueName>> RunQueues::names()
{
    const auto listed = m_client.call({"SMEMBERS", listKey()});
    if (!listed)
        return listed.error();
    std::vector<QueueName> names;
    for (const Reply& name : listed->items)
        names.push_back(name.bytes);
    return names;
}

Result<RunQueue*> RunQueues::listed(const QueueName& queue)
{
    RunQueue* own = of(queue);
    if (!own)
        return own;
    const auto isThere = m_client.call({"SISMEMBER", listKey(), queue});
    if (!isThere && isThere.error().code != ErrorCode::Permission)
        return isThere.error();
    return isThere && isThere->integer == 1 ? own : nullptr;
}

Result<> RunQueues::enlist(const QueueName& queue)
{
    QDeadlineTimer& until = m_listed[queue];
    if (!until.hasExpired())
        return {};
    if (const auto added = m_client.call({"SADD", listKey(), queue}); !added)
        return added.error();
    until.setRemainingTime(listEvery);
    return {};
}

void RunQueues::reconnected()
{
    m_listed.clear();
    for (auto& [name, queue] : m_queues)
        queue->scripts.reconnected();
}

} // namespace dueline
