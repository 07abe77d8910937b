// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/connectionsearch.h"

#include "core/base/text.h"

#include <QHashSeed>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int lookedAtPerStep = 1'000; // number of tasks that a step examines, in several calls

constexpr int mostBrokenAnswers = 10; ///< number of consecutive unreadable replies after which the search fails

} // namespace

ConnectionSearch::ConnectionSearch(TaskFilter filter, StateSet states, std::optional<std::size_t> most)
    : m_filter(std::move(filter))
    , m_states(states)
    , m_most(most)
{ }

Result<> ConnectionSearch::list(QueueInspector& inspector)
{
    const auto queues = inspector.queues();
    if (!queues)
        return queues.error();
    const StateSet wanted = m_states.intersected(m_filter.states());
    for (const QueueInfo& queue : *queues) {
        m_listedAt = std::max(m_listedAt, queue.serverNow); // some queues may have been counted earlier than others
        if (!queue.unreadable.isEmpty())
            m_skipped.push_back({queue.name, printable(queue.unreadable, 300)});
        else if (!wanted.intersected(queue.states).isEmpty())
            m_queues.push_back(queue.name);
        if (queue.isPart)
            m_parts.insert(queue.name);
    }
    m_isListed = true;
    return {};
}

void ConnectionSearch::begin(QueueInspector& inspector, const QueueName& queue)
{
    m_endedUntil = inspector.endedUntil(queue, m_states.intersected(m_filter.states()), m_listedAt);
    if (m_parts.erase(queue) == 0)
        return;
    // Querying a single queue may read more keys than listing all queues, so check again whether a part is missing.
    const auto alone = inspector.queue(queue);
    if (alone && alone->isPart)
        m_skipped.push_back({queue, printable(alone->note, 600)});
}

Result<bool> ConnectionSearch::step(QueueInspector& inspector)
{
    if (!m_isListed) {
        const auto listed = list(inspector);
        if (!listed)
            return listed.error();
        return m_queues.empty();
    }
    if (m_isCut || m_at >= m_queues.size())
        return true;
    const QueueName& queue = m_queues[m_at];
    if (m_cursor.isEmpty())
        begin(inspector, queue);
    SearchRequest request{queue, m_filter, m_states};
    request.changedBefore = m_endedUntil;
    request.cursor = m_cursor;
    request.examine = lookedAtPerStep;
    auto answer = inspector.search(request);
    // The reply may just be too large, for example because a list has very long members, so continue with the next
    // queue.
    const bool isBroken = !answer && answer.error().code == ErrorCode::Protocol;
    m_brokenAnswers = isBroken ? m_brokenAnswers + 1 : 0;
    if (!answer && (endsReadingOfLongMembers(answer.error().code) || m_brokenAnswers >= mostBrokenAnswers))
        return answer.error();
    if (!answer) {
        if (answer.error().code != ErrorCode::NotFound) // NotFound: the queue was removed after it was listed
            m_skipped.push_back({queue, answer.error().message});
        next();
    } else {
        take(std::move(*answer));
    }
    return m_isCut || m_at >= m_queues.size();
}

void ConnectionSearch::take(SearchStep step)
{
    const QueueName queue = m_queues[m_at];
    m_examined += step.examined;
    m_unread += step.unread;
    for (Task& task : step.matches) {
        const size_t name = qHash(exactId(task), QHashSeed::globalSeed());
        if (m_met.contains(name))
            continue;
        if (m_most && m_total >= *m_most) {
            m_isCut = true;
            return;
        }
        m_met.insert(name);
        m_found.push_back({queue, std::move(task)});
        ++m_total;
    }
    m_cursor = std::move(step.cursor);
    if (m_cursor.isEmpty())
        next();
}

void ConnectionSearch::next()
{
    ++m_at;
    m_cursor.clear();
    m_met.clear();
}

std::vector<SearchHit> ConnectionSearch::take() { return std::exchange(m_found, {}); }

} // namespace dueline
