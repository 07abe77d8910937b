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

/// Reader of lines from standard input. It runs on a background thread, so that a cancellation can
/// arrive while a request is running. Lines have at most McpServer::longestLine bytes. At most 64
/// lines are queued; all others remain in the pipe.
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
    /// Returns whether standard input has ended and all requests have been returned.
    bool isOver();
    /// Marks the request with this id (as JSON) as running until end(), so that a cancellation interrupts it.
    void begin(const QByteArray& id, Interruption& interruption);
    /// Ends the request. Returns whether it was cancelled; if so, it must not be answered.
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
    std::thread m_thread; ///< must be the last member, because the thread uses the others
};

} // namespace dueline::duectl
