// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fewthreads.h"

namespace dueline {

QString fewThreadsLibrary() { return QStringLiteral(FEWTHREADS_LIBRARY); }

} // namespace dueline
