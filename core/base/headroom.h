// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace dueline {

/// Returns whether this process can open `count` more files now. Check this before starting a thread, because Qt aborts
/// the program if a thread's event loop can't open its wake-up descriptor. Add a margin to `count`: other threads may
/// open files at the same time.
bool canOpenFiles(int count);

/// Returns whether `bytes` of address space are available now. Check this before calling GLib, which aborts the program
/// if an allocation fails.
bool canUseMemory(std::size_t bytes);

/// Makes all threads share one heap if this process's address space is limited. By default, the C library reserves 64
/// MiB of address space per thread, and even a small allocation could fail. Call this before starting threads.
void shareHeapBelowLimit();

/// Returns whether another thread can be started now.
bool canStartThread();

} // namespace dueline
