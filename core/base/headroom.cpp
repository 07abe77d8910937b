// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/headroom.h"

#include <array>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace dueline {

bool canOpenFiles(int count)
{
    std::array<int, 64> opened{};
    const int most = count < int(opened.size()) ? count : int(opened.size());
    int have = 0;
    while (have < most) {
        const int descriptor
            = have == 0 ? ::open("/", O_PATH | O_CLOEXEC) : ::fcntl(opened.front(), F_DUPFD_CLOEXEC, 0);
        if (descriptor < 0)
            break;
        opened[std::size_t(have++)] = descriptor;
    }
    for (int i = 0; i < have; ++i)
        ::close(opened[std::size_t(i)]);
    return have == most;
}

bool canUseMemory(std::size_t bytes)
{
    void* mapped = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return false;
    ::munmap(mapped, bytes);
    return true;
}

void shareHeapBelowLimit()
{
#ifdef M_ARENA_MAX
    rlimit space{};
    if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY)
        ::mallopt(M_ARENA_MAX, 1);
#endif
}

bool canStartThread()
{
    try {
        std::thread([] {}).join();
        return true;
    } catch (const std::system_error&) {
        return false;
    }
}

} // namespace dueline
