// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commands/lookthrough.h"

#include "app/duectl/output.h"
#include "core/base/text.h"

#include <algorithm>

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

bool isForbidden(Backend& backend, const QueueName& queue)
{
    const auto newest = backend.inspector().operations(queue, 1);
    return !newest && newest.error().code == ErrorCode::Permission;
}

/// Returns whether this user lacks permission to read Dueline's own keys for a queue, which hold its operations and
/// discarded tasks.
bool lacksOwnKeys(Backend& backend, const QueueInfo& queue)
{
    return !queue.states.contains(TaskState::Trash)
        && backend.capabilities(queue.name).states.contains(TaskState::Trash) && isForbidden(backend, queue.name);
}

/// Returns whether native queues may be missing from `queues` because this user lacks permission to read them.
bool lacksNativeKeys(Backend& backend, const std::vector<QueueInfo>& queues)
{
    static const QueueName probe = "connection-test";
    const auto isNative = [&backend](const QueueName& queue) { return backend.capabilities(queue).layout == "native"; };
    return isNative(probe) && std::none_of(queues.begin(), queues.end(), [&isNative](const QueueInfo& queue) {
        return isNative(queue.name);
    }) && isForbidden(backend, probe);
}

const QString ownKeysRule = u"because this user is not allowed to read Dueline's own keys. \"duectl acl viewer\" "
                            u"prints a rule that allows it."_s;

} // namespace

Result<> checkTrash(Backend& backend, const QueueInfo& queue)
{
    if (!lacksOwnKeys(backend, queue))
        return {};
    return Error{
        ErrorCode::Permission, u"The trash of %1 is unknown, %2"_s.arg(printable(queue.name, 64), ownKeysRule)};
}

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
            : part == OwnPart::Trash                     ? u"the trash of %1"_s.arg(forbidden.join(u", "_s))
                                                         : u"operations of %1"_s.arg(forbidden.join(u", "_s));
        tell(u"Not included: %1, %2"_s.arg(missing, ownKeysRule));
    }
    const bool isNativeHidden
        = part != OwnPart::None && forbidden.isEmpty() && unread.isEmpty() && lacksNativeKeys(backend, *queues);
    if (isNativeHidden)
        tell(u"Not included: %1 of native queues, %2"_s.arg(part == OwnPart::Workers ? u"workers"_s
                : part == OwnPart::Trash                                             ? u"the trash"_s
                                                                                     : u"operations"_s,
            ownKeysRule));
    return unread.isEmpty() && forbidden.isEmpty() && !isNativeHidden;
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
