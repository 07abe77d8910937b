// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutnames.h"

#include <algorithm>

namespace dueline {

LayoutNames::LayoutNames(const std::vector<LayoutSpec>& layouts)
{
    for (const LayoutSpec& layout : layouts) {
        if (layout == LayoutSpec())
            m_native = m_ids.size();
        m_ids.push_back(idOf(layout));
    }
}

QByteArray LayoutNames::idOf(const LayoutSpec& layout) { return layout.text().toUtf8().replace('@', "%40"); }

std::optional<LayoutNames::Place> LayoutNames::spelled(QByteArrayView name) const
{
    const qsizetype at = name.lastIndexOf('@');
    if (at < 0)
        return std::nullopt;
    const auto found = std::find(m_ids.begin(), m_ids.end(), name.sliced(at + 1));
    if (found == m_ids.end())
        return std::nullopt;
    return Place{std::size_t(found - m_ids.begin()), name.first(at).toByteArray()};
}

std::optional<LayoutNames::Place> LayoutNames::place(QByteArrayView name) const
{
    if (auto place = spelled(name))
        return place;
    return m_native ? std::optional(Place{*m_native, name.toByteArray()}) : std::nullopt;
}

QueueName LayoutNames::name(const Place& place) const
{
    const bool bare = place.layout == m_native && !place.queue.isEmpty() && !spelled(place.queue);
    return bare ? place.queue : spelledName(place);
}

} // namespace dueline
