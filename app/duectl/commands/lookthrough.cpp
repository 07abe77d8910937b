// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands/lookthrough.h"

#include "app/duectl/output.h"
#include "core/base/text.h"

using namespace Qt::StringLiterals;

namespace dueline::duectl {

Result<> discover(Backend& backend)
{
    QueueDiscovery* discovery = backend.discovery();
    if (!discovery)
        return {};
    for (;;) {
        const auto complete = discovery->step();
        if (!complete)
            return complete.error();
        if (*complete)
            return {};
    }
}

Result<bool> tellUnread(QueueInspector& inspector)
{
    const auto queues = inspector.queues();
    if (!queues)
        return queues.error();
    QStringList unread;
    for (const QueueInfo& queue : *queues) {
        if (!queue.unreadable.isEmpty())
            unread << printable(queue.name, 64);
    }
    if (!unread.isEmpty())
        tell(u"Not included: %1, which cannot be read. \"duectl queues\" shows the reason."_s.arg(
            unread.mid(0, 5).join(u", "_s)));
    return unread.isEmpty();
}

QString lookedThrough(Backend& backend)
{
    const QueueDiscovery* discovery = backend.discovery();
    if (!discovery)
        return {};
    const DiscoveryState state = discovery->state();
    return (state.gap() + u' ' + state.unopenedLayouts()).trimmed();
}

void writeLookedThrough(JsonWriter& json, Backend& backend)
{
    const QString gap = lookedThrough(backend);
    if (gap.isEmpty())
        return;
    const DiscoveryState state = backend.discovery()->state();
    json.beginObject();
    json.member("incomplete", gap.toUtf8());
    json.member("keys_looked_at", state.lookedAt);
    json.member("keys", state.keys > 0 ? std::optional(state.keys) : std::nullopt);
    json.endObject();
}

} // namespace dueline::duectl
