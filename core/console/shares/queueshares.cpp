// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/shares/queueshares.h"

#include <QJsonArray>
#include <QJsonObject>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

using namespace Qt::StringLiterals;

namespace dueline {

namespace {

constexpr int perPlace = 10; ///< number of adjacent tasks in each group of a sample
constexpr qint64 placesPerStep = 10;
constexpr int perStep = 500; ///< number of tasks to read per step when reading all tasks
constexpr qsizetype mostMembersRead = 500; ///< maximum number of a payload's members to count
constexpr qsizetype mostMembersKept = 2'000;
/// A member with many different values is suitable only if at least one in this many tasks has its most frequent value.
constexpr qint64 repeatedShare = 50;
constexpr qint64 leastListed = 3; ///< number of sampled tasks that must have a value for it to be listed
constexpr std::size_t indexedDepth = 2; ///< depth up to which each array item counts as a separate member
const QByteArray typeMember = "type";

/// Words in member names that probably identify a customer.
constexpr std::array ownerWords{u"customer", u"tenant", u"account", u"user", u"org", u"shop", u"merchant", u"client"};

bool namesOwner(const QByteArray& member)
{
    const QString lower = QString::fromUtf8(member).toLower();
    return std::any_of(
        ownerWords.begin(), ownerWords.end(), [&lower](const auto* word) { return lower.contains(QStringView(word)); });
}

} // namespace

ShareCount::ShareCount(SharesRequest request)
    : m_request(std::move(request))
    , m_random(m_request.seed)
{
    m_request.sample = std::clamp<qint64>(m_request.sample, perPlace, SharesRequest::largestSample);
}

Result<bool> ShareCount::step(Backend& backend)
{
    if (!m_hasBegun) {
        const auto begun = begin(backend);
        return begun ? Result<bool>(m_total == 0) : Result<bool>(begun.error());
    }
    if (m_readsAll)
        return readAll(backend);
    if (const auto read = readPlaces(backend); !read)
        return read.error();
    if (m_place < m_places)
        return false;
    if (m_request.by.isEmpty()) {
        if (const auto members = suitable(); !members.empty()) {
            m_request.by = members.front();
            m_isChosen = true;
            if (m_request.by != typeMember)
                m_path = *JsonPath::parse(QString::fromUtf8(m_request.by));
        }
    }
    m_readsAll = m_request.isExact && !m_request.by.isEmpty();
    if (m_readsAll) {
        keepFrequent();
        m_read = m_skipped = 0;
    }
    return !m_readsAll;
}

/// Resets all counts after the sample. Keeps the requested member's frequent values (with a count of 0), so that they
/// are counted even if there are too many different values.
void ShareCount::keepFrequent()
{
    Member frequent;
    for (auto value = m_members[m_request.by].values.cbegin(); value != m_members[m_request.by].values.cend();
         ++value) {
        if (value->tasks >= leastListed)
            frequent.values.insert(value.key(), {});
    }
    m_stored = frequent.values.size();
    m_members = {{m_request.by, frequent}};
    m_isCut = false;
}

Result<> ShareCount::begin(Backend& backend)
{
    if (!m_request.by.isEmpty() && m_request.by != typeMember) {
        auto path = JsonPath::parse(QString::fromUtf8(m_request.by));
        if (!path)
            return Error{path.error().code, path.error().message + u'.'};
        m_path = *std::move(path);
        m_request.by = m_path.text();
        if (isMasked(m_path))
            return Error{
                ErrorCode::Usage, u"This connection hides the field %1."_s.arg(QString::fromUtf8(m_request.by))};
    }
    PageRequest request;
    request.queue = m_request.queue;
    request.state = m_request.state;
    request.limit = 1;
    const auto page = backend.inspector().page(request);
    if (!page)
        return page.error();
    m_hasBegun = true;
    m_total = page->total;
    m_places = std::min(m_request.sample, m_total) / perPlace + (std::min(m_request.sample, m_total) % perPlace > 0);
    return {};
}

Result<> ShareCount::readPlaces(Backend& backend)
{
    std::vector<Read> tasks;
    const qint64 last = std::min(m_places, m_place + placesPerStep);
    for (; m_place < last; ++m_place) {
        // Divide the queue into as many parts as there are groups, and read a group at a random position in each.
        const qint64 first = m_total * m_place / m_places;
        const qint64 room = m_total * (m_place + 1) / m_places - first - perPlace;
        PageRequest request;
        request.queue = m_request.queue;
        request.state = m_request.state;
        request.offset = first + (room > 0 ? std::uniform_int_distribution<qint64>(0, room)(m_random) : 0);
        request.limit = int(std::min<qint64>(perPlace, m_total * (m_place + 1) / m_places - first));
        auto page = backend.inspector().page(request);
        if (!page)
            return page.error();
        for (Task& task : page->tasks)
            tasks.push_back({std::move(task), m_place});
    }
    return readTasks(backend, tasks);
}

/// Reads the queue's next tasks. Returns true at the end of the queue.
Result<bool> ShareCount::readAll(Backend& backend)
{
    SearchRequest request;
    request.queue = m_request.queue;
    request.states = {m_request.state};
    request.cursor = m_cursor;
    request.examine = perStep;
    auto found = backend.inspector().search(request);
    if (!found)
        return found.error();
    m_cursor = found->cursor;
    std::vector<Read> tasks;
    for (Task& task : found->matches)
        tasks.push_back({std::move(task)});
    if (const auto read = readTasks(backend, tasks); !read)
        return read.error();
    return m_cursor.isEmpty();
}

/// Counts tasks by payload. Only reads a payload if it is needed and not already in the preview.
Result<> ShareCount::readTasks(Backend& backend, const std::vector<Read>& tasks)
{
    std::vector<const Read*> wanted;
    for (const Read& read : tasks) {
        const Task& task = read.task;
        if (m_request.by == typeMember)
            count(read, {});
        else if (!task.preview.isEmpty() && task.preview.size() == task.size)
            count(read, task.preview); // the preview is the entire payload
        else if (task.size > mostBytes)
            ++m_skipped;
        else
            wanted.push_back(&read);
    }
    for (std::size_t at = 0; at < wanted.size();) {
        std::vector<TaskId> ids;
        for (std::size_t i = at; i < std::min(wanted.size(), at + QueueInspector::taskRecords); ++i)
            ids.push_back(exactId(wanted[i]->task));
        const auto records = backend.inspector().readRecords(m_request.queue, ids);
        if (!records)
            return records.error();
        for (const std::optional<TaskRecord>& record : *records) {
            if (record && record->damage.isEmpty())
                count(*wanted[at], record->payload);
            else
                ++m_skipped;
            ++at;
        }
        if (records->empty())
            return Error{ErrorCode::Protocol, u"The server returned no tasks."_s};
    }
    return {};
}

void ShareCount::count(const Read& read, const QByteArray& payload)
{
    ++m_read;
    m_isTimed = m_isTimed && !read.task.untimed;
    if (!m_readsAll || m_request.by == typeMember)
        add(typeMember, {typeOf(read.task).toByteArray()}, read.group);
    const auto document = jsonDocument(payload);
    if (!document)
        return;
    QHash<QByteArray, QByteArrayList> found;
    if (!m_readsAll)
        countMembers(*document, {}, found);
    if (!m_request.by.isEmpty() && !found.contains(m_request.by)) {
        // countMembers() may have missed the requested path, because it writes some paths differently, such as [0]
        // instead of [].
        for (const QJsonValue& value : m_path.valuesIn(*document)) {
            if (const auto text = scalarText(value); text && text->size() <= longestValue)
                found[m_request.by].append(*text);
        }
    }
    for (auto member = found.cbegin(); member != found.cend(); ++member)
        add(member.key(), member.value(), read.group);
}

/// Adds a value's scalars to `found`, by path.
void ShareCount::countMembers(
    const QJsonValue& value, const JsonPath& path, QHash<QByteArray, QByteArrayList>& found) const
{
    if (found.size() >= mostMembersRead || path.steps().size() >= JsonPath::deepest)
        return;
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto member = object.begin(); member != object.end(); ++member) {
            if (!m_request.masked.contains(member.key(), Qt::CaseInsensitive))
                countMembers(member.value(), path.member(member.key()), found);
        }
    } else if (value.isArray()) {
        const QJsonArray items = value.toArray();
        for (qsizetype i = 0; i < items.size(); ++i)
            countMembers(items[i], path.steps().size() < indexedDepth ? path.item(i) : path.everyItem(), found);
    } else if (const auto text = scalarText(value); text && text->size() <= longestValue) {
        found[path.text()].append(*text);
    }
}

/// Counts a task under its values for a member; an array may contain several.
void ShareCount::add(const QByteArray& member, const QByteArrayList& values, qint64 group)
{
    if (m_members.size() >= mostMembersKept && !m_members.contains(member))
        return;
    Member& counts = m_members[member];
    ++counts.tasks;
    for (qsizetype i = 0; i < values.size(); ++i) {
        if (values.indexOf(values[i]) != i)
            continue; // count a repeated value only once per task
        auto count = counts.values.find(values[i]);
        if (count == counts.values.end()) {
            if (counts.values.size() >= mostValues || (m_stored >= mostStored && member != m_request.by)) {
                m_isCut = true;
                continue;
            }
            ++m_stored;
            count = counts.values.insert(values[i], {});
        }
        ++count->tasks;
        if (std::exchange(count->group, group) != group) {
            count->squares += double(count->inGroup) * double(count->inGroup);
            count->inGroup = 0;
        }
        ++count->inGroup;
    }
}

/// Sets the limits of the Wilson confidence interval. If adjacent tasks often share a value, they carry less
/// information, so the sample counts as smaller.
void ShareCount::setInterval(ValueShare& share, const Count& count) const
{
    constexpr double z = 1.96;
    const double p = share.share;
    const auto groups = double(m_places);
    const double perGroup = double(m_read) / groups;
    const double squares = count.squares + double(count.inGroup) * double(count.inGroup);
    const double between = squares / (perGroup * perGroup * groups) - p * p; // variance between the groups
    const double effect = p > 0 && p < 1 ? between * perGroup / (p * (1 - p)) : 1;
    const double size = double(m_read) / std::clamp(effect, 1.0, perGroup);
    const double middle = p + z * z / (2 * size);
    const double half = z * std::sqrt(p * (1 - p) / size + z * z / (4 * size * size));
    share.low = std::max(0.0, (middle - half) / (1 + z * z / size));
    share.high = std::min(1.0, (middle + half) / (1 + z * z / size));
}

bool ShareCount::isMasked(const JsonPath& path) const
{
    return std::any_of(path.steps().begin(), path.steps().end(), [this](const JsonPath::Step& step) {
        return !step.name.isEmpty() && m_request.masked.contains(step.name, Qt::CaseInsensitive);
    });
}

/// Returns the members that can divide the tasks into groups: at least half of the tasks have the member, and its
/// values repeat. Members that probably identify a customer come first, then those with the most frequent value.
std::vector<QByteArray> ShareCount::suitable() const
{
    std::vector<std::tuple<bool, qint64, QByteArray>> ranked;
    for (auto member = m_members.cbegin(); member != m_members.cend(); ++member) {
        const QHash<QByteArray, Count>& values = member->values;
        if (member->tasks * 2 < m_read || values.size() < 2)
            continue;
        const auto most = std::max_element(
            values.begin(), values.end(), [](const Count& a, const Count& b) { return a.tasks < b.tasks; });
        const qint64 largest = most->tasks;
        if (values.size() * 2 <= m_read || (largest > 2 && largest * repeatedShare >= m_read))
            ranked.emplace_back(!namesOwner(member.key()), -largest, member.key());
    }
    std::sort(ranked.begin(), ranked.end());
    std::vector<QByteArray> members;
    for (auto& [isOther, largest, name] : ranked)
        members.push_back(std::move(name));
    return members;
}

QueueShares ShareCount::result(const QByteArray& by) const
{
    QueueShares result;
    result.total = m_total;
    result.read = m_read;
    result.skipped = m_skipped;
    result.isExact = m_readsAll || m_read + m_skipped >= m_total;
    result.by = by;
    result.isChosen = m_isChosen && by == m_request.by;
    result.candidates = suitable();
    std::erase(result.candidates, by);
    const auto member = m_members.constFind(by);
    result.without = m_read - (member == m_members.cend() ? 0 : member->tasks);
    if (member == m_members.cend())
        return result;
    result.isCut = m_isCut;
    result.isTimed = m_isTimed;
    for (auto value = member->values.cbegin(); value != member->values.cend(); ++value) {
        if (value->tasks > 0)
            result.shares.push_back({value.key(), value->tasks});
    }
    std::sort(result.shares.begin(), result.shares.end(), [](const ValueShare& a, const ValueShare& b) {
        return std::tie(b.counted, a.value) < std::tie(a.counted, b.value);
    });
    const auto firstRare = std::find_if(result.shares.begin(), result.shares.end(),
        [&result](const ValueShare& share) { return !result.isExact && share.counted < leastListed; });
    const std::size_t listable = std::min(std::size_t(firstRare - result.shares.begin()), QueueShares::most);
    result.otherValues = qint64(result.shares.size() - listable);
    result.shares.resize(listable);
    qint64 listed = 0;
    for (ValueShare& share : result.shares) {
        listed += share.counted;
        share.share = share.low = share.high = double(share.counted) / double(m_read);
        if (!result.isExact)
            setInterval(share, member->values[share.value]);
    }
    result.others = std::max<qint64>(0, member->tasks - listed);
    return result;
}

qint64 QueueShares::inQueue(qint64 counted) const
{
    return isExact || read == 0 ? counted : qint64(std::llround(double(counted) / double(read) * double(total)));
}

QString shareFilter(const QByteArray& by, const QByteArray& value)
{
    if (by == typeMember)
        return value.contains('*') ? QString() : u"type:"_s + quotedForFilter(QString::fromUtf8(value));
    return u"json:"_s + quotedForFilter(QString::fromUtf8(by + '=' + value));
}

} // namespace dueline
