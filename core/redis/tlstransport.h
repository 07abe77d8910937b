// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sockettransport.h"

#include <QSslConfiguration>
#include <QSslSocket>

namespace dueline {

/// TLS 1.2 or later over TCP. The chain (the system's CAs, or those of RedisConfig::caCertificate alone) and the name
/// (RedisConfig::serverName, or the host) are always checked; the same name is sent as SNI. There is no way to accept a
/// bad certificate. Redis speaks first only after the handshake, so a server without TLS would leave both sides
/// waiting: the deadline of open() ends that.
class TlsTransport : public TcpTransport
{
public:
    TlsTransport(Endpoint endpoint, RedisConfig config);

    /// Errors: those of TcpTransport::open; Usage (a certificate or key file cannot be read), Tls, Timeout.
    Result<> open(QDeadlineTimer deadline) override;
    Result<> write(const QByteArray& bytes, QDeadlineTimer deadline) override;
    Result<QByteArray> read(QDeadlineTimer deadline) override;
    std::optional<TlsPeer> tlsPeer() const override { return m_peer; }

protected:
    std::unique_ptr<QTcpSocket> makeSocket() const override { return std::make_unique<QSslSocket>(); }

private:
    Result<QSslConfiguration> configuration() const;
    Error handshakeError(const QSslSocket& socket, const QDeadlineTimer& deadline) const;
    Error explained(Error error) const;

    RedisConfig m_config;
    QString m_name; ///< that is checked
    std::optional<TlsPeer> m_peer;
    bool m_heard = false; ///< something came after the handshake
};

} // namespace dueline
