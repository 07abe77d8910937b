// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"

namespace dueline {

/// Tracks a request to a session until it is answered, to avoid duplicate requests. After the lanes reopen, earlier
/// requests are never answered.
class PendingRequest
{
public:
    bool isOwedBy(const Session& session) const { return m_of == session.generation(); }
    /// Marks the request as sent.
    void ask(const Session& session)
    {
        m_of = session.generation();
        m_again = false;
    }
    /// Marks the request as answered or as no longer needed.
    void end() { m_of.reset(); }
    /// Requests another attempt after this one, because a change in the meantime may make the answer outdated.
    void wantAgain() { m_again = true; }
    bool isWantedAgain() const { return m_again; }

private:
    std::optional<int> m_of; ///< generation of the lanes that will answer the request
    bool m_again = false;
};

} // namespace dueline
