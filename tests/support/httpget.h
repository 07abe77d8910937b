// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpSocket>

namespace dueline {

/// Response from an HTTP server on this machine.
struct HttpReply
{
    int status = 0; ///< status code; 0: not valid HTTP
    QByteArray head;
    QByteArray body;
};

/// Sends `request` unchanged and reads until the server closes the connection. Blocks for at most 20 s.
inline HttpReply httpExchange(quint16 port, const QByteArray& request)
{
    QTcpSocket socket;
    socket.connectToHost(QStringLiteral("127.0.0.1"), port);
    HttpReply reply;
    if (!socket.waitForConnected(5'000))
        return reply;
    socket.write(request);
    while (socket.state() == QAbstractSocket::ConnectedState && socket.waitForReadyRead(20'000)) { }
    const QByteArray all = socket.readAll();
    const qsizetype end = all.indexOf("\r\n\r\n");
    reply.head = all.left(end);
    reply.body = end < 0 ? QByteArray() : all.mid(end + 4);
    reply.status = all.startsWith("HTTP/1.") ? all.mid(9, 3).toInt() : 0;
    return reply;
}

/// Sends a GET request for a path. `headers` contains complete lines, including line endings.
inline HttpReply httpGet(quint16 port, const QByteArray& path, const QByteArray& headers = {})
{
    return httpExchange(port, "GET " + path + " HTTP/1.0\r\nHost: 127.0.0.1\r\n" + headers + "\r\n");
}

} // namespace dueline
