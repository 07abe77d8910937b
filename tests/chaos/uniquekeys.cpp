// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/uniquekeys.h"

#include "core/base/text.h"

#include <algorithm>

namespace dueline::chaos {

void UniqueKeys::take(const Entry& entry)
{
    if (entry.fields.size() < 4)
        return;
    m_keys[entry.fields[1]].push_back(
        {entry.fields[0], fromMs(entry.fields[2].toLongLong()), entry.at, Millis(entry.fields[3].toLongLong())});
    ++m_taken;
}

QStringList UniqueKeys::broken() const
{
    QStringList told;
    for (const auto& [key, adds] : m_keys) {
        for (auto later = adds.begin(); later != adds.end(); ++later) {
            for (auto earlier = adds.begin(); earlier != later; ++earlier) {
                // When exactly a key was claimed between request and reply is unknown, so report only certain overlaps.
                const Millis apart = std::max(later->answered - earlier->sent, earlier->answered - later->sent);
                const bool laterHeld = apart < earlier->hold;
                if (laterHeld && later->id != earlier->id) {
                    told.append(
                        QStringLiteral("%1 was added with the key %2, which %3 had taken for %4 ms %5 ms before.")
                            .arg(printable(later->id), printable(key), printable(earlier->id))
                            .arg(earlier->hold.count())
                            .arg((later->answered - earlier->sent).count()));
                }
            }
        }
    }
    return told;
}

} // namespace dueline::chaos
