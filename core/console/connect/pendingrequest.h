// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"

namespace dueline {

/// Tracker for an unanswered request to a session, used to avoid duplicate requests. After the
/// lanes reopen, earlier requests are never answered.
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
    /// Marks the request to be sent again after its answer arrives, because that answer may already
    /// be outdated.
    void wantAgain() { m_again = true; }
    bool isWantedAgain() const { return m_again; }

private:
    std::optional<int> m_of; ///< generation of the lanes that will answer the request
    bool m_again = false;
};

} // namespace dueline
