// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/connect/session.h"

namespace dueline {

/// Keeps a question to a session from being asked twice at once. Lanes that were opened anew owe no answer to what was
/// asked before.
class OwedAnswer
{
public:
    bool isOwedBy(const Session& session) const { return m_of == session.generation(); }
    /// It is asked now.
    void ask(const Session& session)
    {
        m_of = session.generation();
        m_again = false;
    }
    /// The answer came, or is not wanted any more.
    void end() { m_of.reset(); }
    /// Something changed while it was owed: the answer may be older than that.
    void wantAgain() { m_again = true; }
    bool isWantedAgain() const { return m_again; }

private:
    std::optional<int> m_of; ///< the session's generation that owes it
    bool m_again = false;
};

} // namespace dueline
