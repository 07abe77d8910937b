// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

/// Opens /dev/null on each of the descriptors 0 to 2 that is closed, and remembers which were. Some supervisors start
/// programs with closed streams (`<&- >&-`). The first connection would then get the descriptor of standard output, and
/// printed text would be sent to Redis. Call this as the first statement of main(), before any file is opened. If
/// /dev/null is missing, reads and writes on these descriptors fail; if nothing can be opened, the program exits with
/// code 1.
void fillStandardStreams();

/// Returns whether this descriptor (0 to 2) was closed when fillStandardStreams() was called.
bool standardStreamWasClosed(int descriptor);

/// Returns the descriptor from 0 to 2 to which a path such as `/dev/stdin`, `/dev/fd/0`, `/proc/self/fd/0`, or a link
/// to one of them, refers; -1 for any other path. Used to detect a closed stream, which looks like an empty file if it
/// is opened by its path.
int standardStreamNamed(const char* path);

} // namespace dueline
