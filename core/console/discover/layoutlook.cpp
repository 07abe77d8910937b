// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/discover/layoutlook.h"

#include "core/redis/redisclient.h"

namespace dueline {

namespace {

/// Reads the preview. Returns an error if the layout can't read the data.
Result<> read(Backend& backend, LayoutLook& look)
{
    auto queues = backend.inspector().queues();
    if (!queues)
        return queues.error();
    look.queues = *std::move(queues);
    if (const QueueDiscovery* discovery = backend.discovery())
        look.gap = discovery->state().gap();
    if (const auto now = backend.serverTime())
        look.serverNow = *now;
    if (look.queues.empty() || !look.queues.front().unreadable.isEmpty())
        return {};
    PageRequest request;
    request.queue = look.queues.front().name;
    request.states = StateSet::pending().intersected(backend.capabilities(request.queue).states);
    if (backend.capabilities(request.queue).states.contains(TaskState::Leased))
        request.states.insert(TaskState::Leased);
    request.limit = LayoutLook::shown;
    auto page = backend.inspector().page(request);
    if (!page)
        return page.error();
    look.first = std::move(page->tasks);
    return {};
}

} // namespace

Result<LayoutLook> lookAtLayout(const ConnectionSpec& connection)
{
    LayoutLook look;
    const LayoutFacts facts = connection.layout.facts();
    if (facts.queue) {
        RedisClient client(connection.redis);
        client.allowOnlyReads();
        if (const auto opened = client.open(); !opened)
            return opened.error();
        if (!facts.key.isEmpty()) {
            const auto type = client.call({"TYPE", facts.key});
            if (type)
                look.keyType = type->bytes;
        }
    }
    const auto backend = openBackend(connection, {}, Access::ReadOnly);
    if (!backend) {
        const bool unreached = backend.error().code == ErrorCode::Unreachable
            || backend.error().code == ErrorCode::Timeout || backend.error().code == ErrorCode::Disconnected;
        if (unreached)
            return backend.error();
        look.problem = backend.error().message;
        return look;
    }
    if (const auto done = read(**backend, look); !done)
        look.problem = done.error().message;
    else if (!look.queues.empty() && facts.queue)
        look.problem = QString::fromUtf8(look.queues.front().unreadable);
    return look;
}

} // namespace dueline
