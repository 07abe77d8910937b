// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <set>

namespace dueline {

/// Task that was found, and the queue that contains it.
struct SearchHit
{
    QueueName queue;
    Task task;

    bool operator==(const SearchHit&) const = default;
};

/// Search with a filter in all queues of a connection, in any layout. It searches one queue after another, in bounded
/// steps. A task whose state changes during the search is found only once. Tasks that ended after the queues were
/// listed are skipped, so the search finishes even if tasks keep ending.
class ConnectionSearch
{
public:
    /// Creates a search. `most`: number of tasks after which the search ends; nullopt: it ends after the last queue.
    /// `states`: further restricts the filter's states.
    explicit ConnectionSearch(
        TaskFilter filter, StateSet states = StateSet::all(), std::optional<std::size_t> most = std::nullopt);

    /// Runs one step: lists the queues, or examines up to 1,000 tasks of a queue. Returns true at the end. An
    /// unreadable queue is listed in skipped(). Errors: connection errors, and those of QueueInspector::queues();
    /// Protocol after ten unreadable replies in a row.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }

    const std::vector<SearchHit>& found() const { return m_found; }
    /// Returns the tasks found since the last call.
    std::vector<SearchHit> take();
    /// Returns the number of tasks found, including those already returned by take().
    std::size_t total() const { return m_total; }
    qint64 examined() const { return m_examined; }
    /// Returns the number of tasks that could not be checked because their payloads are unknown (SearchStep::unread).
    qint64 unread() const { return m_unread; }
    /// Returns the number of completely searched queues. queues() returns the number of all queues. Both are 0 until
    /// the queues have been listed.
    std::size_t queuesDone() const { return m_at; }
    std::size_t queues() const { return m_queues.size(); }
    /// Returns the queue that the next step will search; empty if none are left, or the queues have not been listed
    /// yet.
    QueueName queue() const { return m_at < m_queues.size() ? m_queues[m_at] : QueueName(); }
    /// Returns the server time when the queues were listed.
    TimePoint listedAt() const { return m_listedAt; }
    /// Returns whether the search stopped at `most` tasks, so more tasks may match.
    bool isCut() const { return m_isCut; }

    /// Queue that could not be searched completely.
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
    TimePoint m_endedUntil{}; ///< end of the searched period: tasks of the current queue that ended later are skipped
    std::vector<QueueName> m_queues; ///< queues to search
    std::set<QueueName> m_parts; ///< queues whose counts in the list are incomplete
    std::size_t m_at = 0;
    QByteArray m_cursor;
    QSet<size_t> m_met; ///< 64-bit hashes of the ids found in the current queue
    std::vector<SearchHit> m_found;
    std::size_t m_total = 0;
    qint64 m_examined = 0;
    qint64 m_unread = 0;
    bool m_isCut = false;
    int m_brokenAnswers = 0; ///< number of consecutive steps with an unreadable reply
    std::vector<Skipped> m_skipped;
};

} // namespace dueline
