// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redislink.h"
#include "core/redis/scriptlibrary.h"

#include <functional>
#include <memory>

namespace dueline {

/// Script call as an element of a pipeline.
struct ScriptCall
{
    const Script* script = nullptr;
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
};

/// Connection to a server or a cluster that reconnects, with backoff and jitter, and sends commands again. **Everything
/// sent through it must therefore be idempotent** (reads, and scripts with a memo).
///
/// On an error of class RetryHere it waits, on Reconnect it connects again, and on NOSCRIPT it loads the script. All
/// attempts end within Timeouts::reply of the call, which then returns the last error. While waiting it reports the
/// reason to the WaitObserver; an Interruption of the thread ends the wait with Cancelled.
///
/// It returns immediately on RetryLater (a full server), on a second READONLY from the same replica, and if the first
/// open() fails. A reply of the wrong kind for a command (Protocol) also closes the connection. Bound to one thread.
class RedisClient
{
public:
    static constexpr qint64 keysPerScan = 1'000; ///< COUNT of a SCAN: keys that one call scans

    explicit RedisClient(RedisConfig config, ReplyLimits limits = {});
    ~RedisClient();

    /// Restricts the client to commands that isReadCommand() knows. Any other command, with its pipeline, is Refused.
    /// Before open(): its reads also leave the access times of keys unchanged, where the server can.
    void allowOnlyReads();

    Result<> open();
    void close();
    bool isOpen() const { return m_link->isOpen(); }
    const RedisConfig& config() const { return m_link->config(); }
    const ServerIdentity& identity() const { return m_link->identity(); }
    /// Returns RedisLink::nodeOf().
    std::size_t nodeOf(const QByteArray& key) const { return m_link->nodeOf(key); }

    /// Sends a command. An error reply becomes an Error.
    Result<Reply> call(const Command& command);
    /// Sends a pipeline, and again as a whole after a lost connection. Error replies are elements of the result.
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands);
    /// Runs a script with EVALSHA (EVALSHA_RO if it only reads). After NOSCRIPT it loads the script and repeats the
    /// call.
    Result<Reply> run(
        const Script& script, const std::vector<QByteArray>& keys, const std::vector<QByteArray>& arguments);
    /// Handling of a slot that is moving to another node: wait for it, or return TRYAGAIN.
    enum class Patience { WaitsForSlots, WaitsForServersAlone };
    /// Runs several scripts in one round trip. Scripts that return NOSCRIPT are loaded and run again, in order.
    Result<std::vector<Reply>> run(const std::vector<ScriptCall>& calls, Patience patience = Patience::WaitsForSlots);
    /// Runs MULTI … EXEC. A script call is sent as EVAL with its source: after a NOSCRIPT within EXEC, the other
    /// commands would still run. The first element may be a script; the replies are those of EXEC. Errors: as call();
    /// an EXECABORT gives its cause.
    Result<std::vector<Reply>> transaction(const ScriptCall& first, const std::vector<Command>& rest);

    /// Called after every reconnect with the new identity. A changed run id means a restarted or another server.
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
