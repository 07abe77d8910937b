// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the path of a library for LD_PRELOAD that limits the number of threads that a program can start to
/// DUELINE_TEST_THREADS.
QString fewThreadsLibrary();

} // namespace dueline
