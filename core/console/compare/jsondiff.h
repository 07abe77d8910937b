// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/console/compare/contentdiff.h"

namespace dueline {

/// Compares two JSON values by path, into `diff`; false: one of them is no JSON, or, with `tooLarge`, more than
/// JsonTree takes. Of an array that grew or shrank in the middle the items that are the same at both ends stay what
/// they are.
bool compareJson(ContentDiff& diff, const QByteArray& a, const QByteArray& b, bool& tooLarge);

} // namespace dueline
