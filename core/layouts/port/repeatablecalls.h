// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/reply.h"

#include <functional>
#include <map>
#include <optional>

namespace dueline {

/// Nonces for scripts that store their last reply. A call that has received no reply keeps its nonce. If it is
/// repeated, the script therefore performs no action twice, and returns the original reply. Only one call of each kind
/// may be pending.
class RepeatableCalls
{
public:
    /// Returns the nonce for a call: the previous nonce if the call repeats a call that received no reply; otherwise,
    /// a new nonce from `make`.
    QByteArray nonceFor(
        const QByteArray& kind, const std::vector<QByteArray>& call, const std::function<QByteArray()>& make);
    /// Records that a call has ended. An error from Redis itself counts as a reply; a lost connection or a timeout does
    /// not.
    void ended(const QByteArray& kind, const Result<Reply>& reply);

private:
    struct Call
    {
        QByteArray nonce;
        std::vector<QByteArray> words;
    };
    std::map<QByteArray, Call> m_unanswered; ///< calls that have received no reply, by kind
};

} // namespace dueline
