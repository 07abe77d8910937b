// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/hostchoice.h"
#include "core/redis/redislink.h"
#include "core/redis/transport.h"

#include <memory>
#include <optional>

namespace dueline {

/// One blocking connection to one server. Not idempotency-aware: it never sends anything twice (RedisClient does).
/// Bound to one thread. After any transport or protocol error it is closed; open() makes it anew. With Sentinel it is a
/// connection to whoever is the master when it opens, and ends when a sentinel announces another; of a cluster's seeds
/// it takes the first that answers.
class RedisConnection : public RedisLink
{
public:
    explicit RedisConnection(RedisConfig config, ReplyLimits limits = {});
    /// For tests and special transports.
    RedisConnection(RedisConfig config, std::unique_ptr<Transport> transport, ReplyLimits limits = {});
    ~RedisConnection() override;

    /// Connects, authenticates, selects the database, sets the client name, reads the identity; within
    /// Timeouts::connect. Errors: Unreachable, Timeout, Tls, Authentication, Protocol, Permission, Usage (database out
    /// of range), NotSupported.
    Result<> open() { return open(QDeadlineTimer(m_config.timeouts.connect)); }
    /// The same, by the earlier of `deadline` and Timeouts::connect.
    Result<> open(QDeadlineTimer deadline) override;
    bool isOpen() const override;
    void close() override;
    const RedisConfig& config() const override { return m_config; }
    const ServerIdentity& identity() const override { return m_identity; }
    /// Where it is connected to, for people.
    QString where() const;
    QString whom() const override;

    /// Sends all commands at once and reads one reply each, within Timeouts::reply. Error replies stand in the vector
    /// as they are. Bytes that came unasked since the last reply end the connection before anything is sent, since they
    /// would be taken for replies. Errors: Disconnected, Timeout, Protocol; then what the server executed is unknown.
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands)
    {
        return pipeline(commands, QDeadlineTimer(m_config.timeouts.reply));
    }
    /// The same, by `deadline` instead of Timeouts::reply.
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands, QDeadlineTimer deadline) override;
    /// One command; an error reply becomes an Error (errorclass.h).
    Result<Reply> call(const Command& command);

    /// For subscriptions: sends without expecting replies, and waits for whatever comes next. nullopt: nothing came in
    /// time. A reply that has begun is waited for beyond `timeout`, by Timeouts::progress and ::reply.
    Result<> send(const Command& command);
    Result<std::optional<Reply>> receive(Millis timeout);

private:
    Result<std::vector<Reply>> exchange(const std::vector<Command>& commands, QDeadlineTimer total);
    Result<Reply> readReply(QDeadlineTimer total, Millis progress);
    Result<> checkSilence();
    Result<> signIn(QDeadlineTimer deadline);
    Result<> signInByCommand(PasswordCommand& command, QDeadlineTimer deadline);
    Result<> greet(const Secret& password, QDeadlineTimer deadline);
    /// The error that says what to do, where a sentinel answers in a server's place.
    Error sentinelInstead(QDeadlineTimer deadline);
    bool isMaster(QDeadlineTimer deadline);
    Result<> openHost(const Endpoint& host, QDeadlineTimer deadline);
    Result<> openTransport(QDeadlineTimer deadline);

    RedisConfig m_config;
    ReplyLimits m_limits;
    HostChoice m_choice; ///< of several hosts
    std::unique_ptr<Transport> m_transport;
    std::unique_ptr<ReplyReader> m_reader;
    ServerIdentity m_identity;
};

} // namespace dueline
