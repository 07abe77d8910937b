// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/pubsub/pubsubsourcekey.h"

#include "core/layouts/pubsub/globpattern.h"
#include "core/layouts/pubsub/pubsubwords.h"
#include "core/redis/errorclass.h"
#include "core/redis/redisclient.h"
#include "core/redis/reply.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <set>

namespace dueline {

namespace {

constexpr std::size_t keysPerLook = 100;
constexpr qint64 longestTimeText = 64; ///< maximum length of a time in bytes
constexpr qint64 longScan = 50; ///< scan duration in ms above which the result is cached

using Location = PubsubSourceKey::Entry::Location;

} // namespace

PubsubSourceKey::PubsubSourceKey(NativeScripts& scripts, const PubsubSpec& spec)
    : m_scripts(scripts)
    , m_spec(spec)
{ }

std::optional<TimePoint> PubsubSourceKey::timeOf(const QByteArray& value)
{
    bool isNumber = false;
    const double seconds = value.toDouble(&isNumber);
    const bool isPlain
        = std::none_of(value.begin(), value.end(), [](char c) { return uchar(c) <= ' ' || uchar(c) > '~'; });
    if (!isNumber || !isPlain || std::isnan(seconds))
        return std::nullopt;
    // Round up to the next millisecond, but ignore floating-point errors.
    return fromMs(qint64(std::clamp(std::ceil(seconds * 1000 - 1e-3), -endOfTime, endOfTime)));
}

QByteArray PubsubSourceKey::valueOf(TimePoint at) { return QByteArray::number(double(toMs(at)) / 1000, 'f', 3); }

bool PubsubSourceKey::isTask(const TaskId& id) const
{
    return matchesGlob(m_spec.keys, id) && !id.startsWith(m_scripts.overlay()->base);
}

Result<std::vector<TaskId>> PubsubSourceKey::scan(QByteArray& cursor)
{
    const auto page = m_scripts.client().call({"SCAN", cursor.isEmpty() ? QByteArray("0") : cursor, "MATCH",
        m_spec.keys, "COUNT", QByteArray::number(RedisClient::keysPerScan)});
    if (!page)
        return page.error();
    if (page->items.size() != 2)
        return unexpectedReply();
    std::vector<TaskId> ids;
    for (const Reply& key : page->items[1].items) {
        if (!key.bytes.startsWith(m_scripts.overlay()->base))
            ids.push_back(key.bytes);
    }
    cursor = page->items[0].bytes;
    return ids;
}

Result<std::vector<PubsubSourceKey::Entry>> PubsubSourceKey::look(const std::vector<TaskId>& ids, TimePoint& now)
{
    const NativeKeys keys = m_scripts.keys(m_spec.key);
    std::vector<Entry> entries;
    entries.reserve(ids.size());
    for (std::size_t from = 0; from < ids.size(); from += keysPerLook) {
        const std::size_t end = std::min(ids.size(), from + keysPerLook);
        std::vector<QByteArray> names{keys.ofRole("ran"), keys.leased(), keys.retry()};
        names.insert(names.end(), ids.begin() + qptrdiff(from), ids.begin() + qptrdiff(end));
        const auto reply = m_scripts.run("look", keys, names, {QByteArray::number(longestTimeText)});
        if (!reply)
            return reply.error();
        const std::vector<Reply>& items = reply->items;
        if (items.size() != 1 + 3 * (end - from))
            return unexpectedReply();
        now = fromMs(items[0].integer);
        for (std::size_t i = from; i < end; ++i) {
            const Reply* fields = &items[1 + 3 * (i - from)];
            Entry entry{ids[i], fields[0].bytes, Location::Strange, {}};
            const QByteArray& place = fields[2].bytes;
            const auto due = fields[1].integer <= longestTimeText ? timeOf(entry.value) : std::nullopt;
            if (place == "-")
                entry.place = Location::Gone;
            else if (place == "t")
                entry.place = Location::Overlay;
            else if (place == "r")
                entry.place = Location::Ran;
            else if (place == "h" && due)
                entry.place = Location::Home;
            entry.due = due.value_or(TimePoint());
            entries.push_back(std::move(entry));
        }
    }
    return entries;
}

Result<std::vector<PubsubSourceKey::Entry>> PubsubSourceKey::all(TimePoint now)
{
    if (!m_believed.hasExpired())
        return m_all;
    QElapsedTimer timer;
    timer.start();
    auto entries = findAll(now);
    if (entries && timer.elapsed() > longScan) {
        m_all = *entries;
        m_believed = QDeadlineTimer(timer.elapsed() * 10);
    }
    return entries;
}

Result<std::vector<PubsubSourceKey::Entry>> PubsubSourceKey::findAll(TimePoint now)
{
    std::set<TaskId> seen; // SCAN may return a key twice
    QByteArray cursor = "0";
    do {
        const auto ids = scan(cursor);
        if (!ids)
            return ids.error();
        seen.insert(ids->begin(), ids->end());
    } while (cursor != "0");
    TimePoint looked;
    auto entries = look({seen.begin(), seen.end()}, looked);
    if (!entries)
        return entries;
    std::erase_if(
        *entries, [](const Entry& entry) { return entry.place != Location::Home && entry.place != Location::Strange; });
    for (Entry& entry : *entries) {
        if (entry.place == Location::Strange)
            entry.due = now;
    }
    std::sort(entries->begin(), entries->end(),
        [](const Entry& a, const Entry& b) { return std::tie(a.due, a.id) < std::tie(b.due, b.id); });
    return entries;
}

Task PubsubSourceKey::taskOf(const Entry& entry, TimePoint now) const
{
    Task task;
    task.id = entry.id;
    task.type = m_spec.type;
    task.size = entry.id.size();
    task.preview = entry.id.left(Task::previewBytes);
    if (entry.place == Location::Strange) {
        task.state = TaskState::Due;
        task.at = now;
        task.error = pubsubwords::keyHasNoTime();
        return task;
    }
    task.state = entry.due <= now ? TaskState::Due : TaskState::Scheduled;
    task.at = entry.due;
    task.dueAt = entry.due;
    return task;
}

Result<HomeCounts> PubsubSourceKey::counts(TimePoint now)
{
    const auto entries = all(now);
    if (!entries)
        return entries.error();
    HomeCounts counts;
    counts.exists = !entries->empty();
    for (const Entry& entry : *entries) {
        if (entry.place == Location::Strange) {
            ++counts.damaged;
        } else if (entry.due <= now) {
            ++counts.due;
            counts.oldestDue = counts.oldestDue.value_or(entry.due);
        } else {
            ++counts.scheduled;
            counts.nextDue = counts.nextDue.value_or(entry.due);
        }
    }
    return counts;
}

Result<TaskPage> PubsubSourceKey::page(StateSet states, TimePoint now, qint64 offset, int limit)
{
    const auto entries = all(now);
    if (!entries)
        return entries.error();
    TaskPage page;
    const qint64 end = offset + std::clamp(limit, 0, QueueInspector::maxPage);
    for (const Entry& entry : *entries) {
        const TaskState state = taskOf(entry, now).state;
        if (!states.contains(state))
            continue;
        if (page.total >= offset && page.total < end)
            page.tasks.push_back(taskOf(entry, now));
        ++page.total;
    }
    return page;
}

Result<SearchStep> PubsubSourceKey::search(const SearchRequest& request, TimePoint now)
{
    const StateSet states = request.filter.states().intersected(request.states);
    std::vector<Entry> entries;
    if (!request.cursor.isEmpty() && m_walk.cursor == request.cursor) {
        entries = std::move(m_walk.entries);
    } else {
        auto fresh = all(now);
        if (!fresh)
            return fresh.error();
        entries = std::move(fresh).value();
        // The cursor contains the due time and the id of the last entry read.
        if (const qsizetype space = request.cursor.indexOf(' '); space > 0) {
            const TimePoint due = fromMs(request.cursor.left(space).toLongLong());
            const TaskId id = request.cursor.mid(space + 1);
            std::erase_if(
                entries, [&](const Entry& entry) { return std::tie(entry.due, entry.id) <= std::tie(due, id); });
        }
    }
    SearchStep step;
    const std::size_t count = std::min(entries.size(), std::size_t(std::max(request.examine, 1)));
    for (std::size_t i = 0; i < count; ++i) {
        Task task = taskOf(entries[i], now);
        if (!states.contains(task.state) || (request.waitingUntil && task.at > *request.waitingUntil))
            continue;
        if (request.filter.matches(task, task.id, now, request.queue))
            step.matches.push_back(std::move(task));
    }
    step.examined = qint64(count);
    if (count < entries.size()) {
        const Entry& last = entries[count - 1];
        step.cursor = QByteArray::number(toMs(last.due)) + ' ' + last.id;
        entries.erase(entries.begin(), entries.begin() + qptrdiff(count));
        m_walk = {step.cursor, std::move(entries)};
    }
    return step;
}

Result<std::optional<Task>> PubsubSourceKey::find(const TaskId& id, TimePoint now)
{
    if (!isTask(id))
        return std::optional<Task>();
    TimePoint at;
    const auto entries = look({id}, at);
    if (!entries)
        return entries.error();
    const Entry& entry = entries->front();
    if (entry.place != Location::Home && entry.place != Location::Strange)
        return std::optional<Task>();
    Task task = taskOf(entry, now);
    task.preview.clear();
    return std::optional(std::move(task));
}

Result<std::optional<QByteArray>> PubsubSourceKey::payload(const TaskId& id)
{
    const auto task = find(id, {});
    if (!task)
        return task.error();
    return *task ? std::optional(id) : std::nullopt;
}

Result<> PubsubSourceKey::addTo(std::vector<TimelineBin>& bins, TimePoint now)
{
    const auto entries = all(now);
    if (!entries)
        return entries.error();
    for (const Entry& entry : *entries) {
        const TimePoint at = entry.due;
        const auto bin = std::upper_bound(
            bins.begin(), bins.end(), at, [](TimePoint due, const TimelineBin& other) { return due < other.from; });
        if (bin == bins.begin() || at >= std::prev(bin)->to)
            continue;
        ++std::prev(bin)->counts[at <= now ? TaskState::Due : TaskState::Scheduled];
    }
    return {};
}

Result<std::optional<TimePoint>> PubsubSourceKey::lastDue(TimePoint now)
{
    const auto entries = all(now);
    if (!entries)
        return entries.error();
    std::optional<TimePoint> last;
    for (const Entry& entry : *entries)
        last = std::max(last.value_or(entry.due), entry.due);
    return last;
}

} // namespace dueline
