// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"

namespace dueline {

/// Failure group that may have the same cause as a given one.
struct RelatedFailures
{
    const FailureGroup* group = nullptr;
    /// True if the messages are equal except for a prefix added by a framework or an exception class; false if the
    /// errors share only an address.
    bool hasSameMessage = false;
};

/// Returns up to `most` groups that may have the same cause as `group`. Groups with an equal
/// message come first (`IOError: 550 no such user` and `exit 1: 550 no such user`). They are
/// followed by groups that began at most five minutes earlier or later and whose last errors
/// contain the same address. The pointers are valid as long as `all` is unchanged.
std::vector<RelatedFailures> relatedTo(const FailureGroup& group, const FailureGroups& all, std::size_t most = 5);

} // namespace dueline
