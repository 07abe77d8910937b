// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"

#include <QTcpServer>

#include <functional>

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

/// Answers GET and HEAD over HTTP/1.1, one request a connection, and nothing else. What a client can make it keep is
/// bounded: the head of a request, the time it has to come, the time an answer may take to be read, the number of
/// connections (further ones wait in the system's queue). Lives on one thread, whose event loop it needs.
class HttpResponder : public QObject
{
public:
    static constexpr qsizetype longestHead = 8 * 1024;
    static constexpr Millis headWithin{5'000};
    static constexpr Millis readWithin{10'000};
    static constexpr int mostConnections = 16;

    using Reply = std::function<void(const HttpAnswer&)>;
    /// Calls the reply once, at once or later; one to a client that has gone does nothing.
    using Handler = std::function<void(const HttpRequest&, const Reply&)>;

    explicit HttpResponder(Handler handler);
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

    Handler m_handler;
    QTcpServer m_server;
    int m_open = 0;
};

} // namespace dueline::duectl
