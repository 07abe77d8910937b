// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "core/queue/taskfilter.h"

#include <QSet>

#include <deque>
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

    /// Limits of a search that answers while the user types.
    struct Limits
    {
        std::size_t matches; ///< number of matches after which the search stops
        std::size_t matchesOfQueue; ///< number of matches after which a queue is left
        qint64 examined; ///< number of examined tasks after which the search stops
        qint64 examinedOfQueue; ///< number of examined tasks after which a queue is left
    };
    /// Creates a search for a value that the user is typing. It finds the most likely matches early: it first looks up
    /// `id` and reads the latest failed and done tasks in each queue. It then searches the queues in turns. `filter`
    /// must not have negated terms.
    static ConnectionSearch forValue(TaskFilter filter, TaskId id, const Limits& limits);

    /// Runs one step: lists the queues, or examines up to 1,000 tasks of a queue. Returns true at the end. Adds queues
    /// that cannot be read to skipped(). Errors: connection errors, those of QueueInspector::queues(), and Protocol
    /// after ten unreadable replies in a row.
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
    /// Returns how many queues have been searched; queues() returns how many there are. Both are 0 until the queues
    /// have been listed.
    std::size_t queuesDone() const { return m_done; }
    std::size_t queues() const { return m_queues; }
    /// Returns the queue that the next step searches; empty before the queues have been listed and after the last one.
    QueueName queue() const { return m_open.empty() ? QueueName() : m_open.front().queue; }
    /// Returns the server time at which the queues were listed.
    TimePoint listedAt() const { return m_listedAt; }
    /// Returns whether the search or a queue reached a limit, so that more tasks may match.
    bool isCut() const { return m_isCut; }

    /// Queue that wasn't searched completely.
    struct Skipped
    {
        QueueName queue;
        QString why; ///< reason, as a sentence
    };
    const std::vector<Skipped>& skipped() const { return m_skipped; }

private:
    /// Progress in a queue that has not been searched completely.
    struct Visit
    {
        QueueName queue;
        QByteArray layout;
        StateSet states; ///< states to search
        bool isPart = false; ///< true if the queue was listed without some of its keys
        bool isBegun = false; ///< true if the latest tasks have been read
        TimePoint endedUntil{}; ///< tasks that ended after this are ignored
        QByteArray cursor = {};
        qint64 examined = 0;
        std::size_t found = 0;
        QSet<size_t> met = {}; ///< 64-bit hashes of the ids of matches
    };

    Result<> list(QueueInspector& inspector);
    void begin(QueueInspector& inspector, Visit& visit);
    Result<bool> readLatest(QueueInspector& inspector, Visit& visit);
    Result<bool> searchOn(QueueInspector& inspector, Visit& visit);
    bool take(Visit& visit, SearchStep step);
    bool add(Visit& visit, Task task);

    TaskFilter m_filter;
    StateSet m_states;
    std::optional<std::size_t> m_most;
    std::optional<Limits> m_limits;
    TaskId m_id; ///< id to look up first
    std::set<QByteArray> m_slow; ///< layouts in which looking up an id takes long
    bool m_isListed = false;
    TimePoint m_listedAt{};
    std::deque<Visit> m_open; ///< queues that have not been searched completely; the first is searched next
    std::size_t m_queues = 0;
    std::size_t m_done = 0;
    std::vector<SearchHit> m_found;
    std::size_t m_total = 0;
    qint64 m_examined = 0;
    qint64 m_unread = 0;
    bool m_isCut = false;
    bool m_isFull = false; ///< true if the search must stop at a limit
    int m_brokenAnswers = 0; ///< number of unreadable replies in a row
    std::vector<Skipped> m_skipped;
};

} // namespace dueline
