// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskbroker.h"

#include <algorithm>

namespace dueline {

bool TypeSelection::contains(QByteArrayView type) const
{
    const auto isIn = [type](const std::vector<QByteArray>& names) {
        return std::any_of(names.begin(), names.end(), [type](const QByteArray& name) { return type == name; });
    };
    const auto longest = [type](const std::vector<QByteArray>& names) {
        qsizetype length = -1;
        for (const QByteArray& prefix : names) {
            if (type.startsWith(prefix))
                length = std::max(length, prefix.size());
        }
        return length;
    };
    if (isIn(exact))
        return true;
    if (isIn(exceptExact))
        return false;
    return std::max<qsizetype>(longest(prefixes), all ? 0 : -1) > longest(exceptPrefixes)
        || (all && exceptPrefixes.empty());
}

} // namespace dueline
