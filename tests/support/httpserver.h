// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/certificates.h"

#include <QFile>
#include <QHash>
#include <QSslKey>
#include <QSslServer>
#include <QTcpSocket>

#include <functional>
#include <memory>
#include <vector>

namespace dueline {

/// HTTP/1.1 server on a free port of 127.0.0.1 that returns the test's responses. Lives on the thread that created it
/// and needs that thread's event loop.
class HttpServer
{
public:
    struct Request
    {
        QByteArray head; ///< request head as received, without the empty line
        QHash<QByteArray, QByteArray> headers; ///< header values, by lowercase name
        QByteArray body;
    };
    using Answer = std::function<void(QTcpSocket&, const Request&)>;

    explicit HttpServer(Answer answer)
        : m_answer(std::move(answer))
        , m_server(std::make_unique<QTcpServer>())
    {
        listen();
    }
    /// Creates a TLS server with this certificate.
    HttpServer(Answer answer, const Certificates& certificates, const QString& name)
        : m_answer(std::move(answer))
    {
        QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
        QFile key(certificates.key(name));
        if (!key.open(QIODevice::ReadOnly))
            qFatal("no key");
        tls.setLocalCertificateChain(QSslCertificate::fromPath(certificates.certificate(name)));
        tls.setPrivateKey(QSslKey(key.readAll(), QSsl::Ec));
        auto server = std::make_unique<QSslServer>();
        server->setSslConfiguration(tls);
        m_server = std::move(server);
        m_scheme = QStringLiteral("https");
        listen();
    }

    QString url(const QString& path = QStringLiteral("/hook"), const QString& user = {}) const
    {
        return m_scheme + QStringLiteral("://") + user + QStringLiteral("127.0.0.1:")
            + QString::number(m_server->serverPort()) + path;
    }
    /// Returns a response `HTTP/1.1 STATUS …` with a body of known length.
    static QByteArray answer(int status, const QByteArray& body = {}, const QByteArray& headers = {})
    {
        return "HTTP/1.1 " + QByteArray::number(status) + " Words\r\n" + headers
            + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    }

    std::vector<Request> requests;
    int connections = 0;

private:
    void listen()
    {
        if (!m_server->listen(QHostAddress::LocalHost))
            qFatal("cannot listen");
        QObject::connect(m_server.get(), &QTcpServer::pendingConnectionAvailable, m_server.get(), [this] {
            while (QTcpSocket* socket = m_server->nextPendingConnection())
                serve(*socket);
        });
    }
    void serve(QTcpSocket& socket)
    {
        ++connections;
        const auto open = std::make_shared<QByteArray>();
        const auto take = [this, open, socket = &socket] {
            *open += socket->readAll();
            takeRequests(*open, *socket);
        };
        QObject::connect(&socket, &QTcpSocket::readyRead, &socket, take);
        QObject::connect(&socket, &QTcpSocket::disconnected, &socket, &QObject::deleteLater);
        take();
    }
    void takeRequests(QByteArray& open, QTcpSocket& socket)
    {
        for (;;) {
            const qsizetype end = open.indexOf("\r\n\r\n");
            if (end < 0)
                return;
            Request request;
            request.head = open.left(end);
            const QList<QByteArray> lines = request.head.split('\n');
            for (const QByteArray& line : lines.sliced(1)) {
                const qsizetype colon = line.indexOf(':');
                request.headers.insert(line.left(colon).toLower(), line.mid(colon + 1).trimmed());
            }
            const qsizetype size = request.headers.value("content-length").toLongLong();
            if (open.size() < end + 4 + size)
                return;
            request.body = open.mid(end + 4, size);
            open.remove(0, end + 4 + size);
            requests.push_back(request);
            m_answer(socket, request);
        }
    }

    Answer m_answer;
    std::unique_ptr<QTcpServer> m_server;
    QString m_scheme = QStringLiteral("http");
};

} // namespace dueline
