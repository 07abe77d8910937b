// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sshtunnel.h"
#include "core/redis/transport.h"

#include <QHostAddress>
#include <QLocalSocket>
#include <QTcpSocket>

namespace dueline {

/// TCP with TCP_NODELAY, keepalive (2 s idle, 1 s interval, 3 probes) and a TCP_USER_TIMEOUT of 3 s, so that half-open
/// connections are detected within 5 s. With an SSH tunnel, the transport is a Unix socket to ssh, which detects
/// half-open connections just as quickly.
class TcpTransport : public Transport
{
public:
    /// Creates a transport. `sshHost`: a tunnel's host (SshDestination); empty: no tunnel.
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
    /// Returns the socket; null before open() and after close().
    QTcpSocket* socket() const { return m_socket.get(); }
    virtual std::unique_ptr<QTcpSocket> makeSocket() const { return std::make_unique<QTcpSocket>(); }
    /// Returns ssh's explanation of a lost connection if nothing was received through the tunnel; otherwise `error`
    /// unchanged.
    Error told(Error error) const;

private:
    Result<> connectTo(const QHostAddress& address, const QString& where, QDeadlineTimer deadline);
    Result<> connectThroughTunnel(QDeadlineTimer deadline);

    Endpoint m_endpoint;
    QString m_sshHost;
    std::shared_ptr<SshTunnel> m_tunnel; ///< keeps the tunnel open
    bool m_heard = false; ///< true if data was received through the tunnel
    std::unique_ptr<QTcpSocket> m_socket; // created by open(), so that it belongs to the thread that uses it
};

/// Unix socket.
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
