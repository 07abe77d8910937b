// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// For LD_PRELOAD of one program: whatever name it looks up, nobody answers.
QString silentNamesLibrary();

} // namespace dueline
