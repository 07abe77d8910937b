// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"

namespace dueline {

/// State of a request to a session; at most one is pending at a time. If the session's lanes reopen, a pending request
/// counts as ended, because it will never be answered.
class PendingRequest
{
public:
    bool isOwedBy(const Session& session) const { return m_of == session.generation(); }
    /// Records that the request has been sent.
    void ask(const Session& session)
    {
        m_of = session.generation();
        m_again = false;
    }
    /// Records that the request has been answered or its answer is no longer needed.
    void end() { m_of.reset(); }
    /// Records that data has changed while the request is pending. The answer may already be outdated, so the request
    /// must be sent again.
    void wantAgain() { m_again = true; }
    bool isWantedAgain() const { return m_again; }

private:
    std::optional<int> m_of; ///< generation of the lanes the request was sent to; nullopt: no request is pending
    bool m_again = false;
};

} // namespace dueline
