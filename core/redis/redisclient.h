// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redislink.h"
#include "core/redis/scriptlibrary.h"

#include <functional>
#include <memory>

namespace dueline {

/// A script call as a pipeline element.
struct ScriptCall
{
    const Script* script = nullptr;
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
};

/// A connection, to a server or a cluster, that heals: it reconnects with backoff and jitter and sends again, so
/// **everything sent through it must be idempotent** (reads, and scripts with a memo). Error class RetryHere is waited
/// out, Reconnect re-opens, NOSCRIPT loads the script; all within Timeouts::reply of the call, then the last error is
/// returned. While it waits it tells WaitObserver why, and an Interruption of the thread ends it with Cancelled.
/// RetryLater (a full server) returns at once, and READONLY once the same replica has said it twice. A first
/// open() that fails returns at once, too, and so does an answer of a kind the command cannot give (Protocol), which
/// closes the connection. Bound to one thread.
class RedisClient
{
public:
    static constexpr qint64 keysPerScan = 1'000; ///< COUNT of a SCAN: what one call looks at

    explicit RedisClient(RedisConfig config, ReplyLimits limits = {});
    ~RedisClient();

    /// From here on only what isReadCommand() knows is sent; anything else, and the pipeline it stands in, is Refused.
    void allowOnlyReads() { m_readsOnly = true; }

    Result<> open();
    void close();
    bool isOpen() const { return m_link->isOpen(); }
    const RedisConfig& config() const { return m_link->config(); }
    const ServerIdentity& identity() const { return m_link->identity(); }
    /// As RedisLink::nodeOf().
    std::size_t nodeOf(const QByteArray& key) const { return m_link->nodeOf(key); }

    /// An error reply becomes an Error.
    Result<Reply> call(const Command& command);
    /// Error replies stand in the vector. The whole pipeline is sent again after a lost connection.
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands);
    /// EVALSHA (EVALSHA_RO for a script that only reads); after NOSCRIPT the script is loaded and the call repeated.
    Result<Reply> run(
        const Script& script, const std::vector<QByteArray>& keys, const std::vector<QByteArray>& arguments);
    /// Whether a slot that is just being moved to another node is waited for, or its TRYAGAIN stands as it is.
    enum class Patience { WaitsForSlots, WaitsForServersAlone };
    /// Several script calls in one round trip; those answered NOSCRIPT are loaded and repeated, in their order.
    Result<std::vector<Reply>> run(const std::vector<ScriptCall>& calls, Patience patience = Patience::WaitsForSlots);
    /// MULTI … EXEC. A script call inside goes as EVAL with its source, since a NOSCRIPT in EXEC would leave the rest
    /// executed. The first element may be a script; the replies are those of EXEC. Errors: as call(); an EXECABORT
    /// names its cause.
    Result<std::vector<Reply>> transaction(const ScriptCall& first, const std::vector<Command>& rest);

    /// Called after every reconnect with the new identity; tells a restarted or other server by run id.
    std::function<void(const ServerIdentity&)> reconnected;

private:
    enum class Advice { None, Wait, Reconnect };
    Advice adviceOf(const std::vector<Reply>& replies, Patience patience) const;
    QDeadlineTimer replyDeadline() const { return QDeadlineTimer(config().timeouts.reply); }
    Result<> ensureOpen(QDeadlineTimer deadline);
    Result<std::vector<Reply>> exchange(
        const std::vector<Command>& commands, QDeadlineTimer deadline, Patience patience = Patience::WaitsForSlots);

    std::unique_ptr<RedisLink> m_link;
    bool m_wasOpen = false;
    bool m_readsOnly = false;
};

} // namespace dueline
