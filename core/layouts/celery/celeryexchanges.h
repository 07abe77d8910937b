// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/celery/celerylists.h"
#include "core/layouts/celery/celerytraces.h"
#include "core/layouts/celery/tracecandidates.h"
#include "core/layouts/shared/jobs/queuewalk.h"

#include <functional>

namespace dueline {

/// Finds the exchanges with one key prefix, and the queues bound to them. Scans for binding keys, and for other keys of
/// queues whose bindings are missing.
class CeleryExchanges
{
public:
    /// Creates a reader. `lists`: receives each binding. `meetKey`: called for every scanned key.
    CeleryExchanges(RedisClient& client, const CelerySpec& spec, std::shared_ptr<CeleryLists> lists,
        std::function<void(const QByteArray& key)> meetKey);

    /// Finds exchanges and keys of queues without bindings, and reads some of the bindings. `found`: exchanges found by
    /// a discovery; nullopt to scan the keys. Errors: same as RedisClient::pipeline().
    Result<> read(const std::optional<std::vector<QByteArray>>& found);
    /// Returns whether read() has been called since forget().
    bool isRead() const { return m_isRead; }
    bool isEmpty() const { return m_bound.empty(); }
    /// Returns the bound queues.
    std::set<QueueName> queues() const;
    bool binds(const QueueName& queue) const;
    /// Returns the queue bound to an exchange; empty if there are several or the exchange is unknown.
    QueueName onlyQueueOf(const QByteArray& exchange) const;
    /// Discards all cached data: the connection may now be to a different server.
    void forget();
    QueueDiscovery& discovery() { return m_walk; }

private:
    void meet(const QByteArray& exchange);
    Result<> readOnce(const std::optional<std::vector<QByteArray>>& found);
    Result<> readBindings();
    /// Treats an exchange without bound queues as a queue if the lists of that name contain messages: by default, an
    /// exchange is named after its queue.
    Result<> readUnbound(const std::vector<QByteArray>& exchanges);
    /// Finds queues by the key names scanned since the last call.
    Result<> readTraces();
    CeleryTraces::MayRead mayRead() const
    {
        return [this](const Command& command) { return m_traces.mayRead(command); };
    }

    RedisClient& m_client;
    CelerySpec m_spec;
    std::shared_ptr<CeleryLists> m_lists;
    std::map<QByteArray, std::vector<QueueName>> m_bound; ///< queues by exchange, as of the last read
    QueueWalk m_walk;
    std::set<QByteArray> m_read; ///< exchanges whose queues have been read at least once
    TraceCandidates m_traces;
    int m_forgotten = 0; ///< number of calls to forget()
    bool m_isRead = false;
    QByteArray m_turn; ///< exchange whose queues were read last; the next call continues after it
};

} // namespace dueline
