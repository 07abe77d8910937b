// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"

namespace dueline {

/// State of a request to a session: at most one is pending at a time. When the session's lanes reopen, a pending
/// request counts as ended, because it will never be answered.
class PendingRequest
{
public:
    bool isOwedBy(const Session& session) const { return m_of == session.generation(); }
    /// Call this when the request is sent.
    void ask(const Session& session)
    {
        m_of = session.generation();
        m_again = false;
    }
    /// Call this when the request has been answered or its answer is no longer needed.
    void end() { m_of.reset(); }
    /// Call this if data has changed while the request is pending: it must be sent again, because its answer may
    /// already be outdated.
    void wantAgain() { m_again = true; }
    bool isWantedAgain() const { return m_again; }

private:
    std::optional<int> m_of; ///< generation of the lanes to which the request was sent; nullopt: no request is pending
    bool m_again = false;
};

} // namespace dueline
