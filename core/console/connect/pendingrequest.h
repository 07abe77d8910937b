// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"

namespace dueline {

/// Pending request to a session, to avoid duplicate requests. Reopened lanes never answer earlier requests.
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
    /// Marks the request as answered, or no longer needed.
    void end() { m_of.reset(); }
    /// Requests a repetition, because something has changed while the request was pending, and its answer may be
    /// outdated.
    void wantAgain() { m_again = true; }
    bool isWantedAgain() const { return m_again; }

private:
    std::optional<int> m_of; ///< generation of the session that will answer
    bool m_again = false;
};

} // namespace dueline
