// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"

namespace dueline {

/// Tracks a request to a session until it is answered, to avoid duplicate requests. Lanes that were reopened never
/// answer earlier requests.
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
    /// Marks the request as answered, or as no longer needed.
    void end() { m_of.reset(); }
    /// Marks the request to be repeated, because something changed while it was pending and its answer may be outdated.
    void wantAgain() { m_again = true; }
    bool isWantedAgain() const { return m_again; }

private:
    std::optional<int> m_of; ///< generation of the session's lanes that will answer
    bool m_again = false;
};

} // namespace dueline
