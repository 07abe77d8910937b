// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Returns the path of a library for LD_PRELOAD that limits a program to DUELINE_TEST_THREADS additional threads.
QString fewThreadsLibrary();

} // namespace dueline
