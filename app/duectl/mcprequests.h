// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/interruption.h"

#include <QByteArray>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

namespace dueline::duectl {

/// Queue of requests from standard input, one per line. A separate thread reads them, so that cancellations arrive
/// while a request is running. At most 64 requests are queued; the rest wait in the pipe. A line may have at most
/// McpServer::longestLine bytes.
class McpRequests
{
public:
    struct Request
    {
        QByteArray line;
        bool isTooLong = false;
    };

    McpRequests();
    ~McpRequests();
    McpRequests(const McpRequests&) = delete;
    McpRequests& operator=(const McpRequests&) = delete;

    /// Returns the next request; nullopt if none arrives within `timeout` or the input has ended.
    std::optional<Request> next(Millis timeout);
    /// Returns whether standard input has ended and next() has returned all requests.
    bool isOver();
    /// Marks a request as running until end(). If the client cancels it, `interruption` is triggered. `id`: the
    /// request's id, as JSON.
    void begin(const QByteArray& id, Interruption& interruption);
    /// Ends the running request. Returns whether the client cancelled it; cancelled requests must not be answered.
    bool end();

private:
    void read();
    void take(Request request);

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Request> m_waiting;
    QByteArray m_running;
    Interruption* m_interruption = nullptr;
    bool m_isCancelled = false;
    bool m_isClosed = false;
    std::atomic<bool> m_ends = false;
    std::thread m_thread; ///< last member, because the thread uses all others
};

} // namespace dueline::duectl
