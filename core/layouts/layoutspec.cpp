// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutspec.h"

#include "core/layouts/layoutnames.h"
#include "core/layouts/native/nativelayout.h"

namespace dueline {

LayoutSpec::LayoutSpec()
    : LayoutSpec(nativeLayout())
{ }

LayoutSpec::LayoutSpec(const LayoutType& type, LayoutParametersPtr parameters)
    : m_type(&type)
    , m_parameters(std::move(parameters))
{ }

std::vector<LayoutSpec> LayoutSpec::parts() const
{
    auto parts = m_type->parts(m_parameters.get());
    if (parts.empty())
        parts.push_back(*this);
    return parts;
}

LayoutSpec LayoutSpec::of(const QueueName& queue) const
{
    const auto parts = m_type->parts(m_parameters.get());
    const auto place = LayoutNames(parts).place(queue);
    return place ? parts[place->layout] : *this;
}

Result<> LayoutSpec::checkQueue(const QueueName& queue) const
{
    if (const auto parts = m_type->parts(m_parameters.get()); !parts.empty()) {
        const auto place = LayoutNames(parts).place(queue);
        return place ? parts[place->layout].checkQueue(place->queue) : checkQueueName(queue);
    }
    return facts().queue == queue ? Result<>() : checkQueueName(queue);
}

} // namespace dueline
