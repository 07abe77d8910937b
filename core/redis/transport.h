// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QByteArray>
#include <QDeadlineTimer>

#include <memory>
#include <optional>

namespace dueline {

/// Properties of the TLS connection to a server, for display.
struct TlsPeer
{
    QString protocol; ///< protocol version, such as `TLS 1.3`
    QString cipher;
    QString subject; ///< common name in the certificate; untrusted text
    TimePoint validUntil{};

    bool operator==(const TlsPeer&) const = default;
};

/// Byte stream to one server, used by the RESP client: TCP, Unix socket, TLS or a tunnel. Blocking, and bound to the
/// thread that opened it, which must be a QThread or the main thread.
class Transport
{
public:
    virtual ~Transport() = default;

    /// Connects. Errors: Unreachable (with the system's reason), Timeout, Tls.
    virtual Result<> open(QDeadlineTimer deadline) = 0;
    virtual bool isOpen() const = 0;
    /// Writes all of `bytes` to the operating system. Errors: Disconnected, Timeout.
    virtual Result<> write(const QByteArray& bytes, QDeadlineTimer deadline) = 0;
    /// Waits for at least one byte and returns what is available, at most 64 KiB. Errors: Disconnected, Timeout.
    virtual Result<QByteArray> read(QDeadlineTimer deadline) = 0;
    virtual void close() = 0;
    /// Returns the properties of the TLS connection; nullopt without TLS.
    virtual std::optional<TlsPeer> tlsPeer() const { return std::nullopt; }
};

/// Creates a transport for `config`: TCP (with keepalive, TCP_USER_TIMEOUT and no delay), TLS or a Unix socket. TCP and
/// TLS may use an SSH tunnel. Errors: Usage if `config` has no address.
Result<std::unique_ptr<Transport>> makeTransport(const RedisConfig& config);
/// Creates a transport to one of several hosts.
Result<std::unique_ptr<Transport>> makeTransport(const RedisConfig& config, const Endpoint& host);

} // namespace dueline
