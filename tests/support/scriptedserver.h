// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisconfig.h"

#include <QByteArray>
#include <QThread>

#include <atomic>
#include <functional>

class QTcpSocket;

namespace dueline {

/// A TCP server on the loopback interface that does to its clients, one after the other, what a function says: the
/// servers no real Redis is. The function runs in this thread and returns when the connection may end.
class ScriptedServer : public QThread
{
public:
    /// One connection as the function sees it. Every method gives up once the server is stopped.
    class Client
    {
    public:
        Client(QTcpSocket& socket, const std::atomic_bool& stopped)
            : m_socket(socket)
            , m_stopped(stopped)
        { }
        /// Waits until `text` has been received; what was received before is forgotten. False: the client has gone.
        bool expect(const QByteArray& text);
        /// Waits for one whole command and forgets it. False: the client has gone.
        bool expectCommand();
        /// False: the client has gone.
        bool send(const QByteArray& bytes);
        /// Answers the greeting of RedisConnection as a Redis of that version without password does.
        bool greet(const QByteArray& version = "7.0.15");
        /// The answers of greet() alone.
        bool sendGreeting(const QByteArray& version = "7.0.15");
        /// Keeps the connection open and silent until the client or the test ends it.
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
