// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/queue/task.h"

#include <map>

namespace dueline {

/// Id derived from a list item's content, because list items have no ids: 16 hex digits of the SHA-256 of its bytes. If
/// the list contains identical items, `~2`, `~3` and so on are appended. Identical items are interchangeable, so their
/// order doesn't matter.
struct ListItemId
{
    QByteArray hash; ///< 16 hex digits
    qint64 number = 1; ///< position among identical items, starting at 1; 1 is omitted from the id

    static QByteArray hashOf(const QByteArray& item);
    /// Parses an id; nullopt if it has a different form.
    static std::optional<ListItemId> parse(const TaskId& id);
    TaskId text() const { return number == 1 ? hash : hash + '~' + QByteArray::number(number); }

    bool operator==(const ListItemId&) const = default;
};

/// Numbers identical items in the order they are read.
class ListItemNumbers
{
public:
    ListItemId next(const QByteArray& hash) { return {hash, ++m_met[hash]}; }

private:
    std::map<QByteArray, qint64> m_met;
};

} // namespace dueline
