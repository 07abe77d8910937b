// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"

#include <QSet>

namespace dueline::chaos {

/// Possible results of the operator's edits to one task. An edit applies only to the content that the operator has
/// read. After an answered edit, only that edit's content is possible. An edit without a reply, or with an attempted
/// undo, may or may not be in effect.
class Edits
{
public:
    /// A task's content.
    struct Held
    {
        int version = 0; ///< version of the payload: 0 as added, otherwise the edit's number
        qint64 expiresMs = 0; ///< expiry time; 0: never

        bool operator==(const Held&) const = default;
    };

    void add(qint64 expiresMs) { m_added.expiresMs = expiresMs; }
    void take(const Entry& entry); ///< Adds an entry of kind EditSent or EditAnswered.

    bool isEmpty() const { return m_edits.empty(); }
    int count() const { return int(m_edits.size()); }
    int done() const;
    /// Returns every content that the task may have had at any time between `from` and `to`. `undone`: operations whose
    /// undo was attempted.
    std::vector<Held> possible(TimePoint from, TimePoint to, const QSet<QByteArray>& undone) const;

private:
    struct Edit
    {
        TimePoint sentAt;
        TimePoint answeredAt;
        Held left;
        QByteArray operation;
        QByteArray outcome; ///< the reply; empty if unknown
    };

    Held m_added;
    std::vector<Edit> m_edits; ///< edits, in the order that the only operator sent them
};

} // namespace dueline::chaos
