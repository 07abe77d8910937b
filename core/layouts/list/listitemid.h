// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <map>

namespace dueline {

/// Id of a list item, which has none of its own: 16 hex digits of the SHA-256 of its bytes. If the list contains the
/// same bytes several times, `~2`, `~3` and so on are appended. Equal items are interchangeable, so their order does
/// not matter.
struct ListItemId
{
    QByteArray hash; ///< 16 hex digits
    qint64 number = 1; ///< number among equal items; the number 1 is omitted in the text

    static QByteArray hashOf(const QByteArray& item);
    /// Parses an id; nullopt if it has a different form.
    static std::optional<ListItemId> parse(const TaskId& id);
    TaskId text() const { return number == 1 ? hash : hash + '~' + QByteArray::number(number); }

    bool operator==(const ListItemId&) const = default;
};

/// Numbers equal items in the order in which they are read.
class ListItemNumbers
{
public:
    ListItemId next(const QByteArray& hash) { return {hash, ++m_met[hash]}; }

private:
    std::map<QByteArray, qint64> m_met;
};

} // namespace dueline
