// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/standardstreams.h"

#include <array>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <string>

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
        // open() returns the lowest free descriptor, which is the closed stream's. It isn't close-on-exec, because
        // child processes must inherit it.
        int opened = ::open("/dev/null", O_RDWR | O_NOCTTY); // NOLINT(android-cloexec-open)
        if (opened < 0)
            opened = ::open("/", O_PATH); // NOLINT(android-cloexec-open): a placeholder; reads and writes on it fail
        if (opened != stream)
            ::_exit(1);
    }
}

int standardStreamNamed(const char* path)
{
    std::string name = path;
    // Follow links one at a time, except for the last one in /proc/PID/fd, which leads to the open file itself.
    for (int links = 0; links < 16; ++links) {
        const std::size_t slash = name.rfind('/');
        const std::string folder = slash == std::string::npos ? "." : slash == 0 ? "/" : name.substr(0, slash);
        const std::string last = slash == std::string::npos ? name : name.substr(slash + 1);
        const std::unique_ptr<char, void (*)(void*)> real(::realpath(folder.c_str(), nullptr), std::free);
        if (!real)
            return -1;
        const std::string place = real.get();
        const std::string own = "/proc/" + std::to_string(::getpid()) + '/';
        const bool isOwn = place.starts_with(own) && place.ends_with("/fd"); // also true for /proc/PID/task/TID/fd
        if (isOwn && last.size() == 1 && last[0] >= '0' && last[0] <= '2')
            return last[0] - '0';
        std::array<char, PATH_MAX> to{};
        const ssize_t size = isOwn ? -1 : ::readlink((place + '/' + last).c_str(), to.data(), to.size());
        if (size <= 0 || std::size_t(size) >= to.size())
            return -1;
        const std::string target(to.data(), std::size_t(size));
        name = target.starts_with('/') ? target : place + '/' + target;
    }
    return -1;
}

bool standardStreamWasClosed(int descriptor)
{
    return descriptor >= STDIN_FILENO && descriptor <= STDERR_FILENO && closedAtStart[std::size_t(descriptor)];
}

} // namespace dueline
