// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

namespace dueline {

/// Exits with the error message if a preparation step failed.
inline void must(const Result<>& result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().message));
}

/// Returns the result of a preparation step, or exits with its error message.
template <typename T> T must(Result<T> result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().message));
    return std::move(result).value();
}

} // namespace dueline
