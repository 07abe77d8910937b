// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace dueline {

/// Opens /dev/null on each of the descriptors 0 to 2 that is closed, and remembers which. Without it the first
/// connection of a program that was started so (`<&- >&-`, as some supervisors do) would get the number of standard
/// output, and what is printed would be sent to Redis. To be the first statement of main(), before anything is opened.
/// Where there is no /dev/null, nothing can be read or written there; where nothing can be opened at all, the program
/// ends with exit code 1.
void fillStandardStreams();

/// Whether fillStandardStreams() found that descriptor (0 to 2) closed.
bool standardStreamWasClosed(int descriptor);

/// Which of the descriptors 0 to 2 a path names, as `/dev/stdin`, `/dev/fd/0`, `/proc/self/fd/0` or a link to one of
/// them; -1: none. Opened by such a name, a stream that was closed looks like an empty file.
int standardStreamNamed(const char* path);

} // namespace dueline
