// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/chaos/edits.h"

#include <algorithm>

namespace dueline::chaos {

void Edits::take(const Entry& entry)
{
    const auto field = [&entry](std::size_t i) { return i < entry.fields.size() ? entry.fields[i] : QByteArray(); };
    if (entry.event == Event::EditSent) {
        m_edits.push_back({entry.at, {}, {field(1).toInt(), field(2).toLongLong()}, field(3), {}});
        return;
    }
    for (auto edit = m_edits.rbegin(); edit != m_edits.rend(); ++edit) {
        if (edit->operation == field(1)) {
            edit->outcome = field(2);
            edit->answeredAt = entry.at;
            return;
        }
    }
}

int Edits::done() const
{
    return int(std::count_if(m_edits.begin(), m_edits.end(), [](const Edit& edit) { return edit.outcome == "done"; }));
}

std::vector<Edits::Held> Edits::possible(TimePoint from, TimePoint to, const QSet<QByteArray>& undone) const
{
    std::vector<Held> held{m_added};
    // Edits without a reply that the server may still apply: one may arrive late, when the task has the content that it
    // expects again.
    std::vector<Held> perhaps;
    for (const Edit& edit : m_edits) {
        if (edit.sentAt > to || (!edit.outcome.isEmpty() && edit.outcome != "done"))
            continue;
        const bool surely = edit.outcome == "done" && edit.answeredAt < from && !undone.contains(edit.operation);
        if (surely)
            held = perhaps;
        if (edit.outcome.isEmpty())
            perhaps.push_back(edit.left);
        held.push_back(edit.left);
    }
    return held;
}

} // namespace dueline::chaos
