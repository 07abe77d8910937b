// SPDX-License-Identifier: GPL-3.0-or-later
// Library that ShiftedClock preloads into a redis-server. Adds the number of microseconds in a file to the wall clock.
// Leaves the monotonic clock unchanged, as when an administrator sets the clock. Not linked with any Dueline library.
#include <cstdlib>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

namespace {

const volatile long* shift = nullptr;

__attribute__((constructor)) void mapTheFile()
{
    const char* path = std::getenv("DUELINE_TEST_CLOCK");
    const int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0)
        return;
    void* mapped = mmap(nullptr, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (mapped != MAP_FAILED)
        shift = static_cast<const long*>(mapped);
}

/// Reads the shifted wall clock. Returns false if the kernel refuses.
bool readWallClock(clockid_t which, timespec* now)
{
    if (syscall(SYS_clock_gettime, which, now) != 0)
        return false;
    constexpr long second = 1'000'000'000;
    const long moved = shift ? *shift : 0;
    now->tv_sec += moved / 1'000'000;
    now->tv_nsec += moved % 1'000'000 * 1000;
    if (now->tv_nsec < 0 || now->tv_nsec >= second) {
        now->tv_sec += now->tv_nsec < 0 ? -1 : 1;
        now->tv_nsec += now->tv_nsec < 0 ? second : -second;
    }
    return true;
}

} // namespace

extern "C" {

int clock_gettime(clockid_t which, timespec* now) noexcept
{
    if (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)
        return readWallClock(which, now) ? 0 : -1;
    return int(syscall(SYS_clock_gettime, which, now));
}

int gettimeofday(timeval* now, void* /*zone*/) noexcept
{
    timespec time{};
    if (!readWallClock(CLOCK_REALTIME, &time))
        return -1;
    *now = {time.tv_sec, time.tv_nsec / 1000};
    return 0;
}

time_t time(time_t* now) noexcept
{
    timespec read{};
    if (!readWallClock(CLOCK_REALTIME, &read))
        return -1;
    if (now)
        *now = read.tv_sec;
    return read.tv_sec;
}

} // extern "C"
