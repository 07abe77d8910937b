// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/reply.h"

#include <functional>
#include <map>
#include <optional>

namespace dueline {

/// Nonces for scripts that store their last reply. An unanswered call keeps its nonce: if it is repeated, the script
/// returns the original reply without acting again. Only one call of each kind may be pending.
class RepeatableCalls
{
public:
    /// Returns a call's nonce: the previous one if the call repeats an unanswered call; otherwise, a new one from
    /// `make`.
    QByteArray nonceFor(
        const QByteArray& kind, const std::vector<QByteArray>& call, const std::function<QByteArray()>& make);
    /// Records that a call has ended. An error from Redis itself counts as a reply; a lost connection or a timeout
    /// doesn't.
    void ended(const QByteArray& kind, const Result<Reply>& reply);

private:
    struct Call
    {
        QByteArray nonce;
        std::vector<QByteArray> words;
    };
    std::map<QByteArray, Call> m_unanswered; ///< unanswered calls, by kind
};

} // namespace dueline
