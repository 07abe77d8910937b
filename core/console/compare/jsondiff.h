// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"

namespace dueline {

/// Compares two JSON values by path, into `diff`. Returns false if one of them is not JSON, or, with `tooLarge`,
/// exceeds JsonTree's limits. If an array grew or shrank in the middle, the equal items at both ends are matched.
bool compareJson(ContentDiff& diff, const QByteArray& a, const QByteArray& b, bool& tooLarge);

} // namespace dueline
