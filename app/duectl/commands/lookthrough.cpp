// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands/lookthrough.h"

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
