// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/streams/streambackend.h"

#include "core/layouts/streams/streamcheckup.h"

namespace dueline {

namespace {

Capabilities streamCapabilities(const StreamSpec& spec)
{
    Capabilities can;
    can.layout = "stream";
    StreamQueue queue;
    queue.spec = spec;
    can.states = queue.states();
    can.workers = can.sharedWork = can.copied = true;
    return can;
}

} // namespace

StreamBackend::StreamBackend(const StreamSpec& spec, const LayoutSpec& layout, std::shared_ptr<RedisLane> lane,
    Access access, std::shared_ptr<const FoundQueues> found)
    : RedisBackend(std::move(lane), access, streamCapabilities(spec))
    , m_inspector(client(), m_clock, spec, layout, std::move(found))
{ }

Result<std::unique_ptr<Backend>> StreamBackend::open(const StreamSpec& spec, const LayoutSpec& layout,
    std::shared_ptr<RedisLane> lane, Access access, std::shared_ptr<const FoundQueues> found)
{
    std::unique_ptr<StreamBackend> backend(new StreamBackend(spec, layout, std::move(lane), access, std::move(found)));
    if (auto opened = backend->RedisBackend::open(); !opened)
        return opened.error();
    return std::unique_ptr<Backend>(std::move(backend));
}

std::unique_ptr<QueueCheckup> StreamBackend::checkup(const QueueInfo& queue, const QueueName& called)
{
    return std::make_unique<StreamCheckup>(client(), m_clock, m_inspector, queue, called);
}

QString StreamBackend::refusal() const
{
    const QString server = RedisBackend::refusal();
    return server.isEmpty() ? QStringLiteral("Messages of streams are read-only in this version.") : server;
}

void StreamBackend::connected(bool)
{
    m_clock.forget();
    m_inspector.forget(serverVersion());
}

} // namespace dueline
