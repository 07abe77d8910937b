// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layouts/layoutspec.h"

#include "core/layouts/native/nativelayout.h"

namespace dueline {

LayoutSpec::LayoutSpec()
    : LayoutSpec(nativeLayout())
{ }

LayoutSpec::LayoutSpec(const LayoutType& type, LayoutParametersPtr parameters)
    : m_type(&type)
    , m_parameters(std::move(parameters))
{ }

Result<> LayoutSpec::checkQueue(const QueueName& queue) const
{
    return facts().queue == queue ? Result<>() : checkQueueName(queue);
}

} // namespace dueline
