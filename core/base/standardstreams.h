// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

/// Opens /dev/null on any closed descriptor from 0 to 2, and remembers which ones were closed. Some supervisors start
/// programs with closed streams (`<&- >&-`). The first connection would then get standard output's descriptor, and
/// printed text would be sent to Redis. Call this as the first statement of main(), before any file is opened. If
/// /dev/null is missing, reads and writes on these descriptors fail; if nothing can be opened, the program exits with
/// code 1.
void fillStandardStreams();

/// Returns whether this descriptor (0 to 2) was closed when fillStandardStreams() was called.
bool standardStreamWasClosed(int descriptor);

/// Returns the descriptor from 0 to 2 that a path such as `/dev/stdin`, `/dev/fd/0`, `/proc/self/fd/0`, or a link to
/// one of them, refers to; -1 for any other path. Used to detect a closed stream, which looks like an empty file when
/// opened by path.
int standardStreamNamed(const char* path);

} // namespace dueline
