// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace dueline {

/// Whether this process may open so many more files now. Qt ends the program where a thread's event loop cannot open
/// what it is woken by, so whoever starts one asks before. Others may open files meanwhile: ask for some more.
bool canOpenFiles(int count);

/// Whether so many bytes of address space can be had now. GLib ends the program where it has none.
bool canUseMemory(std::size_t bytes);

/// Whether one more thread can be started now.
bool canStartThread();

} // namespace dueline
