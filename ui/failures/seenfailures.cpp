// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/failures/seenfailures.h"

#include "core/queue/errors/errortemplate.h"

#include <algorithm>

namespace dueline {

namespace {

constexpr std::size_t mostGone = 20;

} // namespace

void SeenFailures::addGone(std::vector<FailureRow>& rows)
{
    std::vector<FailureRow> gone;
    for (auto seen = m_rows.begin(); seen != m_rows.end();) {
        const FailureRow& was = seen->second;
        const bool isThere = std::any_of(rows.begin(), rows.end(), [&was](const FailureRow& row) {
            return row.queue == was.queue && row.server == was.server && row.group.type == was.group.type
                && (row.group.error == was.group.error || ErrorTemplate(row.group.error).covers(was.group.error));
        });
        if (isThere) {
            seen = m_rows.erase(seen); // the row with the current values is stored below
            continue;
        }
        gone.push_back(was);
        gone.back().phase = FailureRow::Phase::Gone;
        gone.back().group.count = 0;
        ++seen;
    }
    for (const FailureRow& row : rows)
        m_rows.insert_or_assign(row.key(), row);
    std::sort(
        gone.begin(), gone.end(), [](const FailureRow& a, const FailureRow& b) { return a.group.last > b.group.last; });
    if (gone.size() > mostGone)
        gone.resize(mostGone);
    rows.insert(rows.end(), gone.begin(), gone.end());
}

} // namespace dueline
