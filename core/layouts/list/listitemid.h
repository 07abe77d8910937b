// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <map>

namespace dueline {

/// How an item of a list, which has no id, is named: by 16 hex digits of the SHA-256 of its bytes, and where the same
/// bytes stand in the list several times, `~2`, `~3` … behind it. Equal items are interchangeable, so it does not
/// matter which is which.
struct ListItemId
{
    QByteArray hash; ///< 16 hex digits
    qint64 number = 1; ///< 1: written without

    static QByteArray hashOf(const QByteArray& item);
    /// nullopt for what is no such id.
    static std::optional<ListItemId> parse(const TaskId& id);
    TaskId text() const { return number == 1 ? hash : hash + '~' + QByteArray::number(number); }

    bool operator==(const ListItemId&) const = default;
};

/// Numbers equal items in the order in which they are met.
class ListItemNumbers
{
public:
    ListItemId next(const QByteArray& hash) { return {hash, ++m_met[hash]}; }

private:
    std::map<QByteArray, qint64> m_met;
};

} // namespace dueline
