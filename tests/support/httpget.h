// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTcpSocket>

namespace dueline {

/// What an HTTP server on this machine answered.
struct HttpReply
{
    int status = 0; ///< 0: nothing that is HTTP
    QByteArray head;
    QByteArray body;
};

/// Sends `request` as it is and reads until the server ends the connection, blocking, 20 s at most.
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

/// A GET of a path. `headers`: each with its line end.
inline HttpReply httpGet(quint16 port, const QByteArray& path, const QByteArray& headers = {})
{
    return httpExchange(port, "GET " + path + " HTTP/1.0\r\nHost: 127.0.0.1\r\n" + headers + "\r\n");
}

} // namespace dueline
