// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"

#include <QStringList>

#include <map>

namespace dueline::chaos {

/// Checks one queue for adds that claimed a unique key that another task held.
class UniqueKeys
{
public:
    /// Records an entry of the kind KeyTaken.
    void take(const Entry& entry);
    qint64 taken() const { return m_taken; }
    /// Returns a sentence for each add that claimed a key that another task certainly held. The sentence starts with
    /// the task's id.
    QStringList broken() const;

private:
    struct Taken
    {
        QByteArray id;
        TimePoint sent; ///< earliest possible time of the claim
        TimePoint answered; ///< latest possible time of the claim
        Millis hold;
    };
    std::map<QByteArray, std::vector<Taken>> m_keys;
    qint64 m_taken = 0;
};

} // namespace dueline::chaos
