// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"

namespace dueline {

/// Compares two JSON values by path and adds the differences to `diff`. Returns false if either value isn't JSON. Also
/// returns false, and sets `tooLarge`, if a value exceeds JsonTree's limits. Equal items at both ends of an array are
/// matched, so that an item added or removed in the middle is a single difference.
bool compareJson(ContentDiff& diff, const QByteArray& a, const QByteArray& b, bool& tooLarge);

} // namespace dueline
