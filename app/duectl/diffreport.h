// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/taskdiff.h"

namespace dueline::duectl {

class Context;

/// One side of a comparison: a task, or one of its attempts.
struct ComparedSide
{
    TaskId id;
    std::optional<int> attempt;
};

/// Writes the differences as JSON or as text.
void report(Context& context, const QueueName& queue, const ComparedSide& a, const ComparedSide& b,
    const Comparison& comparison, TimePoint now);

} // namespace dueline::duectl
