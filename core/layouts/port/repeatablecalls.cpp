// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/port/repeatablecalls.h"

namespace dueline {

QByteArray RepeatableCalls::nonceFor(
    const QByteArray& kind, const std::vector<QByteArray>& call, const std::function<QByteArray()>& make)
{
    const auto open = m_unanswered.find(kind);
    if (open != m_unanswered.end() && open->second.words == call)
        return open->second.nonce;
    return m_unanswered.insert_or_assign(kind, Call{make(), call}).first->second.nonce;
}

void RepeatableCalls::ended(const QByteArray& kind, const Result<Reply>& reply)
{
    const bool isAnswered = reply
        || (reply.error().code != ErrorCode::Timeout && reply.error().code != ErrorCode::Disconnected
            && reply.error().code != ErrorCode::Unreachable && reply.error().code != ErrorCode::Cancelled);
    if (isAnswered)
        m_unanswered.erase(kind);
}

} // namespace dueline
