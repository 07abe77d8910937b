// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the path of a library for LD_PRELOAD that leaves all of a program's name lookups unanswered.
QString silentNamesLibrary();

} // namespace dueline
