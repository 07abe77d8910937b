// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"

#include <QStringList>

#include <map>

namespace dueline::chaos {

/// Checks adds with a unique key in one queue for claims of a key that was already held.
class UniqueKeys
{
public:
    /// Records an entry of the kind KeyTaken.
    void take(const Entry& entry);
    qint64 taken() const { return m_taken; }
    /// Returns a sentence for each add that claimed a key although the key was certainly held. The sentence begins
    /// with the task's id.
    QStringList broken() const;

private:
    struct Taken
    {
        QByteArray id;
        TimePoint sent; ///< earliest time of the claim
        TimePoint answered; ///< latest time of the claim
        Millis hold;
    };
    std::map<QByteArray, std::vector<Taken>> m_keys;
    qint64 m_taken = 0;
};

} // namespace dueline::chaos
