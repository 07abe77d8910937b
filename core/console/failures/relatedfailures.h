// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/failuregroups.h"

namespace dueline {

/// Failure group that may have the same cause as another one.
struct RelatedFailures
{
    const FailureGroup* group = nullptr;
    /// True if both messages are equal apart from a prefix, such as an exception class name; false if the errors only
    /// contain the same address.
    bool hasSameMessage = false;
};

/// Returns up to `most` groups that may have the same cause as `group`: first those with an equal message, such as
/// `IOError: 550 no such user` and `exit 1: 550 no such user`, then groups that began within five minutes of `group`
/// and whose last error contains the same address. The pointers are valid until `all` changes.
std::vector<RelatedFailures> relatedTo(const FailureGroup& group, const FailureGroups& all, std::size_t most = 5);

} // namespace dueline
