// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "tests/support/must.h"

namespace dueline {

/// Fills one queue with very many tasks of ten types: 45 % scheduled, 5 % due, 10 % retrying, 35 % failed, 5 % done.
class MillionQueue
{
public:
    /// `backend` operates and works; it outlives this. A payload is JSON of so many bytes, from 30 on. Tasks were added
    /// so long `ahead` of when they are due, by their ids; or just now.
    MillionQueue(Backend& backend, QueueName queue, int payload, Millis ahead = std::chrono::minutes(10))
        : m_backend(backend)
        , m_queue(std::move(queue))
        , m_payload(payload)
        , m_ahead(ahead)
    { }

    void fill(qint64 tasks);
    /// So many more, all failed for good.
    void fail(qint64 count);
    /// Some of those that are due leased for an hour, some of those that are scheduled thrown away: then all states
    /// occur.
    void completeStates(int leased, int thrownAway);
    /// About so many changes, spread over the states, without the queue growing: tasks are added, leased, and then
    /// done, failed, or to be retried.
    void change(int changes);
    qint64 added() const { return m_added; }

private:
    void add(qint64 count, TimePoint due, Millis step);
    void work(qint64 count, std::optional<Millis> retryIn, bool fails);
    std::vector<Lease> claim(int count);

    Backend& m_backend;
    QueueName m_queue;
    int m_payload;
    Millis m_ahead;
    qint64 m_added = 0;
};

} // namespace dueline
