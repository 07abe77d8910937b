// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace dueline {

/// Returns whether this process can open `count` more files now. Qt aborts the program if a thread's event loop cannot
/// open its wake-up descriptor, so check before starting a thread. Include a margin, because other threads may open
/// files at the same time.
bool canOpenFiles(int count);

/// Returns whether `bytes` of address space are available now. GLib aborts the program if an allocation fails.
bool canUseMemory(std::size_t bytes);

/// Makes all threads share one heap if the address space of this process is limited. By default, the C library reserves
/// 64 MiB per thread, so that even a small allocation may fail. Call this before starting threads.
void shareHeapBelowLimit();

/// Returns whether one more thread can be started now.
bool canStartThread();

} // namespace dueline
