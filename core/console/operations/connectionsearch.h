// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <set>

namespace dueline {

/// Task that a search found, with its queue.
struct SearchHit
{
    QueueName queue;
    Task task;

    bool operator==(const SearchHit&) const = default;
};

/// Filtered search of all queues on a connection, in any layout. Searches one queue after another, in bounded steps. A
/// task whose state changes during the search is found only once. Tasks that end after the queues were listed are
/// ignored, so that the search ends even if tasks keep ending.
class ConnectionSearch
{
public:
    /// Creates a search. `states`: states to restrict the filter to. `most`: number of matches after which to stop;
    /// nullopt: no limit.
    explicit ConnectionSearch(
        TaskFilter filter, StateSet states = StateSet::all(), std::optional<std::size_t> most = std::nullopt);

    /// Lists the queues, or examines up to 1,000 tasks in a queue. Returns true at the end. Adds unreadable queues to
    /// skipped(). Errors: same as QueueInspector::queues(); connection errors; Protocol after ten unreadable
    /// replies in a row.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }

    const std::vector<SearchHit>& found() const { return m_found; }
    /// Returns the matches found since the last call.
    std::vector<SearchHit> take();
    /// Returns the number of matches, including those returned by take().
    std::size_t total() const { return m_total; }
    qint64 examined() const { return m_examined; }
    /// Returns how many tasks couldn't be matched because their payloads are unreadable (SearchStep::unread).
    qint64 unread() const { return m_unread; }
    /// Returns how many queues have been searched, out of queues(). Both are 0 until the queues have been listed.
    std::size_t queuesDone() const { return m_at; }
    std::size_t queues() const { return m_queues.size(); }
    /// Returns the queue to be searched next; empty before the queues have been listed and after the last one.
    QueueName queue() const { return m_at < m_queues.size() ? m_queues[m_at] : QueueName(); }
    /// Returns the server time when the queues were listed.
    TimePoint listedAt() const { return m_listedAt; }
    /// Returns whether the search stopped after `most` matches, in which case more tasks may match.
    bool isCut() const { return m_isCut; }

    /// Queue that wasn't searched completely.
    struct Skipped
    {
        QueueName queue;
        QString why; ///< reason, as a sentence
    };
    const std::vector<Skipped>& skipped() const { return m_skipped; }

private:
    Result<> list(QueueInspector& inspector);
    void begin(QueueInspector& inspector, const QueueName& queue);
    void take(SearchStep step);
    void next();

    TaskFilter m_filter;
    StateSet m_states;
    std::optional<std::size_t> m_most;
    bool m_isListed = false;
    TimePoint m_listedAt{};
    TimePoint m_endedUntil{}; ///< tasks in the current queue that ended after this are ignored
    std::vector<QueueName> m_queues; ///< queues to search, in order
    std::set<QueueName> m_parts; ///< queues that were listed without reading all of their keys
    std::size_t m_at = 0;
    QByteArray m_cursor;
    QSet<size_t> m_met; ///< 64-bit hashes of the ids matched in the current queue
    std::vector<SearchHit> m_found;
    std::size_t m_total = 0;
    qint64 m_examined = 0;
    qint64 m_unread = 0;
    bool m_isCut = false;
    int m_brokenAnswers = 0; ///< number of consecutive unreadable replies
    std::vector<Skipped> m_skipped;
};

} // namespace dueline
