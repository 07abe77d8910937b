// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// Layout parameters that consist of a single parsed value.
template <class Spec> struct FrameworkParameters : LayoutParameters
{
    explicit FrameworkParameters(Spec given)
        : spec(std::move(given))
    { }

    /// Wraps a parsed value in layout parameters, or returns the parser's error.
    static Result<LayoutParametersPtr> from(Result<Spec> parsed)
    {
        if (!parsed)
            return parsed.error();
        return LayoutParametersPtr(std::make_shared<const FrameworkParameters>(*std::move(parsed)));
    }
    /// Returns the value in `parameters`, which must come from the same layout.
    static const Spec& of(const LayoutParameters* parameters)
    {
        return static_cast<const FrameworkParameters*>(parameters)->spec;
    }

    Spec spec;
};

} // namespace dueline
