// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

namespace dueline {

/// A task that was found, and where.
struct SearchHit
{
    QueueName queue;
    Task task;

    bool operator==(const SearchHit&) const = default;
};

/// Looks for what a filter matches in every queue of a connection, whatever layout it is in: one queue behind the
/// other, in bounded steps. A task that moves from state to state meanwhile is found once; what ended after the queues
/// were listed is passed over, so that the search ends where tasks go on.
class ConnectionSearch
{
public:
    /// `most`: ends once so many are found; nullopt: at the last queue. `states` narrows the filter's own.
    explicit ConnectionSearch(
        TaskFilter filter, StateSet states = StateSet::all(), std::optional<std::size_t> most = std::nullopt);

    /// One step: the list of queues, or at most 1,000 tasks of one of them looked at. True: it is over. A queue that
    /// cannot be read is told in skipped(). Errors: what says that the server is not there, and that of
    /// QueueInspector::queues(); Protocol, once ten answers in a row cannot be read.
    Result<bool> step(QueueInspector& inspector);
    Result<bool> step(Backend& backend) { return step(backend.inspector()); }

    const std::vector<SearchHit>& found() const { return m_found; }
    /// Hands over what was found since the last call.
    std::vector<SearchHit> take();
    /// All that was found, also what was handed over.
    std::size_t total() const { return m_total; }
    qint64 examined() const { return m_examined; }
    /// Of these: no match, but what their payloads say is not known (SearchStep::unread).
    qint64 unread() const { return m_unread; }
    /// How many queues were looked through to their ends, of how many; 0 of 0 before they are listed.
    std::size_t queuesDone() const { return m_at; }
    std::size_t queues() const { return m_queues.size(); }
    /// The queue that the next step looks into; empty: none, or they are not listed yet.
    QueueName queue() const { return m_at < m_queues.size() ? m_queues[m_at] : QueueName(); }
    /// The server's clock when the queues were listed.
    TimePoint listedAt() const { return m_listedAt; }
    /// It ended at `most`, and there may be more.
    bool isCut() const { return m_isCut; }

    /// A queue that was not looked through to its end.
    struct Skipped
    {
        QueueName queue;
        QString why; ///< a sentence
    };
    const std::vector<Skipped>& skipped() const { return m_skipped; }

private:
    Result<> list(QueueInspector& inspector);
    void take(SearchStep step);
    void next();

    TaskFilter m_filter;
    StateSet m_states;
    std::optional<std::size_t> m_most;
    bool m_isListed = false;
    TimePoint m_listedAt{};
    TimePoint m_endedUntil{}; ///< of the queue that is looked through
    std::vector<QueueName> m_queues; ///< that are looked through
    std::size_t m_at = 0;
    QByteArray m_cursor;
    QSet<size_t> m_met; ///< 64 bits of each id found in this queue
    std::vector<SearchHit> m_found;
    std::size_t m_total = 0;
    qint64 m_examined = 0;
    qint64 m_unread = 0;
    bool m_isCut = false;
    int m_brokenAnswers = 0; ///< steps in a row whose answer could not be read
    std::vector<Skipped> m_skipped;
};

} // namespace dueline
