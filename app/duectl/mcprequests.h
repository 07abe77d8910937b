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

/// Lines of standard input, read by a thread of its own, so that what cancels a request is heard while it runs. Lines
/// of at most McpServer::longestLine, at most 64 waiting; what comes more is left in the pipe.
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

    /// nullopt: none came by then, or none comes any more.
    std::optional<Request> next(Millis timeout);
    /// Standard input ended, and everything was handed out.
    bool isOver();
    /// A request of that id (as JSON) runs until end(): what cancels it interrupts it.
    void begin(const QByteArray& id, Interruption& interruption);
    /// Whether it was cancelled: then it is not answered.
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
    std::thread m_thread; ///< last: it uses the others
};

} // namespace dueline::duectl
