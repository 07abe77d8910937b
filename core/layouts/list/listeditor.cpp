// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listeditor.h"

#include "core/layouts/list/listwords.h"
#include "core/layouts/list/resendmessage.h"
#include "core/layouts/port/callsize.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/errorclass.h"

#include <QElapsedTimer>

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t itemsPerCall = 100;
constexpr qsizetype bytesPerCall = 1024 * 1024;
// maximum number of items scanned by the first script call; removing an item makes Redis scan all items before it
constexpr qint64 itemsLookedAt = 200'000;
constexpr int delaySeconds = 5; ///< value of `delay_time` in new messages

/// Returns the index after the last item of the batch starting at `from`.
template <typename SizeOf> std::size_t endOfCall(std::size_t from, std::size_t size, std::size_t most, SizeOf sizeOf)
{
    std::size_t end = from;
    qsizetype bytes = 0;
    while (end < size && end - from < most && (end == from || bytes + sizeOf(end) <= bytesPerCall))
        bytes += sizeOf(end++);
    return end;
}

} // namespace

ListEditor::ListEditor(NativeScripts& scripts, const ListSpec& spec, std::shared_ptr<ListMemory> memory)
    : OverlayEditor(scripts, spec)
    , m_list(spec)
    , m_home(scripts, spec, std::move(memory))
{ }

Result<QByteArray> ListEditor::itemOf(const NewTask& task, TimePoint now) const
{
    const QByteArray text = task.payload.isEmpty() ? uniqueOf(task) : task.payload;
    if (!m_list.resends())
        return text;
    auto message = ResendMessage::write(text, now, delaySeconds);
    if (!message)
        return refused(listwords::messageIsNoText());
    return *std::move(message);
}

TaskId ListEditor::idFor(const QueueName&, const NewTask& task) const
{
    if (const auto added = m_added.find(task.id); added != m_added.end())
        return added->second;
    const auto item = itemOf(task, {});
    return item ? ListItemId::hashOf(*item) : task.id;
}

Result<std::vector<AddOutcome>> ListEditor::add(const QueueName& queue, const std::vector<NewTask>& tasks)
{
    if (tasks.empty())
        return std::vector<AddOutcome>();
    if (auto met = meet(queue, true); !met)
        return met.error();
    const auto now = scripts().client().serverTime();
    if (!now)
        return now.error();
    std::vector<QByteArray> items;
    for (const NewTask& task : tasks) {
        if (auto fine = checkOptions(task); !fine)
            return fine.error();
        if ((task.dueAt && *task.dueAt > *now) || (task.dueIn && *task.dueIn > Millis(0)))
            return refused(listwords::noTimes());
        auto item = itemOf(task, *now);
        if (!item)
            return item.error();
        items.push_back(std::move(item).value());
    }
    m_added.clear();
    const NativeKeys keys = scripts().keys(queue);
    for (std::size_t from = 0; from < items.size();) {
        const std::size_t end
            = endOfCall(from, items.size(), itemsPerCall, [&](std::size_t i) { return items[i].size(); });
        std::vector<QByteArray> arguments{scripts().nextNonce(), keys.wakeChannel()};
        arguments.insert(arguments.end(), items.begin() + qptrdiff(from), items.begin() + qptrdiff(end));
        const auto reply
            = scripts().run("push", keys, {queue, scripts().memo(keys, "push"), keys.statisticsPrefix()}, arguments);
        if (!reply)
            return ListSourceKey::errorOf(spec(), reply.error());
        from = end;
    }
    for (std::size_t i = 0; i < tasks.size(); ++i)
        m_added[tasks[i].id] = ListItemId::hashOf(items[i]);
    return std::vector<AddOutcome>(tasks.size(), AddOutcome::Added);
}

Result<std::vector<ItemOutcome>> ListEditor::actAtHome(const ActionStep& step)
{
    const std::vector<TaskRef>& refs = step.refs;
    const bool discards = step.action.kind == ActionKind::Discard;
    if (!discards && step.action.kind != ActionKind::Delete)
        return std::vector<ItemOutcome>(refs.size(), ItemOutcome::Refused);
    std::set<QByteArray> hashes;
    for (const TaskRef& ref : refs) {
        if (const auto id = ListItemId::parse(ref.id))
            hashes.insert(id->hash);
    }
    const auto bytes = m_home.bytesOf(hashes);
    if (!bytes)
        return bytes.error();
    const auto length = m_home.length();
    if (!length)
        return length.error();
    std::vector<ItemOutcome> outcomes(refs.size(), ItemOutcome::NotFound);
    std::vector<std::size_t> found;
    std::vector<QByteArray> items;
    const NativeKeys keys = scripts().keys(step.queue);
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const auto id = ListItemId::parse(refs[i].id);
        const auto item = id ? bytes->find(id->hash) : bytes->end();
        if (item != bytes->end()) {
            found.push_back(i);
            items.push_back(item->second);
            continue;
        }
        const auto known = scripts().client().call({"HEXISTS", keys.tasks(), refs[i].id});
        if (!known)
            return ListSourceKey::errorOf(spec(), known.error());
        if (known->integer == 1)
            outcomes[i] = ItemOutcome::MovedOn;
    }
    // Removing an item makes Redis scan all items before it. A bulk operation's items are near the front, but a single
    // item may be at the far end of the list.
    if (m_perCall == 0)
        m_perCall
            = std::size_t(std::clamp<qint64>(itemsLookedAt / std::max<qint64>(*length, 1), 1, qint64(itemsPerCall)));
    for (std::size_t from = 0; from < found.size();) {
        const std::size_t end
            = endOfCall(from, found.size(), m_perCall, [&](std::size_t i) { return items[i].size(); });
        std::vector<QByteArray> arguments{scripts().nextNonce()};
        if (discards)
            arguments.insert(arguments.end(), {uniquePartOf(step.operation), homeward});
        for (std::size_t i = from; i < end; ++i) {
            if (discards)
                arguments.push_back(refs[found[i]].id);
            arguments.push_back(items[i]);
        }
        const std::vector<QByteArray> keyNames = discards
            ? std::vector<QByteArray>{spec().key, keys.trash(), keys.tasks(), keys.before(), keys.meta(),
                scripts().memo(keys, "act"), keys.statisticsPrefix(), keys.done(), keys.history(), keys.results()}
            : std::vector<QByteArray>{spec().key, keys.meta(), scripts().memo(keys, "act")};
        QElapsedTimer timer;
        timer.start();
        const auto reply = scripts().run(discards ? "discarditems" : "deleteitems", keys, keyNames, arguments);
        m_perCall = nextCallSize(m_perCall, itemsPerCall, timer.elapsed());
        if (!reply)
            return ListSourceKey::errorOf(spec(), reply.error());
        if (reply->bytes.size() != qsizetype(end - from))
            return unexpectedReply();
        for (std::size_t i = from; i < end; ++i)
            outcomes[found[i]] = reply->bytes[qsizetype(i - from)] == '1' ? ItemOutcome::Done : ItemOutcome::MovedOn;
        from = end;
    }
    return outcomes;
}

Result<> ListEditor::bringHome()
{
    const NativeKeys keys = scripts().keys(spec().key);
    while (true) {
        const auto reply = scripts().run(
            "bringhome", keys, {spec().key, keys.retry(), keys.tasks(), keys.tries(), keys.meta()}, {homeward});
        if (!reply)
            return ListSourceKey::errorOf(spec(), reply.error());
        if (reply->integer == 0)
            return {};
    }
}

} // namespace dueline
