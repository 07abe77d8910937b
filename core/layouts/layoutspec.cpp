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

std::vector<LayoutSpec> LayoutSpec::written() const
{
    if (!finds())
        return parts();
    std::vector<LayoutSpec> written{LayoutSpec(*m_type)};
    for (LayoutSpec& part : parts()) {
        if (!(part == LayoutSpec()))
            written.push_back(std::move(part));
    }
    return written;
}

LayoutSpec LayoutSpec::of(const QueueName& queue) const
{
    if (!isSeveral())
        return *this;
    const LayoutNames names(*this);
    if (auto further = names.further(queue))
        return *std::move(further);
    const auto place = names.place(queue);
    return place ? parts()[place->layout] : *this;
}

Result<> LayoutSpec::checkQueue(const QueueName& queue) const
{
    // A framework calls its queues as it likes: {default} is how queues of Laravel share a slot of a cluster.
    if (!isSeveral() && m_type->isSought() && !queue.isEmpty())
        return {};
    if (!isSeveral())
        return facts().queue == queue ? Result<>() : checkQueueName(queue);
    const auto further = LayoutNames(*this).further(queue);
    LayoutNames names(*this);
    const auto place = names.meet(queue);
    return place ? (further ? *further : parts()[place->layout]).checkQueue(place->queue) : checkQueueName(queue);
}

} // namespace dueline
