// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/witness/changes.h"

#include <functional>

namespace dueline {

/// Returns remarks about a queue, such as `paused` or `no longer exists`. They are translated in the context
/// `LayoutWords`.
std::vector<const char*> notesOn(const QueueChange& change);

/// Returns a report as plain English text. `instant`: formats a time.
QString changesText(const Changes& changes, const std::function<QString(TimePoint)>& instant);

} // namespace dueline
