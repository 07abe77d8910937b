// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/repeatablecalls.h"
#include "core/layouts/shared/jobs/overlaykeys.h"
#include "core/queue/queueeditor.h"
#include "core/redis/redisclient.h"

#include <functional>

namespace dueline {

/// Returns the outcome of adding a task whose id may already be taken, by the same task or a different one.
inline AddOutcome addOutcomeOf(bool isTaken, bool isSame)
{
    return !isTaken ? AddOutcome::Added : isSame ? AddOutcome::Exists : AddOutcome::Conflict;
}
/// Converts an `add` script's outcome: 1 = added, e = already exists, c = a different task has the id.
inline AddOutcome addOutcomeOf(char code) { return addOutcomeOf(code != '1', code == 'e'); }

/// Runs the Lua scripts that change a framework's queues on one connection: the layout's own scripts, and those shared
/// by all frameworks (`:/lua/framework`). Translates the error replies of the scripts: `REFUSED REASON` (the layout
/// provides the message), `LACKS COMMAND KEY`, `DAMAGED ROLE` (a key of the wrong type) and `OLD call`.
class FrameworkScripts
{
public:
    /// Function that returns the message for the reason in a `REFUSED` reply; empty if there is none.
    using RefusalText = std::function<QString(const QByteArray& why)>;

    FrameworkScripts(RedisClient& client, const ScriptLibrary& own, RefusalText refusal);

    /// Returns the scripts in `:/lua/NAME`, loaded once per process.
    static const ScriptLibrary& library(const char* name);

    RedisClient& client() const { return m_client; }
    /// Runs a script. Errors: any script error; Refused if the keys are in different cluster slots.
    Result<Reply> run(const char* name, const OverlayKeys& keys, const std::vector<QByteArray>& keyNames,
        const std::vector<QByteArray>& arguments);
    /// Runs a script that stores its last reply, so that repeating a call returns the same reply. The first of
    /// `arguments` is a placeholder for the nonce. Appends the memo key, where the reply is stored, to `keyNames`.
    Result<Reply> runOnce(
        const char* name, const OverlayKeys& keys, std::vector<QByteArray> keyNames, std::vector<QByteArray> arguments);

private:
    Error errorOf(const Error& error, const OverlayKeys& keys) const;

    RedisClient& m_client;
    const ScriptLibrary& m_own;
    RefusalText m_refusal;
    QByteArray m_lane; ///< random identifier of this object; makes its nonces and memo keys unique
    quint64 m_calls = 0;
    RepeatableCalls m_repeatable;
};

} // namespace dueline
