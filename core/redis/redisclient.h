// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redislink.h"
#include "core/redis/scriptlibrary.h"

#include <functional>
#include <map>
#include <memory>

namespace dueline {

/// Script call in a pipeline.
struct ScriptCall
{
    const Script* script = nullptr;
    std::vector<QByteArray> keys;
    std::vector<QByteArray> arguments;
};

/// Connection to a server or a cluster. It reconnects with backoff and jitter, and resends commands, so **all commands
/// sent through it must be idempotent** (reads, and scripts that detect repeated calls). On a RetryHere error, the
/// client waits; on Reconnect, it reconnects; on NOSCRIPT, it loads the script. All attempts end within Timeouts::reply
/// of the call, which then returns the last error. While waiting, the client reports the reason to the WaitObserver; an
/// Interruption of the thread ends the wait with Cancelled. The client doesn't retry on RetryLater (such as a full
/// server), on a second READONLY from the same replica, or if the first open() fails. It closes the connection if a
/// reply doesn't fit its command (Protocol). Bound to one thread.
class RedisClient
{
public:
    static constexpr qint64 keysPerScan = 1'000; ///< COUNT for SCAN: number of keys scanned per call

    explicit RedisClient(RedisConfig config, ReplyLimits limits = {});
    ~RedisClient();

    /// Restricts the client to the commands that isReadCommand() accepts. Pipelines with any other command fail with
    /// Refused. If called before open(), reads also leave the keys' access times unchanged, if the server supports it.
    void allowOnlyReads();

    Result<> open();
    void close();
    bool isOpen() const { return m_link->isOpen(); }
    const RedisConfig& config() const { return m_link->config(); }
    const ServerIdentity& identity() const { return m_link->identity(); }
    /// See RedisLink::nodeOf().
    std::size_t nodeOf(const QByteArray& key) const { return m_link->nodeOf(key); }

    /// Sends a command. Returns an error reply as an Error.
    Result<Reply> call(const Command& command);
    /// Sends a pipeline. Resends all of it after a lost connection. The result includes error replies.
    Result<std::vector<Reply>> pipeline(const std::vector<Command>& commands);
    /// Sends a pipeline like pipeline(), but returns the first error reply as an Error.
    Result<std::vector<Reply>> callAll(const std::vector<Command>& commands);
    /// Returns the server's time. Errors: same as call(), and Protocol.
    Result<TimePoint> serverTime();
    /// Returns a set's members, sorted. Stops reading pages once it has read `most` members. Errors: same as call(),
    /// and Protocol.
    Result<std::vector<QByteArray>> membersOf(const QByteArray& set, std::size_t most);
    /// Runs a script with EVALSHA (EVALSHA_RO if it only reads). On NOSCRIPT, loads the script and repeats the call.
    Result<Reply> run(
        const Script& script, const std::vector<QByteArray>& keys, const std::vector<QByteArray>& arguments);
    /// Reaction to a slot that is moving to another node: wait until it has moved, or return TRYAGAIN.
    enum class Patience { WaitsForSlots, WaitsForServersAlone };
    /// Runs several scripts in one round trip. Loads and repeats scripts that return NOSCRIPT, in order.
    Result<std::vector<Reply>> run(const std::vector<ScriptCall>& calls, Patience patience = Patience::WaitsForSlots);
    /// Runs a script call and other commands in MULTI … EXEC, and returns the replies to EXEC. Sends the script call as
    /// EVAL with its source, because the other commands would run even if EVALSHA returned NOSCRIPT. Errors: same as
    /// call(); after an EXECABORT, the error that caused it.
    Result<std::vector<Reply>> transaction(const ScriptCall& first, const std::vector<Command>& rest);

    /// Returns the script in the form that the connected server accepts. run() and transaction() do this themselves;
    /// callers that send EVAL directly must call this first.
    const Script& accepted(const Script& script);

    /// Called with the new identity after every reconnect. A different run id means that the server was restarted or
    /// replaced.
    std::function<void(const ServerIdentity&)> reconnected;

private:
    enum class Advice { None, Wait, Reconnect };
    Advice adviceOf(const std::vector<Reply>& replies, Patience patience) const;
    QDeadlineTimer replyDeadline() const { return QDeadlineTimer(config().timeouts.reply); }
    Result<> ensureOpen(QDeadlineTimer deadline);
    Result<std::vector<Reply>> exchange(
        const std::vector<Command>& commands, QDeadlineTimer deadline, Patience patience = Patience::WaitsForSlots);

    std::unique_ptr<RedisLink> m_link;
    std::map<QByteArray, Script> m_dragonflyScripts; ///< scripts adapted for Dragonfly, by Script::sha
    bool m_wasOpen = false;
    bool m_readsOnly = false;
};

} // namespace dueline
