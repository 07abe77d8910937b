// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArray>
#include <QThread>

#include <atomic>
#include <functional>

class QTcpSocket;

namespace dueline {

/// TCP server on the loopback interface that passes its clients to a function, one at a time, to simulate servers that
/// behave unlike any real Redis. The function runs on the server's thread; when it returns, the connection may be
/// closed.
class ScriptedServer : public QThread
{
public:
    /// Connection passed to the function. Every method returns early once the server has been stopped.
    class Client
    {
    public:
        Client(QTcpSocket& socket, const std::atomic_bool& stopped)
            : m_socket(socket)
            , m_stopped(stopped)
        { }
        /// Waits for `text` and discards everything up to and including it. Returns false if the client has
        /// disconnected.
        bool expect(const QByteArray& text);
        /// Waits for one complete command and discards it. Returns false if the client has disconnected.
        bool expectCommand();
        /// Sends bytes. Returns false if the client has disconnected.
        bool send(const QByteArray& bytes);
        /// Answers a RedisConnection's greeting like a Redis server of this version without a password.
        bool greet(const QByteArray& version = "7.0.15");
        /// Sends only greet()'s replies.
        bool sendGreeting(const QByteArray& version = "7.0.15");
        /// Keeps the connection open without sending anything, until the client or the test ends it.
        void holdOpen();
        bool isOver() const;

    private:
        QTcpSocket& m_socket;
        const std::atomic_bool& m_stopped;
        QByteArray m_received;
    };
    using Behaviour = std::function<void(Client&)>;

    explicit ScriptedServer(Behaviour behaviour);
    ~ScriptedServer() override;

    RedisConfig config() const;
    quint16 port() const { return m_port; }
    int connections() const { return m_connections; }

protected:
    void run() override;

private:
    Behaviour m_behaviour;
    std::atomic<quint16> m_port{0};
    std::atomic_int m_connections{0};
    std::atomic_bool m_stopped{false};
};

} // namespace dueline
