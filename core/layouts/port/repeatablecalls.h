// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/redis/reply.h"

#include <functional>
#include <map>
#include <optional>

namespace dueline {

/// Calls of scripts that remember their last answer: one that failed without an answer and is made again keeps its
/// nonce, so that it does nothing twice and is told what it did. One call at a time of each kind.
class RepeatableCalls
{
public:
    /// The nonce of a call: a new one by `make`, or that of the same call before, if it was not answered.
    QByteArray nonceFor(
        const QByteArray& kind, const std::vector<QByteArray>& call, const std::function<QByteArray()>& make);
    /// An error that Redis itself gave is an answer, too.
    void ended(const QByteArray& kind, const Result<Reply>& reply);

private:
    struct Call
    {
        QByteArray nonce;
        std::vector<QByteArray> words;
    };
    std::map<QByteArray, Call> m_unanswered; ///< by kind
};

} // namespace dueline
