// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/repeatablecalls.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/redis/redisclient.h"

#include <functional>

namespace dueline {

/// The Lua by which a framework's queues are changed, on one connection: a layout's own scripts, and those that all of
/// them share
/// (`:/lua/framework`). Turns error words into Errors: `REFUSED why` (the layout knows the sentence), `LACKS command
/// key`, `DAMAGED role` (a key of another type), `OLD call`.
class FrameworkScripts
{
public:
    /// The sentence for `REFUSED why`; empty: there is none for that.
    using RefusalText = std::function<QString(const QByteArray& why)>;

    FrameworkScripts(RedisClient& client, const ScriptLibrary& own, RefusalText refusal);

    /// The scripts of `:/lua/NAME`, loaded once per process.
    static const ScriptLibrary& library(const char* name);

    RedisClient& client() const { return m_client; }
    /// Errors besides those of the scripts: Refused (the keys lie in several slots of a cluster).
    Result<Reply> run(const char* name, const OverlayKeys& keys, const std::vector<QByteArray>& keyNames,
        const std::vector<QByteArray>& arguments);
    /// The same of a script that remembers its last answer: `arguments` begin with the place of its nonce, and a memo
    /// key is put behind `keyNames`.
    Result<Reply> runOnce(
        const char* name, const OverlayKeys& keys, std::vector<QByteArray> keyNames, std::vector<QByteArray> arguments);

private:
    Error errorOf(const Error& error, const OverlayKeys& keys) const;

    RedisClient& m_client;
    const ScriptLibrary& m_own;
    RefusalText m_refusal;
    QByteArray m_lane; ///< no other lane has this name
    quint64 m_calls = 0;
    RepeatableCalls m_repeatable;
};

} // namespace dueline
