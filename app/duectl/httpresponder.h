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

/// What a client asks for.
struct HttpRequest
{
    QByteArray path; ///< `/metrics`, without a query
    QByteArray accept; ///< the header Accept, empty where there is none
};

struct HttpAnswer
{
    int status = 200;
    QByteArray body;
    QByteArray type = "text/plain; charset=utf-8";
};

/// Answers GET and HEAD over HTTP/1.1, one request a connection, and nothing else. A request that names another host is
/// refused (421): a page of a stranger whose name leads to this machine (DNS rebinding) would read the answer. What a
/// client can make it keep is bounded: the head of a request, the time until its end has come, the time an answer may
/// take to be read, the number of connections. A further one ends the oldest whose request is not complete; if all are,
/// it waits in the system's queue. Lives on one thread, whose event loop it needs.
class HttpResponder : public QObject
{
public:
    static constexpr qsizetype longestHead = 8 * 1024;
    static constexpr Millis headWithin{5'000};
    static constexpr Millis readWithin{10'000};
    static constexpr std::size_t mostConnections = 16;

    using Reply = std::function<void(const HttpAnswer&)>;
    /// Calls the reply once, at once or later; one to a client that has gone does nothing.
    using Handler = std::function<void(const HttpRequest&, const Reply&)>;

    /// `hosts`: further names that requests may call this server, beside localhost, this machine's own name and the
    /// address that a connection came to.
    explicit HttpResponder(Handler handler, QStringList hosts = {});
    ~HttpResponder() override;

    /// `where`: ADDRESS:PORT, the address a number, IPv6 in brackets; port 0 takes a free one. Errors: Usage, Io.
    Result<> listen(const QByteArray& where);
    /// Whether only this machine reaches it.
    bool isLoopback() const { return m_server.serverAddress().isLoopback(); }
    /// `http://127.0.0.1:9464`.
    QString url() const;

private:
    class Exchange;

    void accept();
    bool serves(const QByteArray& host, const QHostAddress& local) const;

    Handler m_handler;
    QStringList m_hosts;
    QTcpServer m_server;
    std::vector<Exchange*> m_exchanges; ///< that are open, the oldest first
};

} // namespace dueline::duectl
