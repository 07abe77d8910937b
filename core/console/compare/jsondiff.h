// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"

namespace dueline {

/// Compares two JSON values by path and adds the differences to `diff`. Returns false if one of them is not JSON or
/// exceeds the limits of JsonTree; in the latter case, sets `tooLarge`. If an array grew or shrank in the middle, the
/// equal items at both ends are matched.
bool compareJson(ContentDiff& diff, const QByteArray& a, const QByteArray& b, bool& tooLarge);

} // namespace dueline
