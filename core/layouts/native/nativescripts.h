// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativekeys.h"
#include "core/layouts/native/nativeoverlay.h"
#include "core/redis/redisclient.h"

#include <set>

namespace dueline {

/// Runs the native layout's Lua scripts on one connection. Finds scripts by name, translates their errors, numbers the
/// calls, and checks permissions before the first write. Use it only on the client's thread. Error replies are
/// converted as follows: `DAMAGED <role>` (a key of the wrong type; role is the last part of the key's name) becomes
/// WrongType with the key's name; `NEWER layout version N` and `OLD call` become Refused.
class NativeScripts
{
public:
    /// Creates a runner for a connection. `session`: worker name, also used in lease tokens: 1 to 64 letters, digits
    /// and `. _ : @ -`; generated if empty.
    NativeScripts(RedisClient& client, QByteArray prefix, QByteArray session);

    /// Creates a runner for the overlay of a custom design's key.
    NativeScripts(RedisClient& client, NativeOverlay overlay, QByteArray session);

    /// Returns all of the layout's scripts, loaded from `:/lua/native` once per process.
    static const ScriptLibrary& library();
    /// Returns a unique session id with the host, the process and a random number.
    static QByteArray makeSession();
    /// Checks whether the constructor accepts a session id. Errors: Usage if it doesn't.
    static Result<> checkSession(const QByteArray& session);

    RedisClient& client() const { return m_client; }
    const QByteArray& prefix() const { return m_prefix; }
    const QByteArray& session() const { return m_session; }
    /// Returns the overlay; null for a native queue.
    const NativeOverlay* overlay() const { return m_overlay ? &*m_overlay : nullptr; }
    NativeKeys keys(const QueueName& queue) const;
    /// Returns the script with this name: the overlay's if there is one, otherwise the native one.
    const Script& script(QByteArrayView name) const;
    /// Sets the task members that only the overlay's design can determine.
    void describe(Task& task) const
    {
        if (m_overlay && m_overlay->describe)
            m_overlay->describe(task);
    }

    /// Returns `<session>.<sequence>`. The sequence number is different for every call in this process, but a repeated
    /// call keeps its nonce.
    QByteArray nextNonce();
    /// Returns the memo key for a kind of call (`claim`, `ack`, `bulk`, …), where a script stores its last reply. Each
    /// object has its own memo keys. So as long as only one thread uses the object, no two calls use the same memo at
    /// the same time.
    QByteArray memo(const NativeKeys& keys, const char* kind) const { return keys.memo(m_lane, kind); }

    /// Runs the script with this name, usually `native/<name>.lua`.
    Result<Reply> run(const char* name, const NativeKeys& keys, const std::vector<QByteArray>& keyNames,
        const std::vector<QByteArray>& arguments);
    /// Runs several scripts in one round trip. The result may contain error replies (see errorOf()).
    Result<std::vector<Reply>> run(const std::vector<ScriptCall>& calls) { return m_client.run(calls); }
    static ScriptCall call(const char* name, std::vector<QByteArray> keyNames, std::vector<QByteArray> arguments);
    /// Converts an error reply from a script or command on one of `keys`.
    static Error errorOf(const QByteArray& errorReply, const NativeKeys& keys);
    /// Converts an error reply. Adds a damaged key's actual type if the user is allowed to query it.
    Error typedErrorOf(const QByteArray& errorReply, const NativeKeys& keys);
    /// Converts the error from a plain command on one key. A WrongType error contains the key's name.
    static Error errorAt(const QByteArray& key, const Error& error);

    /// Checks whether the Redis user is allowed to run all of the scripts' commands on the queue's keys, once per
    /// connection and queue. Call this before the first script that writes. Errors: Permission, with the missing
    /// permission, before anything has been written.
    Result<> prepare(const QueueName& queue);
    /// Like prepare(), but for the worker list, which isn't part of any queue. Call this before the first claim.
    Result<> prepareWork();
    /// Adds the queue to the registry, once per connection. `again`: true to add it even if it has already been added,
    /// because a script has just created it.
    Result<> registerQueue(const QueueName& queue, bool again = false);
    /// Discards the results of checks on the previous connection.
    void reconnected();

private:
    Result<Reply> runProbe(const Script& script, const QByteArray& key, const std::vector<QByteArray>& arguments);
    static Result<> check(const Result<Reply>& reply, const QString& what);

    RedisClient& m_client;
    QByteArray m_prefix;
    std::optional<NativeOverlay> m_overlay;
    QByteArray m_session;
    QByteArray m_lane;
    std::set<QueueName> m_prepared;
    bool m_preparedWork = false;
    std::set<QueueName> m_registered;
};

} // namespace dueline
