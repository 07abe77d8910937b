// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listbroker.h"

#include "core/layouts/list/listwords.h"
#include "core/layouts/list/resendmessage.h"
#include "core/layouts/port/portwords.h"

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int itemsPerTake = 100; ///< maximum number of items per script call
/// Maximum number of items to read from the tail per claim, including invalid messages.
constexpr int mostLookedAt = 1'000;
constexpr qint64 bytesPerTake = 1024 * 1024;

} // namespace

ListBroker::ListBroker(NativeScripts& scripts, const ListSpec& spec)
    : OverlayBroker(scripts, spec)
    , m_list(spec)
{ }

Result<OverlayBroker::Taken> ListBroker::take(int limit)
{
    Taken taken;
    for (int before = 0; before < limit; before += itemsPerTake) {
        const int asked = std::min(limit - before, itemsPerTake);
        int chosen = 0;
        const auto some = takeSome(asked, before, chosen);
        if (!some)
            return some.error();
        taken.lookOn = taken.lookOn || some->lookOn;
        if (chosen < asked)
            break;
    }
    return taken;
}

Result<OverlayBroker::Taken> ListBroker::takeSome(int count, int before, int& chosen)
{
    const NativeKeys keys = scripts().keys(spec().key);
    const bool resends = m_list.resends();
    const int look = std::min(count + m_strange, mostLookedAt);
    const auto seen = scripts().run("peek", keys, {spec().key, keys.meta()},
        {QByteArray::number(look), QByteArray::number(bytesPerTake + m_strangeBytes)});
    if (!seen)
        return ListSourceKey::errorOf(spec(), seen.error());
    if (seen->items.size() < 2)
        return Error{ErrorCode::Protocol, portwords::unexpectedReplyOf("peek")};
    Taken taken;
    const TimePoint now = fromMs(seen->items[0].integer);
    std::vector<QByteArray> arguments{scripts().nextNonce(), scripts().overlay()->naming, QByteArray::number(before)};
    const int strangeBefore = std::exchange(m_strange, 0);
    m_strangeBytes = 0;
    for (std::size_t i = 2; i < seen->items.size() && chosen < count; ++i) {
        const QByteArray& item = seen->items[i].bytes;
        QByteArray what = "run";
        QByteArray more;
        if (resends) {
            const auto message = ResendMessage::read(item);
            if (!message) {
                ++m_strange;
                m_strangeBytes += item.size();
                continue;
            }
            if (message->isOld(now) && message->retryCount() < m_list.max) {
                what = "again";
                more = message->sentAgain(now);
                taken.lookOn = true;
            } else if (message->isOld(now)) {
                what = "fail";
                more = "expired " + listwords::wasSentTooOften(message->retryCount());
            }
        }
        arguments.insert(arguments.end(), {what, ListItemId::hashOf(item), item, more});
        ++chosen;
    }
    // Items that aren't valid messages stay in the list, but must not block the items after them.
    taken.lookOn = taken.lookOn || (chosen == 0 && m_strange > strangeBefore && look < mostLookedAt);
    if (chosen > 0) {
        const auto moved = scripts().run("take", keys,
            {spec().key, keys.retry(), keys.failed(), keys.tasks(), keys.history(), keys.meta(),
                scripts().memo(keys, "take"), keys.done(), keys.results(), keys.before()},
            arguments);
        if (!moved)
            return ListSourceKey::errorOf(spec(), moved.error());
    }
    return taken;
}

Result<std::vector<TaskLoad>> ListBroker::load(const QueueName& queue, const std::vector<Lease>& leases)
{
    auto loads = OverlayBroker::load(queue, leases);
    if (!loads)
        return loads;
    for (TaskLoad& load : *loads) {
        if (!m_list.resends()) {
            load.options.keepResult = !m_list.results.isEmpty(); // ack() publishes the result
        } else if (const auto message = ResendMessage::read(load.payload)) {
            load.payload = message->message();
        }
    }
    return loads;
}

Result<std::vector<WriteOutcome>> ListBroker::ack(
    const QueueName& queue, const std::vector<Ack>& acks, const QByteArray& results)
{
    if (m_list.results.isEmpty() || acks.empty())
        return OverlayBroker::ack(queue, acks, results);
    const NativeKeys keys = scripts().keys(spec().key);
    std::vector<QByteArray> arguments{scripts().nextNonce(), m_list.results};
    std::vector<Ack> ours = acks;
    for (Ack& ack : ours) {
        arguments.insert(arguments.end(), {ack.id, ack.token, ack.result.value_or(QByteArray())});
        ack.result.reset();
    }
    // Publish before the ack, while the lease is still held. If the worker dies between the two steps, the task runs
    // again, and no result is lost.
    const auto published
        = scripts().run("publish", keys, {keys.leases(), keys.tasks(), scripts().memo(keys, "publish")}, arguments);
    if (!published)
        return published.error();
    return OverlayBroker::ack(queue, ours, results);
}

} // namespace dueline
