// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the path of a library for LD_PRELOAD that leaves all name lookups of a program unanswered.
QString silentNamesLibrary();

} // namespace dueline
