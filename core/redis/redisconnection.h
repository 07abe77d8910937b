// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/hostchoice.h"
#include "core/redis/redislink.h"
#include "core/redis/transport.h"

#include <memory>
#include <optional>

namespace dueline {

/// Blocking connection to one server. It never resends a command; RedisClient does. Bound to one thread. Any transport
/// or protocol error closes the connection; open() reconnects. With Sentinel, it connects to the current master, and
/// closes the connection when a sentinel announces a new one. For a cluster, it uses the first seed that responds.
class RedisConnection : public RedisLink
{
public:
    explicit RedisConnection(RedisConfig config, ReplyLimits limits = {});
    /// Creates a connection that uses the given transport, for tests and special transports.
    RedisConnection(RedisConfig config, std::unique_ptr<Transport> transport, ReplyLimits limits = {});
    ~RedisConnection() override;

    /// Connects, authenticates, selects the database, sets the client name and reads the identity, within
    /// Timeouts::connect. Errors: Unreachable, Timeout, Tls, Authentication, Protocol, Permission, Usage (database out
    /// of range), NotSupported.
    Result<> open() { return open(QDeadlineTimer(m_config.timeouts.connect)); }
    /// Connects by `deadline` or within Timeouts::connect, whichever is earlier.
    Result<> open(QDeadlineTimer deadline) override;
    bool isOpen() const override;
    void close() override;
    const RedisConfig& config() const override { return m_config; }
    void keepAccessTimes() override { m_config.keepsAccessTimes = true; }
    const ServerIdentity& identity() const override { return m_identity; }
    /// Returns the server's address for display.
    QString where() const;
    QString whom() const override;

    /// Sends all commands together and reads one reply per command, within Timeouts::reply. The result includes error
    /// replies. If unsolicited bytes have arrived since the last reply, closes the connection before sending anything,
    /// because they would be mistaken for replies. Errors: Disconnected, Timeout, Protocol; the outcome on the server
    /// is then unknown.
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands)
    {
        return pipeline(commands, QDeadlineTimer(m_config.timeouts.reply));
    }
    /// Sends all commands and reads their replies by `deadline`.
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands, QDeadlineTimer deadline) override;
    /// Sends one command. Returns an error reply as an Error (errorclass.h).
    Result<Reply> call(const Command& command);

    /// Functions for subscriptions. send() sends a command without reading a reply. receive() returns the next message,
    /// or nullopt if none starts to arrive within `timeout`. The rest of a message may take longer, up to
    /// Timeouts::progress and Timeouts::reply.
    Result<> send(const Command& command);
    Result<std::optional<Reply>> receive(Millis timeout);

private:
    Result<std::vector<Reply>> exchange(const std::vector<Command>& commands, QDeadlineTimer total);
    Result<Reply> readReply(QDeadlineTimer total, Millis progress);
    Result<> checkSilence();
    Result<> signIn(QDeadlineTimer deadline);
    Result<> signInByCommand(PasswordCommand& command, QDeadlineTimer deadline);
    Result<> greet(const Secret& password, QDeadlineTimer deadline);
    Result<> sendNoTouch(QDeadlineTimer deadline);
    /// Returns an error that tells the user what to do if the address is a sentinel's.
    Error sentinelInstead(QDeadlineTimer deadline);
    bool isMaster(QDeadlineTimer deadline);
    Result<> openHost(const Endpoint& host, QDeadlineTimer deadline);
    Result<> openTransport(QDeadlineTimer deadline);

    RedisConfig m_config;
    ReplyLimits m_limits;
    HostChoice m_choice; ///< choice among several hosts
    std::unique_ptr<Transport> m_transport;
    std::unique_ptr<ReplyReader> m_reader;
    ServerIdentity m_identity;
};

} // namespace dueline
