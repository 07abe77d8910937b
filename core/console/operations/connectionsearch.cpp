// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/operations/connectionsearch.h"

#include "core/base/text.h"

#include <QElapsedTimer>
#include <QHashSeed>

#include <algorithm>
#include <utility>

namespace dueline {

namespace {

constexpr int lookedAtPerStep = 1'000; // number of tasks that a step examines, in several calls

constexpr int latestTasks = 200; ///< number of latest tasks per state that are read first

/// Duration of a lookup after which its layout counts as slow, because it scans the queue.
constexpr qint64 longLookupMs = 10;

constexpr int mostBrokenAnswers = 10; ///< number of unreadable replies in a row after which the search fails

} // namespace

ConnectionSearch::ConnectionSearch(TaskFilter filter, StateSet states, std::optional<std::size_t> most)
    : m_filter(std::move(filter))
    , m_states(states)
    , m_most(most)
{ }

ConnectionSearch ConnectionSearch::forValue(TaskFilter filter, TaskId id, const Limits& limits)
{
    ConnectionSearch search(std::move(filter), StateSet::all(), limits.matches);
    search.m_id = std::move(id);
    search.m_limits = limits;
    return search;
}

Result<> ConnectionSearch::list(QueueInspector& inspector)
{
    const auto queues = inspector.queues();
    if (!queues)
        return queues.error();
    const StateSet wanted = m_states.intersected(m_filter.states());
    for (const QueueInfo& queue : *queues) {
        m_listedAt = std::max(m_listedAt, queue.serverNow); // some queues may have been counted earlier than others
        const StateSet states = wanted.intersected(queue.states);
        if (!queue.unreadable.isEmpty())
            m_skipped.push_back({queue.name, printable(queue.unreadable, 300)});
        else if (!states.isEmpty())
            m_open.push_back({queue.name, queue.layout, states, queue.isPart});
    }
    m_queues = m_open.size();
    m_isListed = true;
    return {};
}

void ConnectionSearch::begin(QueueInspector& inspector, Visit& visit)
{
    visit.endedUntil = inspector.endedUntil(visit.queue, m_states.intersected(m_filter.states()), m_listedAt);
    if (!std::exchange(visit.isPart, false))
        return;
    // A query for one queue may read more keys than the list of all queues, so check again whether a part is missing.
    const auto alone = inspector.queue(visit.queue);
    if (alone && alone->isPart)
        m_skipped.push_back({visit.queue, printable(alone->note, 600)});
}

Result<bool> ConnectionSearch::step(QueueInspector& inspector)
{
    if (!m_isListed) {
        const auto listed = list(inspector);
        if (!listed)
            return listed.error();
        return m_open.empty();
    }
    if (m_open.empty())
        return true;
    Visit& visit = m_open.front();
    const bool isFirst = m_limits && !std::exchange(visit.isBegun, true);
    const auto searched = isFirst ? readLatest(inspector, visit) : searchOn(inspector, visit);
    if (!searched)
        return searched.error();
    if (m_isFull) {
        m_open.clear();
    } else if (*searched) {
        m_open.pop_front();
        ++m_done;
    } else if (m_limits) {
        m_open.push_back(std::move(visit));
        m_open.pop_front();
    }
    return m_open.empty();
}

/// Looks up the id, and reads the tasks that ended last, which the search would reach last. Returns whether the queue
/// reached a limit.
Result<bool> ConnectionSearch::readLatest(QueueInspector& inspector, Visit& visit)
{
    if (!m_slow.contains(visit.layout)) {
        QElapsedTimer time;
        time.start();
        auto found = inspector.task(visit.queue, m_id);
        if (time.elapsed() >= longLookupMs)
            m_slow.insert(visit.layout);
        if (!found && endsReadingOfLongMembers(found.error().code))
            return found.error();
        if (found && visit.states.contains(found->task.state) && !add(visit, std::move(found->task)))
            return true;
    }
    for (const TaskState state : {TaskState::Failed, TaskState::Done}) {
        if (!visit.states.contains(state))
            continue;
        auto page = inspector.page({visit.queue, state, 0, latestTasks});
        if (!page && endsReadingOfLongMembers(page.error().code))
            return page.error();
        for (std::size_t i = 0; page && i < page->tasks.size(); ++i) {
            Task& task = page->tasks[i];
            if (m_filter.matches(task, task.preview, m_listedAt, visit.queue) && !add(visit, std::move(task)))
                return true;
        }
    }
    return false;
}

/// Examines the next tasks of a queue. Returns whether the queue has been searched or reached a limit.
Result<bool> ConnectionSearch::searchOn(QueueInspector& inspector, Visit& visit)
{
    if (visit.cursor.isEmpty())
        begin(inspector, visit);
    SearchRequest request{visit.queue, m_filter, m_states};
    request.changedBefore = visit.endedUntil;
    request.cursor = visit.cursor;
    request.examine = lookedAtPerStep;
    auto answer = inspector.search(request);
    // The reply may just be too large, for example because a list has very long members, so continue with the next
    // queue.
    const bool isBroken = !answer && answer.error().code == ErrorCode::Protocol;
    m_brokenAnswers = isBroken ? m_brokenAnswers + 1 : 0;
    if (!answer && (endsReadingOfLongMembers(answer.error().code) || m_brokenAnswers >= mostBrokenAnswers))
        return answer.error();
    if (!answer) {
        if (answer.error().code != ErrorCode::NotFound) // the queue was removed after it was listed
            m_skipped.push_back({visit.queue, answer.error().message});
        return true;
    }
    return !take(visit, std::move(*answer));
}

/// Adds the matches of a step. Returns whether to continue with the queue.
bool ConnectionSearch::take(Visit& visit, SearchStep step)
{
    m_examined += step.examined;
    visit.examined += step.examined;
    m_unread += step.unread;
    for (Task& task : step.matches) {
        if (!add(visit, std::move(task)))
            return false;
    }
    visit.cursor = std::move(step.cursor);
    if (visit.cursor.isEmpty())
        return false;
    if (!m_limits)
        return true;
    m_isFull = m_examined >= m_limits->examined;
    const bool isLeft = m_isFull || visit.examined >= m_limits->examinedOfQueue;
    m_isCut = m_isCut || isLeft;
    return !isLeft;
}

/// Adds a match, unless the task was found before. Returns false if a limit does not allow it.
bool ConnectionSearch::add(Visit& visit, Task task)
{
    const size_t name = qHash(exactId(task), QHashSeed::globalSeed());
    if (visit.met.contains(name))
        return true;
    m_isFull = m_most && m_total >= *m_most;
    if (m_isFull || (m_limits && visit.found >= m_limits->matchesOfQueue)) {
        m_isCut = true;
        return false;
    }
    visit.met.insert(name);
    m_found.push_back({visit.queue, std::move(task)});
    ++visit.found;
    ++m_total;
    return true;
}

std::vector<SearchHit> ConnectionSearch::take() { return std::exchange(m_found, {}); }

} // namespace dueline
