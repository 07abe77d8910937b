// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/failurecensus.h"

#include "core/queue/errorpattern.h"

#include <algorithm>
#include <tuple>

namespace dueline {

namespace {

// A few calls to the server, each of which ends by itself. Small near the end, since what the last look met is met again.
constexpr int smallestLook = 100;
constexpr int largestLook = 1000;
constexpr qsizetype exampleBytes = 1024;

/// A task that comes back to the set stands elsewhere in it.
QByteArray placeOf(const Task& task) { return QByteArray::number(toMs(task.at)) + ' ' + task.id; }

} // namespace

QString FailureGroup::filter() const
{
    return QStringLiteral("state:failed type:%1 error~%2")
        .arg(quotedForFilter(QString::fromUtf8(type)), quotedForFilter(QString::fromUtf8(error)));
}

FailureCensus::FailureCensus(QueueName queue)
    : m_queue(std::move(queue))
    , m_look(smallestLook)
{ }

Result<bool> FailureCensus::step(Backend& backend)
{
    SearchRequest request;
    request.queue = m_queue;
    request.filter = m_all;
    request.states = {TaskState::Failed};
    request.cursor = m_cursor;
    request.errorsAlone = true;
    request.examine = m_look;
    const auto found = backend.inspector().search(request);
    if (!found)
        return found.error();
    for (const Task& task : found->matches) {
        if (!m_tail.remove(placeOf(task)))
            count(task);
    }
    if (!found->cursor.isEmpty()) {
        m_cursor = found->cursor;
        m_look = std::min(2 * m_look, largestLook);
        return false;
    }
    m_tail.clear(); // of those left in it none is there any more
    for (const Task& task : found->matches)
        m_tail.insert(placeOf(task));
    m_look = smallestLook;
    return true;
}

void FailureCensus::count(const Task& task)
{
    ++m_counted;
    const QByteArray type = typeOf(task).toByteArray();
    const QByteArray error = errorPattern(task.error);
    const QByteArray key = type + '\0' + error;
    auto known = m_index.constFind(key);
    if (known == m_index.constEnd()) {
        if (m_groups.size() == mostGroups) {
            ++m_others;
            return;
        }
        FailureGroup group;
        group.type = type;
        group.error = error;
        group.first = group.last = task.at;
        known = m_index.insert(key, m_groups.size());
        m_groups.push_back(std::move(group));
    }
    const std::size_t bin = binOf(task.at); // may change the trends of all
    FailureGroup& group = m_groups[*known];
    ++group.count;
    ++group.trend[bin];
    group.first = std::min(group.first, task.at);
    if (task.at >= group.last) {
        group.last = task.at;
        group.example = task.error.left(exampleBytes);
    }
}

/// Oldest first they come, so only the end moves: bins are joined two by two until it is within.
std::size_t FailureCensus::binOf(TimePoint at)
{
    if (m_counted == 1)
        m_trendFrom = fromMs(toMs(at) - toMs(at) % m_trendEach.count());
    while (at >= m_trendFrom + m_trendEach * int(FailureGroup::trendBins)) {
        m_trendEach *= 2;
        for (FailureGroup& group : m_groups) {
            for (std::size_t i = 0; i < FailureGroup::trendBins; ++i) {
                const std::size_t from = 2 * i;
                group.trend[i] = from < FailureGroup::trendBins ? group.trend[from] + group.trend[from + 1] : 0;
            }
        }
    }
    return at < m_trendFrom ? 0 : std::size_t((at - m_trendFrom) / m_trendEach);
}

std::vector<FailureGroup> FailureCensus::groups() const
{
    std::vector<FailureGroup> sorted = m_groups;
    std::sort(sorted.begin(), sorted.end(), [](const FailureGroup& a, const FailureGroup& b) {
        return std::tie(b.count, b.last, a.type, a.error) < std::tie(a.count, a.last, b.type, b.error);
    });
    return sorted;
}

} // namespace dueline
