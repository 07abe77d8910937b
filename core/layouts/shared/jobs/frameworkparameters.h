// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layouts/port/layouttype.h"

namespace dueline {

/// The parameters of a layout that are one value: what its parse() has read.
template <class Spec> struct FrameworkParameters : LayoutParameters
{
    explicit FrameworkParameters(Spec given)
        : spec(std::move(given))
    { }

    /// What `parsed` read, or its error.
    static Result<LayoutParametersPtr> from(Result<Spec> parsed)
    {
        if (!parsed)
            return parsed.error();
        return LayoutParametersPtr(std::make_shared<const FrameworkParameters>(*std::move(parsed)));
    }
    /// Of parameters that the layout made itself.
    static const Spec& of(const LayoutParameters* parameters)
    {
        return static_cast<const FrameworkParameters*>(parameters)->spec;
    }

    Spec spec;
};

} // namespace dueline
