// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace dueline {

/// For a step of the preparations: where it failed, the program ends and says why.
inline void must(const Result<>& result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().message));
}

/// The same, and gives what the step gave.
template <typename T> T must(Result<T> result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().message));
    return std::move(result).value();
}

} // namespace dueline
