// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <set>

namespace dueline {

/// Task that was found, with its queue.
struct SearchHit
{
    QueueName queue;
    Task task;

    bool operator==(const SearchHit&) const = default;
};

/// Search with a filter in every queue of a connection, of any layout: one queue after another, in bounded steps. A
/// task that changes its state meanwhile is found once. Tasks that ended after the queues were listed are skipped, so
/// that the search ends even if tasks keep ending.
class ConnectionSearch
{
public:
    /// `most`: ends after that many tasks; nullopt: after the last queue. `states` further limits the filter's states.
    explicit ConnectionSearch(
        TaskFilter filter, StateSet states = StateSet::all(), std::optional<std::size_t> most = std::nullopt);

    /// Runs one step: lists the queues, or examines at most 1,000 tasks of a queue. Returns true at the end. An
    /// unreadable queue is listed in skipped(). Errors: connection errors, and that of QueueInspector::queues();
    /// Protocol after ten unreadable replies in a row.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }

    const std::vector<SearchHit>& found() const { return m_found; }
    /// Returns the tasks found since the last call.
    std::vector<SearchHit> take();
    /// Returns the number of tasks found, including those returned by take().
    std::size_t total() const { return m_total; }
    qint64 examined() const { return m_examined; }
    /// Returns the number of examined tasks that did not match because their payloads are unknown
    /// (SearchStep::unread).
    qint64 unread() const { return m_unread; }
    /// Returns the number of finished queues, or of all queues; both are 0 before the queues are listed.
    std::size_t queuesDone() const { return m_at; }
    std::size_t queues() const { return m_queues.size(); }
    /// Returns the queue of the next step; empty if there is none, or before the queues are listed.
    QueueName queue() const { return m_at < m_queues.size() ? m_queues[m_at] : QueueName(); }
    /// Returns the server's clock when the queues were listed.
    TimePoint listedAt() const { return m_listedAt; }
    /// Returns whether the search ended at `most`, so that more tasks may match.
    bool isCut() const { return m_isCut; }

    /// Queue that was not searched completely.
    struct Skipped
    {
        QueueName queue;
        QString why; ///< reason as a sentence
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
    TimePoint m_endedUntil{}; ///< limit for the current queue
    std::vector<QueueName> m_queues; ///< queues to search
    std::set<QueueName> m_parts; ///< queues that the list counted in part
    std::size_t m_at = 0;
    QByteArray m_cursor;
    QSet<size_t> m_met; ///< 64 bits of each id found in the current queue
    std::vector<SearchHit> m_found;
    std::size_t m_total = 0;
    qint64 m_examined = 0;
    qint64 m_unread = 0;
    bool m_isCut = false;
    int m_brokenAnswers = 0; ///< consecutive steps with an unreadable reply
    std::vector<Skipped> m_skipped;
};

} // namespace dueline
