// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QStringList>
#include <QTcpServer>

#include <functional>
#include <vector>

class QTcpSocket;

namespace dueline::duectl {

/// Request from a client, without its body.
struct HttpRequest
{
    QByteArray path; ///< path without the query, such as `/metrics`
    QByteArray accept; ///< Accept header; empty if missing
};

struct HttpAnswer
{
    int status = 200;
    QByteArray body;
    QByteArray type = "text/plain; charset=utf-8";
};

/// HTTP/1.1 server that responds to GET and HEAD, with one request per connection. Requests whose Host header names a
/// different host are refused (421). Otherwise, a malicious web page whose host name resolves to this machine (DNS
/// rebinding) could read the response. Each client's resources are limited: the size of a request's head, the time to
/// receive it, the time to read a response, and the number of connections. If there are too many connections, the
/// oldest one with an incomplete request is closed. If all requests are complete, new connections wait in the operating
/// system's backlog. Runs on a single thread, which needs an event loop.
class HttpResponder : public QObject
{
public:
    static constexpr qsizetype longestHead = 8 * 1024;
    static constexpr Millis headWithin{5'000};
    static constexpr Millis readWithin{10'000};
    static constexpr std::size_t mostConnections = 16;

    using Reply = std::function<void(const HttpAnswer&)>;
    /// Handles a request. Must call `reply` exactly once, now or later. If the client has disconnected, `reply` does
    /// nothing.
    using Handler = std::function<void(const HttpRequest&, const Reply&)>;

    /// Creates a responder. `hosts`: host names to accept in addition to localhost, this machine's name, and the
    /// connection's local address.
    explicit HttpResponder(Handler handler, QStringList hosts = {});
    ~HttpResponder() override;

    /// Starts listening. `where`: ADDRESS:PORT with a numeric address, with IPv6 in brackets; port 0 selects an unused
    /// port. Errors: Usage, Io.
    Result<> listen(const QByteArray& where);
    /// Returns whether only this machine can connect.
    bool isLoopback() const { return m_server.serverAddress().isLoopback(); }
    /// Returns the server's URL, such as `http://127.0.0.1:9464`.
    QString url() const;

private:
    class Exchange;

    void accept();
    bool serves(const QByteArray& host, const QHostAddress& local) const;

    Handler m_handler;
    QStringList m_hosts;
    QTcpServer m_server;
    std::vector<Exchange*> m_exchanges;
};

} // namespace dueline::duectl
