// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"

#include <array>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace dueline {

namespace {

std::array<bool, 3> closedAtStart{};

} // namespace

void fillStandardStreams()
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF)
            continue;
        closedAtStart[std::size_t(stream)] = true;
        // The lowest free number is this one, since those below are open by now. Not close-on-exec: children get it,
        // too.
        int opened = ::open("/dev/null", O_RDWR | O_NOCTTY); // NOLINT(android-cloexec-open)
        if (opened < 0)
            opened = ::open("/", O_PATH); // NOLINT(android-cloexec-open): it fills the place; reading and writing fail
        if (opened != stream)
            ::_exit(1);
    }
}

bool standardStreamWasClosed(int descriptor)
{
    return descriptor >= STDIN_FILENO && descriptor <= STDERR_FILENO && closedAtStart[std::size_t(descriptor)];
}

} // namespace dueline
