// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/queue/taskbroker.h"

#include <algorithm>

namespace dueline {

bool TypeSelection::contains(QByteArrayView type) const
{
    return all || std::any_of(exact.begin(), exact.end(), [&](const QByteArray& name) { return type == name; })
        || std::any_of(
            prefixes.begin(), prefixes.end(), [&](const QByteArray& prefix) { return type.startsWith(prefix); });
}

} // namespace dueline
