// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/catalogue/composite/compositeroutes.h"

#include "core/base/text.h"

#include <algorithm>
#include <numeric>

namespace dueline {

CompositeRoutes::CompositeRoutes(LayoutNames names, std::deque<Child> children, Open open)
    : m_names(std::move(names))
    , m_children(std::move(children))
    , m_open(std::move(open))
    , m_named(m_children.size())
{ }

void CompositeRoutes::open(const std::vector<LayoutSpec>& layouts) const
{
    for (const LayoutSpec& layout : layouts) {
        if (m_names.add(layout) == m_children.size())
            m_children.push_back(m_open(layout));
    }
}

std::vector<std::size_t> CompositeRoutes::shown() const
{
    std::vector<std::size_t> order(m_children.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin() + std::ptrdiff_t(m_named), order.end(),
        [this](std::size_t a, std::size_t b) { return m_names.id(a) < m_names.id(b); });
    return order;
}

Result<CompositeRoutes::Route> CompositeRoutes::to(const QueueName& queue) const
{
    if (const auto further = m_names.further(queue))
        open({*further});
    auto place = m_names.meet(queue);
    if (!place) {
        return Error{ErrorCode::NotFound,
            QStringLiteral("There is no queue %1 without a layout in this connection; write it as %1@%2.")
                .arg(printable(queue, 60), printable(m_names.id(0), 100))};
    }
    const Child& child = m_children[place->layout];
    if (!child.backend)
        return *child.failure;
    return Route{place->layout, child.backend.get(), std::move(place->queue)};
}

OperationId CompositeRoutes::inner(const Route& route, const OperationId& id) const
{
    const qsizetype slash = id.lastIndexOf('/');
    if (slash < 0)
        return id;
    const auto place = m_names.place(id.left(slash));
    return place && place->layout == route.layout ? place->queue + id.mid(slash) : id;
}

OperationId CompositeRoutes::outer(const Route& route, const OperationId& id) const
{
    const qsizetype slash = id.lastIndexOf('/');
    return slash < 0 ? id : nameOf(route.layout, id.left(slash)) + id.mid(slash);
}

OperationRecord CompositeRoutes::outer(const Route& route, OperationRecord record) const
{
    record.id = outer(route, record.id);
    record.queue = nameOf(route.layout, record.queue);
    record.undoes = outer(route, record.undoes);
    record.undoneBy = outer(route, record.undoneBy);
    return record;
}

Error CompositeRoutes::outer(const Route& route, Error error) const
{
    if (!route.queue.isEmpty())
        error.message.replace(
            u'"' + printable(route.queue) + u'"', u'"' + printable(nameOf(route.layout, route.queue)) + u'"');
    return error;
}

Error CompositeRoutes::lacks(const Route& route, const QString& what) const
{
    const QString refusal = route.backend->refusal();
    if (!refusal.isEmpty())
        return {ErrorCode::ReadOnlyServer, refusal};
    return {ErrorCode::NotSupported,
        QStringLiteral("The %1 layout has no %2.").arg(printable(m_names.id(route.layout), 100), what)};
}

} // namespace dueline
