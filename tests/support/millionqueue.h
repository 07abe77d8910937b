// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/backend.h"
#include "tests/support/must.h"

namespace dueline {

/// Fills one queue with many tasks of ten types: 45% scheduled, 5% due, 10% retrying, 35% failed, 5% done.
class MillionQueue
{
public:
    /// Creates an object that fills `queue`. `backend` acts as both operator and worker and must outlive this object.
    /// `payload` is the JSON payload's size in bytes, at least 30. `ahead` is the time from when a task was added,
    /// according to its id, until it is due.
    MillionQueue(Backend& backend, QueueName queue, int payload, Millis ahead = std::chrono::minutes(10))
        : m_backend(backend)
        , m_queue(std::move(queue))
        , m_payload(payload)
        , m_ahead(ahead)
    { }

    void fill(qint64 tasks);
    /// Adds tasks that have failed permanently.
    void fail(qint64 count);
    /// Leases due tasks for an hour and discards scheduled tasks, so that every state is present.
    void completeStates(int leased, int thrownAway);
    /// Makes about `changes` changes across all states without growing the queue. Adds and leases tasks, which then
    /// become done, failed or retrying.
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
