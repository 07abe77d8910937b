// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/scriptedserver.h"

#include <QTcpServer>
#include <QTcpSocket>

namespace dueline {

bool ScriptedServer::Client::isOver() const { return m_stopped || m_socket.state() != QAbstractSocket::ConnectedState; }

bool ScriptedServer::Client::expect(const QByteArray& text)
{
    while (!isOver()) {
        const qsizetype at = m_received.indexOf(text);
        if (at >= 0) {
            m_received.remove(0, at + text.size());
            return true;
        }
        m_socket.waitForReadyRead(20);
        m_received += m_socket.readAll();
    }
    return false;
}

bool ScriptedServer::Client::send(const QByteArray& bytes)
{
    m_socket.write(bytes);
    while (!isOver() && m_socket.bytesToWrite() > 0)
        m_socket.waitForBytesWritten(20);
    return !isOver();
}

bool ScriptedServer::Client::expectCommand()
{
    // A command has the form `*<parts>`, followed by `$<length>` and the bytes of each part.
    const auto takeNumber = [this](char mark) -> qsizetype {
        qsizetype end = m_received.indexOf("\r\n");
        while (end < 0 && !isOver()) {
            m_socket.waitForReadyRead(20);
            m_received += m_socket.readAll();
            end = m_received.indexOf("\r\n");
        }
        if (end < 1 || m_received.front() != mark)
            return -1;
        const qsizetype number = m_received.mid(1, end - 1).toLongLong();
        m_received.remove(0, end + 2);
        return number;
    };
    const qsizetype parts = takeNumber('*');
    for (qsizetype i = 0; i < parts; ++i) {
        const qsizetype length = takeNumber('$');
        if (length < 0)
            return false;
        while (m_received.size() < length + 2 && !isOver()) {
            m_socket.waitForReadyRead(20);
            m_received += m_socket.readAll();
        }
        m_received.remove(0, length + 2);
    }
    return parts > 0 && !isOver();
}

bool ScriptedServer::Client::greet(const QByteArray& version)
{
    return expect("replication\r\n") && sendGreeting(version);
}

bool ScriptedServer::Client::sendGreeting(const QByteArray& version)
{
    const QByteArray server
        = "# Server\r\nredis_version:" + version + "\r\nredis_mode:standalone\r\nrun_id:scripted\r\n";
    const QByteArray replication = "# Replication\r\nrole:master\r\n";
    const auto bulk
        = [](const QByteArray& text) { return '$' + QByteArray::number(text.size()) + "\r\n" + text + "\r\n"; };
    return send("+OK\r\n+OK\r\n" + bulk(server) + bulk(replication));
}

void ScriptedServer::Client::holdOpen()
{
    while (!isOver())
        m_socket.waitForReadyRead(20);
}

ScriptedServer::ScriptedServer(Behaviour behaviour)
    : m_behaviour(std::move(behaviour))
{
    start();
    while (m_port == 0 && !isFinished())
        QThread::yieldCurrentThread();
    if (m_port == 0)
        qFatal("no free port");
}

ScriptedServer::~ScriptedServer()
{
    m_stopped = true;
    wait();
}

RedisConfig ScriptedServer::config() const
{
    RedisConfig config;
    config.hosts = {{QStringLiteral("127.0.0.1"), m_port}};
    return config;
}

void ScriptedServer::run()
{
    QTcpServer server;
    if (!server.listen(QHostAddress::LocalHost, 0))
        return;
    m_port = server.serverPort();
    while (!m_stopped) {
        if (!server.hasPendingConnections() && !server.waitForNewConnection(20))
            continue;
        const std::unique_ptr<QTcpSocket> socket(server.nextPendingConnection());
        ++m_connections;
        Client client(*socket, m_stopped);
        m_behaviour(client);
        socket->disconnectFromHost();
        if (socket->state() != QAbstractSocket::UnconnectedState)
            socket->waitForDisconnected(200);
    }
}

} // namespace dueline
