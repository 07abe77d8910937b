// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/httpresponder.h"

#include "core/base/text.h"

#include <QHostAddress>
#include <QPointer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

const QByteArray endOfHead = "\r\n\r\n";

QByteArray reasonOf(int status)
{
    switch (status) {
    case 200:
        return "OK";
    case 400:
        return "Bad Request";
    case 404:
        return "Not Found";
    case 405:
        return "Method Not Allowed";
    case 408:
        return "Request Timeout";
    case 421:
        return "Misdirected Request";
    case 431:
        return "Request Header Fields Too Large";
    default:
        return "Service Unavailable";
    }
}

HttpAnswer plainAnswer(int status) { return {status, reasonOf(status) + '\n'}; }

Error badListen(const QByteArray& where)
{
    return {ErrorCode::Usage,
        u"--listen needs ADDRESS:PORT, such as 127.0.0.1:9464 or [::1]:9464, not \"%1\"."_s.arg(printable(where, 80))};
}

} // namespace

/// Client connection that serves a single request.
class HttpResponder::Exchange : public QObject
{
public:
    Exchange(HttpResponder& responder, QTcpSocket* socket)
        : QObject(&responder)
        , m_responder(responder)
        , m_socket(socket)
    {
        socket->setParent(this);
        socket->setReadBufferSize(longestHead);
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, [this] { overdue(); });
        connect(socket, &QTcpSocket::readyRead, this, [this] { read(); });
        connect(socket, &QTcpSocket::disconnected, this, &QObject::deleteLater);
        m_timer.start(headWithin);
        read();
    }
    ~Exchange() override
    {
        std::erase(m_responder.m_exchanges, this);
        m_responder.m_server.resumeAccepting();
    }

    bool isAsked() const { return m_asked; }
    /// Handles a timeout: sends an error if the request is incomplete, or closes the connection if the client is too
    /// slow to read the response.
    void overdue()
    {
        if (m_answered)
            return m_socket->abort();
        m_asked = true;
        answer(plainAnswer(408));
    }

private:
    void read()
    {
        const QByteArray came = m_socket->readAll();
        if (m_asked)
            return; // ignore everything after the request's head
        m_head += came;
        const qsizetype end = m_head.indexOf(endOfHead);
        if (end < 0 && m_head.size() <= longestHead)
            return;
        m_asked = true;
        m_timer.stop();
        if (end < 0 || end > longestHead)
            return answer(plainAnswer(431));
        handle(m_head.left(end));
    }

    void handle(const QByteArray& head)
    {
        QList<QByteArray> lines = head.split('\n');
        const QList<QByteArray> request = lines.takeFirst().trimmed().split(' ');
        if (request.size() != 3 || !request[1].startsWith('/') || !request[2].startsWith("HTTP/1."))
            return answer(plainAnswer(400));
        m_isHead = request[0] == "HEAD";
        if (!m_isHead && request[0] != "GET")
            return answer(plainAnswer(405));
        HttpRequest asked{request[1].split('?').front(), {}};
        for (const QByteArray& line : lines) {
            if (line.left(7).toLower() == "accept:")
                asked.accept += (asked.accept.isEmpty() ? "" : ",") + line.mid(7).trimmed();
            else if (line.left(5).toLower() == "host:"
                && !m_responder.serves(line.mid(5).trimmed(), m_socket->localAddress()))
                return answer({421, "Use localhost or this server's address; --host NAME adds a name.\n"});
        }
        m_responder.m_handler(asked, [self = QPointer(this)](const HttpAnswer& reply) {
            if (self)
                self->answer(reply);
        });
    }

    void answer(const HttpAnswer& reply)
    {
        QByteArray text = "HTTP/1.1 " + QByteArray::number(reply.status) + ' ' + reasonOf(reply.status)
            + "\r\nContent-Type: " + reply.type + "\r\nContent-Length: " + QByteArray::number(reply.body.size())
            + "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n";
        if (reply.status == 405)
            text += "Allow: GET, HEAD\r\n";
        m_socket->write(text + "\r\n");
        if (!m_isHead)
            m_socket->write(reply.body);
        m_answered = true;
        m_timer.start(readWithin);
        m_socket->disconnectFromHost(); // closes the connection after the response has been sent
    }

    HttpResponder& m_responder;
    QTcpSocket* m_socket;
    QTimer m_timer;
    QByteArray m_head;
    bool m_asked = false; ///< true if the request's head has been received or has timed out
    bool m_isHead = false;
    bool m_answered = false;
};

HttpResponder::HttpResponder(Handler handler, QStringList hosts)
    : m_handler(std::move(handler))
    , m_hosts(std::move(hosts))
{
    m_hosts << u"localhost"_s << QSysInfo::machineHostName();
    connect(&m_server, &QTcpServer::newConnection, this, &HttpResponder::accept);
}

/// Deletes the connections first, because they use other members of the responder.
HttpResponder::~HttpResponder() { qDeleteAll(children()); }

void HttpResponder::accept()
{
    const auto isWaiting = [](const Exchange* exchange) { return !exchange->isAsked(); };
    while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        const auto oldest = std::find_if(m_exchanges.begin(), m_exchanges.end(), isWaiting);
        if (m_exchanges.size() >= mostConnections && oldest != m_exchanges.end())
            (*oldest)->overdue();
        m_exchanges.push_back(new Exchange(*this, socket));
    }
    if (m_exchanges.size() >= mostConnections && std::none_of(m_exchanges.begin(), m_exchanges.end(), isWaiting))
        m_server.pauseAccepting();
}

/// Returns whether to answer requests with this Host header. Any numeric address of this machine is safe, since DNS
/// rebinding attacks need a host name.
bool HttpResponder::serves(const QByteArray& host, const QHostAddress& local) const
{
    const bool isSix = host.startsWith('[');
    const qsizetype end = isSix ? host.indexOf(']') : host.contains(':') ? host.lastIndexOf(':') : host.size();
    if (end < 0)
        return false;
    QString name = QString::fromUtf8(isSix ? host.mid(1, end - 1) : host.left(end));
    if (name.endsWith(u'.'))
        name.chop(1);
    if (m_hosts.contains(name, Qt::CaseInsensitive))
        return true;
    const QHostAddress address(name);
    return address.isLoopback() || (!address.isNull() && address.isEqual(local));
}

Result<> HttpResponder::listen(const QByteArray& where)
{
    const qsizetype colon = where.lastIndexOf(':');
    bool ok = false;
    const uint port = where.mid(colon + 1).toUInt(&ok);
    QString host = QString::fromUtf8(where.left(std::max<qsizetype>(colon, 0)));
    if (host.startsWith(u'[') && host.endsWith(u']'))
        host = host.mid(1, host.size() - 2);
    else if (host.contains(u':'))
        return badListen(where);
    QHostAddress address(host == u"localhost"_s ? u"127.0.0.1"_s : host);
    if (colon < 1 || !ok || port > 65'535 || address.isNull())
        return badListen(where);
    m_server.setMaxPendingConnections(int(mostConnections));
    if (!m_server.listen(address, quint16(port)))
        return Error{ErrorCode::Io, u"Cannot listen on %1: %2."_s.arg(printable(where, 80), m_server.errorString())};
    return {};
}

QString HttpResponder::url() const
{
    const QHostAddress address = m_server.serverAddress();
    const bool isSix = address.protocol() == QAbstractSocket::IPv6Protocol;
    return u"http://%1:%2"_s.arg(isSix ? u'[' + address.toString() + u']' : address.toString())
        .arg(m_server.serverPort());
}

} // namespace dueline::duectl
