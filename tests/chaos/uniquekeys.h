// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"

#include <QStringList>

#include <map>

namespace dueline::chaos {

/// Checks a queue for adds that claimed a unique key held by another task.
class UniqueKeys
{
public:
    /// Records an entry of the kind KeyTaken.
    void take(const Entry& entry);
    qint64 taken() const { return m_taken; }
    /// Returns a sentence, starting with the task's id, for each add that claimed a key certainly held by another task.
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
