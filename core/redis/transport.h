// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/redisconfig.h"

#include <QByteArray>
#include <QDeadlineTimer>

#include <memory>
#include <optional>

namespace dueline {

/// What a TLS server showed of itself, for people.
struct TlsPeer
{
    QString protocol; ///< `TLS 1.3`
    QString cipher;
    QString subject; ///< the certificate's common name; untrusted text
    TimePoint validUntil{};

    bool operator==(const TlsPeer&) const = default;
};

/// A byte stream to one server: the seam between the RESP client and TCP, unix sockets, TLS or a tunnel.
/// Blocking, bound to the thread that opened it, which must be a QThread (or the main thread).
class Transport
{
public:
    virtual ~Transport() = default;

    /// Errors: Unreachable (with the system's reason), Timeout, Tls.
    virtual Result<> open(QDeadlineTimer deadline) = 0;
    virtual bool isOpen() const = 0;
    /// Hands all of `bytes` to the system. Errors: Disconnected, Timeout.
    virtual Result<> write(const QByteArray& bytes, QDeadlineTimer deadline) = 0;
    /// Waits for at least one byte and returns what is there, at most 64 KiB. Errors: Disconnected, Timeout.
    virtual Result<QByteArray> read(QDeadlineTimer deadline) = 0;
    virtual void close() = 0;
    /// What the server showed in its TLS handshake; nullopt without TLS.
    virtual std::optional<TlsPeer> tlsPeer() const { return std::nullopt; }
};

/// TCP (keepalive and TCP_USER_TIMEOUT set, no delay), TLS or a unix socket, as `config` says; TCP and TLS through an
/// SSH tunnel, too. Errors: Usage, when no address is given.
Result<std::unique_ptr<Transport>> makeTransport(const RedisConfig& config);
/// The same to one host of several.
Result<std::unique_ptr<Transport>> makeTransport(const RedisConfig& config, const Endpoint& host);

} // namespace dueline
