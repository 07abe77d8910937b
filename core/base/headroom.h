// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace dueline {

/// Whether this process may open so many more files now. Qt ends the program where a thread's event loop cannot open
/// what it is woken by, so whoever starts one asks before. Others may open files meanwhile: ask for some more.
bool canOpenFiles(int count);

/// Whether so many bytes of address space can be had now. GLib ends the program where it has none.
bool canUseMemory(std::size_t bytes);

/// Call before threads are started: where this process has a limit of address space, they share one heap from now on.
/// The C library else reserves 64 MiB for each, which leaves nothing to who needs a little at the wrong moment.
void shareHeapBelowLimit();

/// Whether one more thread can be started now.
bool canStartThread();

} // namespace dueline
