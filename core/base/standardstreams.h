// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

/// Opens /dev/null on each closed descriptor from 0 to 2, and records which were closed. Some supervisors start
/// programs with closed streams (`<&- >&-`). The first connection would then get the descriptor of standard output, and
/// printed text would be sent to Redis. Must be the first statement of main(), before any file is opened. Without
/// /dev/null, reads and writes on these descriptors fail; if nothing can be opened, the program ends with exit code 1.
void fillStandardStreams();

/// Returns whether fillStandardStreams() found that descriptor (0 to 2) closed.
bool standardStreamWasClosed(int descriptor);

/// Returns the descriptor from 0 to 2 that a path names, as `/dev/stdin`, `/dev/fd/0`, `/proc/self/fd/0` or a link to
/// one of them; -1 if none. If opened by such a name, a closed stream looks like an empty file.
int standardStreamNamed(const char* path);

} // namespace dueline
