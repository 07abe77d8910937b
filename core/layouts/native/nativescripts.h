// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/native/nativekeys.h"
#include "core/layouts/native/nativeoverlay.h"
#include "core/redis/redisclient.h"

#include <set>

namespace dueline {

/// The Lua of the native layout on one connection: runs a script by name, turns its error words into Errors, counts the
/// sequence of this lane and checks permissions before the first write. Bound to the client's thread.
///
/// Error words of the scripts: `DAMAGED <role>` (a key of another type; role is the key's last part) becomes WrongType
/// and names the key, `NEWER layout version N` and `OLD call` become Refused.
class NativeScripts
{
public:
    /// `session` stands in tokens and names the worker; 1 to 64 characters of
    /// letters, digits and `. _ : @ -`. Empty: made here.
    NativeScripts(RedisClient& client, QByteArray prefix, QByteArray session);

    /// The same scripts on the overlay of a key that another design keeps.
    NativeScripts(RedisClient& client, NativeOverlay overlay, QByteArray session);

    /// Every script of the layout; loaded once per process from `:/lua/native`.
    static const ScriptLibrary& library();
    /// A session id from host, process and chance, unique per call.
    static QByteArray makeSession();
    /// Errors: Usage, when `session` holds other characters than the constructor allows.
    static Result<> checkSession(const QByteArray& session);

    RedisClient& client() const { return m_client; }
    const QByteArray& prefix() const { return m_prefix; }
    const QByteArray& session() const { return m_session; }
    /// Null for a queue of the native layout itself.
    const NativeOverlay* overlay() const { return m_overlay ? &*m_overlay : nullptr; }
    NativeKeys keys(const QueueName& queue) const;
    /// The script of that name: the overlay's own, else the native one.
    const Script& script(QByteArrayView name) const;
    /// What lists and searches show of a task that a script told of.
    void describe(Task& task) const
    {
        if (m_overlay && m_overlay->describe)
            m_overlay->describe(task);
    }

    /// `<session>.<sequence>`, larger with every call in this process. A repeated call carries the nonce it had.
    QByteArray nextNonce();
    /// The memo key of this lane for a kind of call (`claim`, `ack`, `bulk`, …). No two lanes share one, so "one call
    /// in flight per memo" holds as long as a lane is used by one thread.
    QByteArray memo(const NativeKeys& keys, const char* kind) const { return keys.memo(m_lane, kind); }

    /// Runs script(name), `native/<name>.lua` mostly (`"claim"`).
    Result<Reply> run(const char* name, const NativeKeys& keys, const std::vector<QByteArray>& keyNames,
        const std::vector<QByteArray>& arguments);
    /// Several scripts in one round trip; error replies stand in the vector (see errorOf()).
    Result<std::vector<Reply>> run(const std::vector<ScriptCall>& calls) { return m_client.run(calls); }
    static ScriptCall call(const char* name, std::vector<QByteArray> keyNames, std::vector<QByteArray> arguments);
    /// An error reply of a script or command on a key of `keys` as an Error.
    static Error errorOf(const QByteArray& errorReply, const NativeKeys& keys);
    /// The same, and says of which type a key is that holds something else, where this user may ask for it.
    Error typedErrorOf(const QByteArray& errorReply, const NativeKeys& keys);
    /// The error of a plain command on one key: WrongType says which.
    static Error errorAt(const QByteArray& key, const Error& error);

    /// To be called before the first writing script on a queue: asks once per connection and queue whether the ACL user
    /// may run every command the scripts use on its keys. Errors: Permission, naming what is missing; nothing was
    /// written.
    Result<> prepare(const QueueName& queue);
    /// The same before the first claim, for what a worker writes outside the queues: its entry among the workers.
    Result<> prepareWork();
    /// Puts the queue on the registry, once per connection, or `again` when a script says that it has just made the
    /// queue.
    Result<> registerQueue(const QueueName& queue, bool again = false);
    /// Forgets what was asked on the old connection.
    void reconnected();

private:
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
