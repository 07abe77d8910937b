// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/failures/incident.h"

namespace dueline {

/// Failure group that possibly has the same cause as another one.
struct RelatedFailures
{
    const Incident* incident = nullptr;
    /// True if the messages are equal after the words that a framework or an exception class puts before them; false if
    /// only an address is shared.
    bool hasSameMessage = false;
};

/// Returns the groups that possibly have the same cause as `incident`, at most `most`: groups with an equal message
/// (`IOError: 550 no such user` and `exit 1: 550 no such user`), then groups whose last errors contain the same address
/// and that began within five minutes. The pointers are valid as long as `all` is unchanged.
std::vector<RelatedFailures> relatedTo(const Incident& incident, const Incidents& all, std::size_t most = 5);

} // namespace dueline
