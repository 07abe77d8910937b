// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listsourcekey.h"

#include "core/base/text.h"
#include "core/layouts/list/listwords.h"
#include "core/layouts/list/resendmessage.h"
#include "core/layouts/port/portwords.h"
#include "core/redis/reply.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr qint64 bytesPerRead = 2 * 1024 * 1024;
constexpr qint64 itemsPerRead = 1'000;
/// Maximum number of bytes to read from the tail in order to number equal items.
constexpr qint64 numberedBytes = 16 * 1024 * 1024;
constexpr int numbersAsked = 49; ///< number of suffixes to check: `~2` to `~50`
constexpr std::size_t mostFound = 3'000; ///< maximum number of cached search results
constexpr qint64 mostFoundBytes = 16 * 1024 * 1024;
constexpr std::chrono::seconds foundBelieved{10};

} // namespace

ListSourceKey::ListSourceKey(NativeScripts& scripts, const ListSpec& spec, std::shared_ptr<ListMemory> memory)
    : m_scripts(scripts)
    , m_spec(spec)
    , m_memory(std::move(memory))
{ }

Error ListSourceKey::errorOf(const CustomSpec& spec, const Error& error)
{
    const bool isTheirs = error.code == ErrorCode::WrongType
        && (error.detail == u"DAMAGED home" || !error.detail.startsWith(u"DAMAGED "));
    if (!isTheirs)
        return error;
    return {ErrorCode::WrongType, listwords::keyIsNoList(printable(spec.key, 100), QString::fromLatin1(spec.name())),
        error.detail};
}

Result<qint64> ListSourceKey::length()
{
    const auto reply = m_scripts.client().call({"LLEN", m_spec.key});
    if (!reply)
        return errorOf(m_spec, reply.error());
    return reply->integer;
}

qint64 ListSourceKey::fitting() const
{
    return std::clamp<qint64>(bytesPerRead / std::max<qint64>(m_meanSize, 1), 1, itemsPerRead);
}

Result<std::vector<ListSourceKey::Item>> ListSourceKey::read(qint64 first, qint64 count)
{
    const qint64 last = first + std::min(count, fitting());
    const auto reply = m_scripts.client().call({"LRANGE", m_spec.key, number(-last), number(-first - 1)});
    if (!reply)
        return errorOf(m_spec, reply.error());
    std::vector<Item> items;
    items.reserve(reply->items.size());
    for (auto item = reply->items.rbegin(); item != reply->items.rend(); ++item) {
        m_meanSize += (item->bytes.size() - m_meanSize) / 4;
        items.push_back({ListItemId::hashOf(item->bytes), item->bytes});
    }
    return items;
}

Result<> ListSourceKey::walk(qint64 first, qint64 count, const std::function<bool(const Item&)>& meet)
{
    while (count > 0) {
        const auto items = read(first, count);
        if (!items)
            return items.error();
        for (const Item& item : *items) {
            if (!meet(item))
                return {};
        }
        if (items->empty())
            return {};
        first += qint64(items->size());
        count -= qint64(items->size());
    }
    return {};
}

Result<QByteArray> ListSourceKey::taken(const std::vector<TaskId>& ids)
{
    const NativeKeys keys = m_scripts.keys(m_spec.key);
    QByteArray codes;
    for (std::size_t i = 0; i < ids.size(); i += std::size_t(itemsPerRead)) {
        const auto end = std::min(ids.size(), i + std::size_t(itemsPerRead));
        const auto reply = m_scripts.run(
            "taken", keys, {keys.tasks(), keys.done()}, {ids.begin() + qptrdiff(i), ids.begin() + qptrdiff(end)});
        if (!reply)
            return errorOf(m_spec, reply.error());
        codes += reply->bytes;
    }
    if (codes.size() != qsizetype(ids.size()))
        return Error{ErrorCode::Protocol, portwords::unexpectedReplyOf("taken")};
    return codes;
}

Result<std::set<TaskId>> ListSourceKey::takenOf(const std::set<QByteArray>& hashes)
{
    std::set<TaskId> found;
    std::vector<TaskId> ids(hashes.begin(), hashes.end());
    for (int round = 0; round < 2 && !ids.empty(); ++round) {
        const auto codes = taken(ids);
        if (!codes)
            return codes.error();
        std::vector<TaskId> numbered;
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if ((*codes)[qsizetype(i)] != '1')
                continue;
            found.insert(ids[i]);
            for (int next = 2; round == 0 && next < 2 + numbersAsked; ++next)
                numbered.push_back(ListItemId{ids[i], next}.text());
        }
        ids = std::move(numbered);
    }
    return found;
}

TaskId ListSourceKey::nextFree(ListItemNumbers& numbers, const QByteArray& hash, const std::set<TaskId>& taken)
{
    TaskId id = numbers.next(hash).text();
    while (taken.contains(id))
        id = numbers.next(hash).text();
    return id;
}

Task ListSourceKey::taskOf(const TaskId& id, const QByteArray& item, TimePoint now) const
{
    Task task;
    task.id = id;
    task.type = m_spec.type;
    task.state = TaskState::Due;
    task.at = now;
    task.dueAt = now;
    task.untimed = true;
    task.size = item.size();
    if (item.size() <= Task::previewedPayload)
        task.preview = item.left(Task::previewBytes);
    if (!m_spec.resends())
        return task;
    const auto message = ResendMessage::read(item);
    if (!message)
        task.error = listwords::isNoMessage();
    else if (message->isOld(now))
        task.error = message->retryCount() < m_spec.max ? listwords::isSentAgain() : listwords::isSentTooOften();
    return task;
}

Result<HomeCounts> ListSourceKey::counts(TimePoint)
{
    const auto items = length();
    if (!items)
        return items.error();
    HomeCounts counts;
    counts.exists = *items > 0;
    counts.due = *items;
    counts.oldestUnknown = *items > 0; // list items contain no times
    return counts;
}

Result<TaskPage> ListSourceKey::page(StateSet states, TimePoint now, qint64 offset, int limit)
{
    TaskPage page;
    if (!states.contains(TaskState::Due))
        return page;
    const auto total = length();
    if (!total)
        return total.error();
    page.total = *total;
    const qint64 count = std::min<qint64>(std::clamp(limit, 0, QueueInspector::maxPage), *total - offset);
    if (count <= 0)
        return page;
    const bool fromTail = offset + count <= numberedFromTail && offset * m_meanSize <= numberedBytes;
    std::vector<Item> items;
    std::vector<QByteArray> before;
    std::set<QByteArray> hashes;
    qint64 place = fromTail ? 0 : offset;
    const auto walked = walk(place, offset + count - place, [&](const Item& item) {
        hashes.insert(item.hash);
        if (place++ < offset)
            before.push_back(item.hash);
        else
            items.push_back(item);
        return true;
    });
    if (!walked)
        return walked.error();
    const auto taken = takenOf(hashes);
    if (!taken)
        return taken.error();
    ListItemNumbers numbers;
    for (const QByteArray& hash : before)
        nextFree(numbers, hash, *taken);
    for (const Item& item : items) {
        m_memory->note(item.hash, item.bytes);
        page.tasks.push_back(taskOf(nextFree(numbers, item.hash, *taken), item.bytes, now));
    }
    return page;
}

Result<SearchStep> ListSourceKey::search(const SearchRequest& request, TimePoint now)
{
    SearchStep step;
    const StateSet states = request.filter.states().intersected(request.states);
    if (!states.contains(TaskState::Due))
        return step;
    const auto total = length();
    if (!total)
        return total.error();
    // The cursor is the number of items left to search, counted from the tail.
    qint64 ahead = *total;
    if (!request.cursor.isEmpty()) {
        bool isNumber = false;
        ahead = std::min(ahead, request.cursor.toLongLong(&isNumber));
        if (!isNumber || ahead < 0)
            return Error{ErrorCode::Usage, portwords::cursorIsForeign()};
    }
    ListItemNumbers numbers;
    if (!request.cursor.isEmpty() && m_walk.cursor == request.cursor)
        numbers = std::move(m_walk.numbers);
    const qint64 count = std::min({ahead, qint64(std::max(request.examine, 1)), fitting()});
    if (count == 0)
        return step;
    auto items = read(ahead - count, count);
    if (!items)
        return items.error();
    std::set<QByteArray> hashes;
    for (const Item& item : *items)
        hashes.insert(item.hash);
    const auto taken = takenOf(hashes);
    if (!taken)
        return taken.error();
    for (auto item = items->rbegin(); item != items->rend(); ++item) {
        Task task = taskOf(nextFree(numbers, item->hash, *taken), item->bytes, now);
        if (!request.filter.matches(task, item->bytes, now, request.queue))
            continue;
        m_memory->note(item->hash, item->bytes);
        noteFound(task.id, item->bytes);
        step.matches.push_back(std::move(task));
    }
    step.examined = qint64(items->size());
    ahead -= count;
    if (ahead > 0) {
        step.cursor = number(ahead);
        m_walk = {step.cursor, std::move(numbers)};
    }
    return step;
}

Result<std::map<QByteArray, QByteArray>> ListSourceKey::bytesOf(const std::set<QByteArray>& hashes)
{
    std::map<QByteArray, QByteArray> found;
    std::set<QByteArray> unknown;
    for (const QByteArray& hash : hashes) {
        if (const QByteArray* met = m_memory->find(hash))
            found.emplace(hash, *met);
        else
            unknown.insert(hash);
    }
    if (unknown.empty())
        return found;
    const auto total = length();
    if (!total)
        return total.error();
    // Read the list from its head, where a bulk operation finds its next items.
    for (qint64 ahead = *total; ahead > 0 && !unknown.empty();) {
        const qint64 count = std::min(ahead, fitting());
        const auto items = read(ahead - count, count);
        if (!items)
            return items.error();
        for (auto item = items->rbegin(); item != items->rend(); ++item) {
            m_memory->note(item->hash, item->bytes);
            if (unknown.erase(item->hash) > 0)
                found.emplace(item->hash, item->bytes);
        }
        ahead -= count;
    }
    return found;
}

void ListSourceKey::noteFound(const TaskId& id, const QByteArray& item)
{
    if (m_found.size() >= mostFound || m_foundBytes + item.size() > mostFoundBytes) {
        m_found.clear();
        m_foundBytes = 0;
    }
    m_found.insert_or_assign(id, Found{item, std::chrono::steady_clock::now()});
    m_foundBytes += item.size();
}

Result<std::optional<QByteArray>> ListSourceKey::at(const TaskId& id)
{
    if (const auto found = m_found.find(id);
        m_usesFound && found != m_found.end() && std::chrono::steady_clock::now() - found->second.at < foundBelieved)
        return std::optional(found->second.item);
    const auto parsed = ListItemId::parse(id);
    if (!parsed)
        return std::optional<QByteArray>();
    const auto taken = takenOf({parsed->hash});
    if (!taken)
        return taken.error();
    if (taken->contains(id))
        return std::optional<QByteArray>();
    auto bytes = bytesOf({parsed->hash});
    if (!bytes)
        return bytes.error();
    if (bytes->empty())
        return std::optional<QByteArray>();
    const QByteArray item = bytes->begin()->second;
    // rank of the item among identical items in the list; ids that the overlay already uses don't count
    const qint64 rank = parsed->number - std::count_if(taken->begin(), taken->end(), [&](const TaskId& other) {
        const auto number = ListItemId::parse(other);
        return number && number->number < parsed->number;
    });
    const auto place = m_scripts.client().call({"LPOS", m_spec.key, item, "RANK", number(rank)});
    if (!place)
        return errorOf(m_spec, place.error());
    return place->isNil() ? std::optional<QByteArray>() : std::optional(item);
}

Result<std::optional<Task>> ListSourceKey::find(const TaskId& id, TimePoint now)
{
    auto item = at(id);
    if (!item)
        return item.error();
    if (!*item)
        return std::optional<Task>();
    Task task = taskOf(id, **item, now);
    task.preview.clear();
    return std::optional(std::move(task));
}

Result<std::optional<QByteArray>> ListSourceKey::payload(const TaskId& id) { return at(id); }

Result<> ListSourceKey::addTo(std::vector<TimelineBin>& bins, TimePoint now)
{
    const auto items = length();
    if (!items)
        return items.error();
    for (TimelineBin& bin : bins) {
        if (bin.from <= now && now < bin.to)
            bin.counts[TaskState::Due] += *items;
    }
    return {};
}

Result<std::optional<TimePoint>> ListSourceKey::lastDue(TimePoint now)
{
    const auto items = length();
    if (!items)
        return items.error();
    return *items > 0 ? std::optional(now) : std::nullopt;
}

} // namespace dueline
