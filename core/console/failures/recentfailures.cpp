// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/failures/recentfailures.h"

#include "core/base/duration.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr int searchedAtOnce = 500;
constexpr int widening = 8;
constexpr Millis firstSpan = std::chrono::minutes(1);

bool failedLater(const RecentFailures::Found& one, const RecentFailures::Found& other)
{
    return one.task.at > other.task.at;
}

} // namespace

double failuresPerMinute(const FailureTrend& trend, TimePoint last, TimePoint now)
{
    constexpr Millis minute = std::chrono::minutes(1);
    if (trend.each() <= Millis(0) || now - last > std::max(2 * minute, trend.each()))
        return 0;
    const auto bin
        = std::size_t(std::clamp<qint64>((last - trend.from()) / trend.each(), 0, qint64(FailureTrend::mostBins) - 1));
    const std::size_t first = bin > 0 ? bin - 1 : 0;
    const int failures = trend.bins()[bin] + (first < bin ? trend.bins()[first] : 0);
    const auto span
        = std::max<qint64>((now - trend.from()).count() - trend.each().count() * qint64(first), minute.count());
    return double(failures) * double(minute.count()) / double(span);
}

RecentFailures::RecentFailures(const FailureGroup& group, std::size_t most)
    : m_most(most)
{
    for (const FailureGroup::Share& share : group.shares) {
        m_parts.push_back({share.queue,
            QStringLiteral("state:failed type:") + quotedForFilter(QString::fromUtf8(share.type)) + u' ' + group.terms,
            share.tasks, share.first, share.last});
    }
    // Search the part with the latest failure first (at the end). If it yields enough tasks, all newer than the next
    // part's latest failure, the other parts needn't be searched.
    std::stable_sort(
        m_parts.begin(), m_parts.end(), [](const Part& one, const Part& other) { return one.last < other.last; });
}

bool RecentFailures::hasEnough() const
{
    return !m_parts.empty() && m_found.size() >= m_most && m_found.back().task.at >= m_parts.back().last;
}

void RecentFailures::begin()
{
    m_cursor.clear();
    m_ofPart.clear();
    m_span = m_span == Millis(0) ? firstSpan : m_span * widening;
}

Result<bool> RecentFailures::step(Backend& backend)
{
    if (m_parts.empty() || hasEnough())
        return true;
    const Part& part = m_parts.back();
    if (m_span == Millis(0))
        begin();
    const auto filter = TaskFilter::parse(part.filter + QStringLiteral(" at>=") + formatInstant(part.last - m_span));
    if (!filter)
        return filter.error();
    SearchRequest request;
    request.queue = part.queue;
    request.filter = *filter;
    request.states = {TaskState::Failed};
    request.cursor = m_cursor;
    request.examine = searchedAtOnce;
    const auto found = backend.inspector().search(request);
    if (!found)
        return found.error();
    for (const Task& task : found->matches)
        take(task);
    m_examined += found->examined;
    m_cursor = found->cursor;
    const bool isOver = m_examined >= mostExamined;
    if (!m_cursor.isEmpty() && !isOver)
        return false;
    const bool isWhole = part.last - m_span <= part.first;
    if (!isOver && !isWhole && qint64(m_ofPart.size()) < std::min(qint64(m_most), part.tasks)) {
        begin();
        return false;
    }
    m_found.insert(m_found.end(), m_ofPart.begin(), m_ofPart.end());
    std::stable_sort(m_found.begin(), m_found.end(), failedLater);
    m_found.resize(std::min(m_found.size(), m_most));
    m_parts.pop_back();
    m_span = {};
    m_examined = 0;
    return m_parts.empty() || hasEnough();
}

/// Adds a task to the current part's newest tasks.
void RecentFailures::take(const Task& task)
{
    const auto isSame = [&task](const Found& known) { return exactId(known.task) == exactId(task); };
    if (std::any_of(m_ofPart.begin(), m_ofPart.end(), isSame))
        return;
    m_ofPart.push_back({m_parts.back().queue, task});
    std::stable_sort(m_ofPart.begin(), m_ofPart.end(), failedLater);
    m_ofPart.resize(std::min(m_ofPart.size(), m_most));
}

} // namespace dueline
