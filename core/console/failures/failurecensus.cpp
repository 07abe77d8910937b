// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/failurecensus.h"

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

constexpr std::size_t leastRoom = 10; ///< minimum percentage of groups to free for makeRoom() to be called again

void joinInto(FailureCount& group, const FailureCount& other)
{
    group.count += other.count;
    group.first = std::min(group.first, other.first);
    group.trend.join(other.trend);
    for (const QueueName& queue : other.ownQueues)
        group.addOwnQueue(queue);
    if (other.last >= group.last) {
        group.last = other.last;
        group.example = other.example;
    }
}

QByteArray groupKey(const QByteArray& type, const QByteArray& error) { return type + '\0' + error; }

/// Merges messages with the same type and kind.
std::vector<FailureCount> joined(const std::vector<FailureCount>& texts, const KindClustering& clustering)
{
    std::vector<FailureCount> groups;
    QHash<QByteArray, std::size_t> index;
    for (const FailureCount& text : texts) {
        const std::size_t kind = *clustering.kindOf(text.error);
        const QByteArray& name = clustering.kinds()[kind].text();
        const QByteArray key = groupKey(text.type, name);
        const PlaceholderValues values = text.values.under(name, text.error);
        const auto known = index.constFind(key);
        if (known != index.constEnd()) {
            joinInto(groups[*known], text);
            groups[*known].values.join(values);
            continue;
        }
        index.insert(key, groups.size());
        groups.push_back(text);
        groups.back().error = name;
        groups.back().name = clustering.nameOf(kind);
        groups.back().values = values;
        groups.back().terms = clustering.filterOf(kind);
    }
    return groups;
}

std::unique_ptr<KindClustering> clusteringOf(const std::vector<FailureCount>& texts)
{
    QByteArrayList errors;
    for (const FailureCount& text : texts)
        errors.append(text.error);
    return std::make_unique<KindClustering>(errors);
}

void noteAll(KindClustering& clustering, const std::vector<FailureCount>& texts)
{
    for (const FailureCount& text : texts)
        clustering.note(text.error, text.values);
}

// Number of tasks that a step examines, in several bounded calls. Start with small steps, because the next count
// rereads the last step's tasks.
constexpr int smallestLook = 100;
constexpr int largestLook = 1000;
constexpr qsizetype exampleBytes = 1024;

/// Returns a key for the set of counted tasks. The key contains the failure time, so a task that fails again gets a new
/// one.
QByteArray placeOf(const Task& task) { return QByteArray::number(toMs(task.at)) + ' ' + exactId(task); }

} // namespace

QString FailureCount::filter() const
{
    return QStringLiteral("state:failed type:") + quotedForFilter(QString::fromUtf8(type)) + u' ' + terms;
}

FailureCensus::FailureCensus(QueueName queue, TaskFilter filter)
    : m_queue(std::move(queue))
    , m_filter(std::move(filter))
    , m_look(smallestLook)
{ }

Result<bool> FailureCensus::step(Backend& backend)
{
    SearchRequest request;
    request.queue = m_queue;
    request.filter = m_filter;
    request.states = {TaskState::Failed};
    request.cursor = m_cursor;
    request.errorsAlone = true;
    request.examine = m_look;
    const auto found = backend.inspector().search(request);
    if (!found)
        return found.error();
    for (const Task& task : found->matches) {
        if (m_tail.isEmpty() || !m_tail.remove(placeOf(task)))
            count(task);
    }
    if (!found->cursor.isEmpty()) {
        m_cursor = found->cursor;
        m_look = std::min(2 * m_look, largestLook);
        return false;
    }
    m_tail.clear(); // tasks left in the set are no longer failed
    for (const Task& task : found->matches)
        m_tail.insert(placeOf(task));
    m_look = smallestLook;
    return true;
}

void FailureCensus::count(const Task& task)
{
    ++m_counted;
    const QByteArray type = typeOf(task).toByteArray();
    ErrorReading reading = m_reader.read(task.error);
    QByteArray error = std::move(reading.text);
    PlaceholderValues values(std::move(reading.values));
    const auto takeJoined = [&] {
        const auto kind = m_joined ? m_joined->kindOf(error) : std::nullopt;
        if (!kind)
            return;
        const QByteArray& name = m_joined->kinds()[*kind].text();
        values = values.under(name, error);
        error = name;
    };
    takeJoined();
    QByteArray key = groupKey(type, error);
    auto known = m_index.constFind(key);
    if (known == m_index.constEnd() && m_groups.size() == mostGroups && m_roomMade && makeRoom()) {
        takeJoined();
        key = groupKey(type, error);
        known = m_index.constFind(key);
    }
    if (known == m_index.constEnd()) {
        if (m_groups.size() == mostGroups) {
            ++m_others;
            return;
        }
        FailureCount group;
        group.type = type;
        group.error = error;
        group.values = values;
        group.first = group.last = task.at;
        known = m_index.insert(key, m_groups.size());
        m_groups.push_back(std::move(group));
    }
    FailureCount& group = m_groups[*known];
    group.values.join(values);
    ++group.count;
    group.addOwnQueue(task.ownQueue);
    if (isRecorded(task)) {
        group.trend.add(task.at);
        group.first = group.first == TimePoint() ? task.at : std::min(group.first, task.at);
    }
    if (task.at >= group.last) {
        group.last = task.at;
        group.example = task.error.left(exampleBytes);
    }
}

/// Permanently merges each failure group's messages. Returns whether another group can be added. Sets m_roomMade to
/// false if this freed too few groups to be worth repeating.
bool FailureCensus::makeRoom()
{
    m_joined = clusteringOf(m_groups);
    m_groups = joined(m_groups, *m_joined);
    m_clustering.reset();
    m_index.clear();
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        m_index.insert(groupKey(m_groups[i].type, m_groups[i].error), i);
    m_roomMade = m_groups.size() <= mostGroups - mostGroups * leastRoom / 100;
    return m_groups.size() < mostGroups;
}

std::vector<FailureCount> FailureCensus::groups() const
{
    // Groups are never removed, so the last clustering is valid until a group is added.
    if (!m_clustering || m_clustered != m_groups.size()) {
        m_clustering = clusteringOf(m_groups);
        m_clustered = m_groups.size();
    }
    noteAll(*m_clustering, m_groups);
    std::vector<FailureCount> sorted = joined(m_groups, *m_clustering);
    std::sort(sorted.begin(), sorted.end(), [](const FailureCount& a, const FailureCount& b) {
        return std::tie(b.count, b.last, a.type, a.error) < std::tie(a.count, a.last, b.type, b.error);
    });
    return sorted;
}

} // namespace dueline
