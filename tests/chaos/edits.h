// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"

#include <QSet>

namespace dueline::chaos {

/// What the operator's edits may have made of one task. An edit applies only to what was read, so what is certain after
/// one whose answer came is what it put in, and nothing older; one without answer, or one that somebody tried to undo,
/// may have been or may not.
class Edits
{
public:
    /// What a task holds.
    struct Held
    {
        int version = 0; ///< of the payload: 0 as added, else that of the edit that put it in
        qint64 expiresMs = 0; ///< 0: never

        bool operator==(const Held&) const = default;
    };

    void add(qint64 expiresMs) { m_added.expiresMs = expiresMs; }
    void take(const Entry& entry); ///< EditSent or EditAnswered

    bool isEmpty() const { return m_edits.empty(); }
    int count() const { return int(m_edits.size()); }
    int done() const;
    /// All it may have held at some moment from `from` to `to`. `undone`: operations that somebody tried to undo.
    std::vector<Held> possible(TimePoint from, TimePoint to, const QSet<QByteArray>& undone) const;

private:
    struct Edit
    {
        TimePoint sentAt;
        TimePoint answeredAt;
        Held left;
        QByteArray operation;
        QByteArray outcome; ///< empty: no answer is known
    };

    Held m_added;
    std::vector<Edit> m_edits; ///< in the order they were made: there is one operator
};

} // namespace dueline::chaos
