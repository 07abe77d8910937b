// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/list/listitemid.h"

#include <QCryptographicHash>

#include <algorithm>

namespace dueline {

namespace {
constexpr qsizetype hashDigits = 16;
}

QByteArray ListItemId::hashOf(const QByteArray& item)
{
    return QCryptographicHash::hash(item, QCryptographicHash::Sha256).toHex().left(hashDigits);
}

std::optional<ListItemId> ListItemId::parse(const TaskId& id)
{
    ListItemId parsed{id.left(hashDigits), 1};
    const bool isHash = parsed.hash.size() == hashDigits
        && std::all_of(parsed.hash.begin(), parsed.hash.end(),
            [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
    if (isHash && id.size() > hashDigits) {
        bool isNumber = false;
        parsed.number = id.mid(hashDigits + 1).toLongLong(&isNumber);
        if (!isNumber)
            return std::nullopt;
    }
    return isHash && parsed.number >= 1 && parsed.text() == id ? std::optional(parsed) : std::nullopt;
}

} // namespace dueline
