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

namespace {

/// Returns whether this user may not read the keys next to a queue, where Dueline stores operations and discarded
/// tasks.
bool lacksOwnKeys(Backend& backend, const QueueInfo& queue)
{
    if (queue.states.contains(TaskState::Trash) || !backend.capabilities(queue.name).states.contains(TaskState::Trash))
        return false;
    const auto newest = backend.inspector().operations(queue.name, 1);
    return !newest && newest.error().code == ErrorCode::Permission;
}

} // namespace

Result<bool> tellUnread(Backend& backend, OwnPart part)
{
    constexpr qsizetype mostNamed = 5;
    QueueInspector& inspector = backend.inspector();
    const auto queues = inspector.queues();
    if (!queues)
        return queues.error();
    QStringList unread;
    QStringList forbidden;
    for (const QueueInfo& queue : *queues) {
        if (!queue.unreadable.isEmpty())
            unread << printable(queue.name, 64);
        else if (part != OwnPart::None && forbidden.size() < mostNamed && lacksOwnKeys(backend, queue))
            forbidden << printable(queue.name, 64);
    }
    if (!unread.isEmpty())
        tell(u"Not included: %1, which cannot be read. \"duectl queues\" shows the reason."_s.arg(
            unread.mid(0, mostNamed).join(u", "_s)));
    if (!forbidden.isEmpty()) {
        const QString missing = part == OwnPart::Workers ? u"workers of native queues"_s
                                                         : u"operations of %1"_s.arg(forbidden.join(u", "_s));
        tell(
            u"Not included: %1, because this user may not read Dueline's own keys. \"duectl acl viewer\" prints a rule "
            u"that allows it."_s.arg(missing));
    }
    return unread.isEmpty() && forbidden.isEmpty();
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
