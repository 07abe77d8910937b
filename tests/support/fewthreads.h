// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// For LD_PRELOAD of one program: it can start as many threads as DUELINE_TEST_THREADS says, and no more.
QString fewThreadsLibrary();

} // namespace dueline
