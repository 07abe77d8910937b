// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubbroker.h"

#include "core/layouts/port/portwords.h"
#include "core/layouts/pubsub/pubsubwords.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int scansPerClaim = 4;
constexpr std::size_t looksPerClaim = 500; ///< number of matching keys found after which a claim stops scanning
/// Number of keys per script call; a call blocks the server for half a millisecond.
constexpr std::size_t keysPerTake = 50;
constexpr auto sweptPerStep = "200";

using Place = PubsubSourceKey::Entry::Location;

} // namespace

PubsubBroker::PubsubBroker(NativeScripts& scripts, const PubsubSpec& spec)
    : OverlayBroker(scripts, spec)
    , m_home(scripts, spec)
{ }

Result<TimePoint> PubsubBroker::discover()
{
    TimePoint now{};
    std::size_t looked = 0;
    for (int scan = 0; scan < scansPerClaim && looked < looksPerClaim; ++scan) {
        const auto ids = m_home.scan(m_cursor);
        if (!ids)
            return ids.error();
        const auto entries = m_home.look(*ids, now);
        if (!entries)
            return entries.error();
        for (const PubsubSourceKey::Entry& entry : *entries) {
            if (entry.place == Place::Home)
                m_known.insert_or_assign(entry.id.toStdString(), entry);
            else
                m_known.erase(entry.id.toStdString());
        }
        looked += ids->size();
        if (m_cursor == "0")
            break;
    }
    return now == TimePoint() ? scripts().client().serverTime() : now;
}

Result<OverlayBroker::Taken> PubsubBroker::take(int limit)
{
    const NativeKeys keys = scripts().keys(spec().key);
    const auto paused = scripts().client().call({"HEXISTS", keys.meta(), "paused"});
    if (!paused)
        return NativeScripts::errorAt(keys.meta(), paused.error());
    Taken taken;
    if (paused->integer == 1)
        return taken;
    const auto now = discover();
    if (!now)
        return now.error();
    std::vector<PubsubSourceKey::Entry> due;
    for (const auto& [id, entry] : m_known) {
        if (entry.due <= *now)
            due.push_back(entry);
        else
            taken.nextDue = std::min(taken.nextDue.value_or(TimePoint::max()), entry.due);
    }
    if (due.empty())
        return taken;
    std::sort(due.begin(), due.end(), [](const PubsubSourceKey::Entry& a, const PubsubSourceKey::Entry& b) {
        return std::tie(a.due, a.id) < std::tie(b.due, b.id);
    });
    due.resize(std::min(due.size(), std::size_t(limit)));
    taken.lookOn = true; // stays true if no task was claimed because all of them had changed
    for (std::size_t from = 0; from < due.size(); from += keysPerTake) {
        const auto some = takeThese(
            {due.begin() + qptrdiff(from), due.begin() + qptrdiff(std::min(due.size(), from + keysPerTake))});
        if (!some)
            return some.error();
        taken.lookOn = taken.lookOn && *some == 0;
    }
    return taken;
}

Result<qsizetype> PubsubBroker::takeThese(const std::vector<PubsubSourceKey::Entry>& due)
{
    const NativeKeys keys = scripts().keys(spec().key);
    std::vector<QByteArray> names{keys.ofRole("ran"), keys.retry(), keys.leased(), keys.failed(), keys.done(),
        keys.trash(), keys.tasks(), keys.tries(), keys.history(), keys.before(), keys.meta(),
        scripts().memo(keys, "take")};
    std::vector<QByteArray> arguments{scripts().nextNonce(), scripts().overlay()->naming};
    for (const PubsubSourceKey::Entry& entry : due) {
        names.push_back(entry.id);
        arguments.push_back(entry.value);
        arguments.push_back(QByteArray::number(std::max<qint64>(toMs(entry.due), 1)));
        m_known.erase(entry.id.toStdString());
    }
    const auto reply = scripts().run("take", keys, names, arguments);
    if (!reply)
        return reply.error();
    return reply->bytes.count('1');
}

Result<bool> PubsubBroker::sweep(const QueueName& queue)
{
    auto more = OverlayBroker::sweep(queue);
    if (!more || queue != spec().key)
        return more;
    const NativeKeys keys = scripts().keys(queue);
    const auto page = scripts().client().call({"HSCAN", keys.ofRole("ran"), m_sweepCursor, "COUNT", sweptPerStep});
    if (!page)
        return NativeScripts::errorAt(keys.ofRole("ran"), page.error());
    if (page->items.size() != 2)
        return Error{ErrorCode::Protocol, portwords::unexpectedReplyTo("HSCAN")};
    std::vector<QByteArray> names{keys.ofRole("ran")};
    const std::vector<Reply>& fields = page->items[1].items;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
        names.push_back(fields[i].bytes);
    m_sweepCursor = page->items[0].bytes;
    if (names.size() > 1) {
        if (const auto forgotten = scripts().run("forgetran", keys, names, {}); !forgotten)
            return forgotten.error();
    }
    return *more || m_sweepCursor != "0";
}

} // namespace dueline
