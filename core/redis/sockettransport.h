// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sshtunnel.h"
#include "core/redis/transport.h"

#include <QHostAddress>
#include <QLocalSocket>
#include <QTcpSocket>

namespace dueline {

/// TCP without delay, with keepalive (2 s idle, 1 s apart, 3 times) and TCP_USER_TIMEOUT 3 s, so that a half-open
/// connection is noticed within 5 s. Through an SSH tunnel it is a unix socket to ssh, which notices as fast.
class TcpTransport : public Transport
{
public:
    /// `sshHost`: through a tunnel there (SshDestination), when not empty.
    explicit TcpTransport(Endpoint endpoint, QString sshHost = {})
        : m_endpoint(std::move(endpoint))
        , m_sshHost(std::move(sshHost))
    { }

    Result<> open(QDeadlineTimer deadline) override;
    bool isOpen() const override { return m_socket && m_socket->state() == QAbstractSocket::ConnectedState; }
    Result<> write(const QByteArray& bytes, QDeadlineTimer deadline) override;
    Result<QByteArray> read(QDeadlineTimer deadline) override;
    void close() override;

protected:
    const Endpoint& endpoint() const { return m_endpoint; }
    /// Null before open() and after close().
    QTcpSocket* socket() const { return m_socket.get(); }
    virtual std::unique_ptr<QTcpSocket> makeSocket() const { return std::make_unique<QTcpSocket>(); }
    /// A lost connection through a tunnel as ssh explains it, if nothing ever came; any other error as it is.
    Error told(Error error) const;

private:
    Result<> connectTo(const QHostAddress& address, const QString& where, QDeadlineTimer deadline);
    Result<> connectThroughTunnel(QDeadlineTimer deadline);

    Endpoint m_endpoint;
    QString m_sshHost;
    std::shared_ptr<SshTunnel> m_tunnel; ///< open as long as this is
    bool m_heard = false; ///< something came through the tunnel
    std::unique_ptr<QTcpSocket> m_socket; // made by open(), so that it lives in the thread that uses it
};

/// A unix socket.
class UnixTransport : public Transport
{
public:
    explicit UnixTransport(QString path)
        : m_path(std::move(path))
    { }

    Result<> open(QDeadlineTimer deadline) override;
    bool isOpen() const override { return m_socket && m_socket->state() == QLocalSocket::ConnectedState; }
    Result<> write(const QByteArray& bytes, QDeadlineTimer deadline) override;
    Result<QByteArray> read(QDeadlineTimer deadline) override;
    void close() override;

private:
    QString m_path;
    std::unique_ptr<QLocalSocket> m_socket;
};

} // namespace dueline
