// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/sockettransport.h"

#include <QSslConfiguration>
#include <QSslSocket>

namespace dueline {

/// TLS 1.2 or later over TCP. The certificate chain is always verified, against the system's CAs or only
/// RedisConfig::caCertificate. So is the name: RedisConfig::serverName or the host, also sent as SNI. There is no way
/// to accept an invalid certificate. If the server doesn't use TLS, both sides wait for each other until open()'s
/// deadline, because Redis sends nothing before the handshake.
class TlsTransport : public TcpTransport
{
public:
    TlsTransport(Endpoint endpoint, RedisConfig config);

    /// Connects. Errors: same as TcpTransport::open; Usage (a certificate or key file can't be read), Tls, Timeout.
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
    QString m_name; ///< host name to verify
    std::optional<TlsPeer> m_peer;
    bool m_heard = false; ///< true if data was received after the handshake
};

} // namespace dueline
