// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/mcprequests.h"

#include "app/duectl/mcpserver.h"

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace dueline::duectl {

namespace {

constexpr std::size_t mostWaiting = 64;
constexpr int stepMs = 100; ///< interval in ms at which the thread checks whether to stop

} // namespace

McpRequests::McpRequests()
    : m_thread([this] { read(); })
{ }

McpRequests::~McpRequests()
{
    m_ends = true;
    m_changed.notify_all();
    m_thread.join();
}

std::optional<McpRequests::Request> McpRequests::next(Millis timeout)
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_for(lock, timeout, [this] { return !m_waiting.empty() || m_isClosed; });
    if (m_waiting.empty())
        return std::nullopt;
    Request request = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_changed.notify_all();
    return request;
}

bool McpRequests::isOver()
{
    const std::scoped_lock lock(m_mutex);
    return m_isClosed && m_waiting.empty();
}

void McpRequests::begin(const QByteArray& id, Interruption& interruption)
{
    const std::scoped_lock lock(m_mutex);
    m_running = id;
    m_isCancelled = false;
    m_interruption = &interruption;
}

bool McpRequests::end()
{
    const std::scoped_lock lock(m_mutex);
    m_interruption = nullptr;
    return m_isCancelled;
}

void McpRequests::take(Request request)
{
    std::unique_lock lock(m_mutex);
    if (const QByteArray id = request.isTooLong ? QByteArray() : McpServer::cancelledBy(request.line); !id.isEmpty()) {
        if (m_interruption && m_running == id) {
            m_isCancelled = true;
            m_interruption->request();
        }
        std::erase_if(m_waiting, [&id](const Request& waiting) { return McpServer::idOf(waiting.line) == id; });
        return;
    }
    m_changed.wait(lock, [this] { return m_waiting.size() < mostWaiting || m_ends; });
    m_waiting.push_back(std::move(request));
    m_changed.notify_all();
}

void McpRequests::read()
{
    Request line;
    char buffer[16384];
    while (!m_ends) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (::poll(&input, 1, stepMs) <= 0)
            continue;
        const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (size < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (size <= 0)
            break;
        for (const char* at = buffer; at < buffer + size;) {
            const char* end = std::find(at, static_cast<const char*>(buffer) + size, '\n');
            if (!line.isTooLong)
                line.line.append(at, end - at);
            if (line.line.size() > McpServer::longestLine)
                line = {{}, true};
            if (end < buffer + size)
                take(std::exchange(line, {}));
            at = end + 1;
        }
    }
    const std::scoped_lock lock(m_mutex);
    m_isClosed = true;
    m_changed.notify_all();
}

} // namespace dueline::duectl
