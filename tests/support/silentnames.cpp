// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/silentnames.h"

namespace dueline {

QString silentNamesLibrary() { return QStringLiteral(SILENTNAMES_LIBRARY); }

} // namespace dueline
