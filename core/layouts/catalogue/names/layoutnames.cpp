// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/names/layoutnames.h"

#include "core/layouts/catalogue/names/knownlayouts.h"

#include <algorithm>

namespace dueline {

LayoutNames::LayoutNames(const std::vector<LayoutSpec>& layouts, bool finds)
    : m_finds(finds)
{
    for (const LayoutSpec& layout : layouts)
        add(layout);
}

LayoutNames::LayoutNames(const LayoutSpec& layout)
    : LayoutNames(layout.parts(), layout.type().finds())
{ }

QByteArray LayoutNames::idOf(const LayoutSpec& layout) { return layout.text().toUtf8().replace('@', "%40"); }

std::size_t LayoutNames::add(const LayoutSpec& layout)
{
    const QByteArray id = idOf(layout);
    const auto known = std::find(m_ids.begin(), m_ids.end(), id);
    if (known != m_ids.end())
        return std::size_t(known - m_ids.begin());
    if (layout == defaultLayout())
        m_native = m_ids.size();
    m_ids.push_back(id);
    m_shares.push_back(layout.facts().shares);
    return m_ids.size() - 1;
}

std::optional<LayoutSpec> LayoutNames::further(QByteArrayView name) const
{
    const qsizetype at = name.lastIndexOf('@');
    if (!m_finds || at < 0 || spelled(name))
        return std::nullopt;
    const auto layout = parseLayoutAmong(knownLayouts(), QString::fromUtf8(name.sliced(at + 1)));
    // A custom design's text includes the name of its only queue, as in jobs@zset:jobs.
    const bool isOne = layout && (layout->type().isSought() || layout->facts().queue == name.first(at).toByteArray());
    return isOne ? std::optional(*layout) : std::nullopt;
}

std::optional<LayoutNames::LayoutQueue> LayoutNames::spelled(QByteArrayView name) const
{
    const qsizetype at = name.lastIndexOf('@');
    if (at < 0)
        return std::nullopt;
    auto found = std::find(m_ids.cbegin(), m_ids.cend(), name.sliced(at + 1));
    if (found == m_ids.end()) { // the same layout can be written in several ways, such as bullmq and bullmq:bull
        if (const auto layout = parseLayoutAmong(knownLayouts(), QString::fromUtf8(name.sliced(at + 1))))
            found = std::find(m_ids.cbegin(), m_ids.cend(), idOf(*layout));
    }
    // If no open layout matches, the name refers to the layout without parameters. Open it for this queue.
    if (found == m_ids.end() && !m_finds)
        found = withParameters(name.sliced(at + 1).toByteArray());
    if (found == m_ids.end())
        return std::nullopt;
    return placeIn(std::size_t(found - m_ids.begin()), name);
}

std::vector<QByteArray>::const_iterator LayoutNames::withParameters(const QByteArray& id) const
{
    const auto layout = parseLayoutAmong(knownLayouts(), QString::fromUtf8(id));
    const QByteArray start = (layout ? idOf(*layout) : id) + '?';
    const auto isMeant = [&start](const QByteArray& known) { return known.startsWith(start); };
    const auto found = std::find_if(m_ids.begin(), m_ids.end(), isMeant);
    const bool isOne = found != m_ids.end() && std::none_of(found + 1, m_ids.end(), isMeant);
    return isOne ? found : m_ids.end();
}

LayoutNames::LayoutQueue LayoutNames::placeIn(std::size_t layout, QByteArrayView name) const
{
    const qsizetype at = name.lastIndexOf('@');
    return {layout, at == 0 && m_shares[layout] ? '@' + m_ids[layout] : name.first(at).toByteArray()};
}

std::optional<LayoutNames::LayoutQueue> LayoutNames::meet(QueueName name)
{
    if (const auto layout = further(name))
        return placeIn(add(*layout), name);
    return place(name);
}

std::optional<LayoutNames::LayoutQueue> LayoutNames::place(QByteArrayView name) const
{
    if (auto place = spelled(name))
        return place;
    return m_native && !further(name) ? std::optional(LayoutQueue{*m_native, name.toByteArray()}) : std::nullopt;
}

QueueName LayoutNames::name(const LayoutQueue& place) const
{
    const bool bare
        = place.layout == m_native && !place.queue.isEmpty() && !spelled(place.queue) && !further(place.queue);
    return bare ? place.queue : spelledName(place);
}

QueueName LayoutNames::spelledName(const LayoutQueue& place) const
{
    const QueueName shared = '@' + m_ids[place.layout];
    return m_shares[place.layout] && place.queue == shared ? shared : place.queue + shared;
}

LayoutSpec layoutOf(const LayoutSpec& connection, const QueueName& queue)
{
    if (!connection.isSeveral())
        return connection;
    const LayoutNames names(connection);
    if (auto further = names.further(queue))
        return *std::move(further);
    const auto place = names.place(queue);
    return place ? connection.parts()[place->layout] : connection;
}

std::vector<LayoutSpec> namedLayouts(const LayoutSpec& connection)
{
    std::vector<LayoutSpec> layouts = connection.parts();
    if (connection.finds()) {
        std::erase(layouts, defaultLayout());
        layouts.insert(layouts.begin(), LayoutSpec(connection.type()));
    }
    return layouts;
}

Result<> checkQueue(const LayoutSpec& connection, const QueueName& queue)
{
    // A framework may use any name. Laravel, for example, uses {default} to keep a queue in one cluster slot.
    if (!connection.isSeveral() && connection.type().namesAnyQueue() && !queue.isEmpty())
        return {};
    if (!connection.isSeveral())
        return connection.facts().queue == queue ? Result<>() : checkQueueName(queue);
    const auto further = LayoutNames(connection).further(queue);
    LayoutNames names(connection);
    const auto place = names.meet(queue);
    return place ? checkQueue(further ? *further : connection.parts()[place->layout], place->queue)
                 : checkQueueName(queue);
}

} // namespace dueline
