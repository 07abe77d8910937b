// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/chaos/journal.h"

#include <QStringList>

#include <map>

namespace dueline::chaos {

/// The adds of a queue that took a unique key, and whether two took the same one while it was held.
class UniqueKeys
{
public:
    /// An entry of the kind KeyTaken.
    void take(const Entry& entry);
    qint64 taken() const { return m_taken; }
    /// A sentence for each add that took a key that was surely held, beginning with the task's id.
    QStringList broken() const;

private:
    struct Taken
    {
        QByteArray id;
        TimePoint sent; ///< it was taken then or later,
        TimePoint answered; ///< and then or earlier
        Millis hold;
    };
    std::map<QByteArray, std::vector<Taken>> m_keys;
    qint64 m_taken = 0;
};

} // namespace dueline::chaos
