// SPDX-License-Identifier: GPL-3.0-or-later
// Library that tests preload to limit a program to DUELINE_TEST_THREADS additional threads. It simulates a process
// limit, which would not apply to root. Not linked with any Dueline library.
#include <atomic>
#include <cerrno>
#include <cstdlib>

#include <dlfcn.h>
#include <pthread.h>

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* how, void* (*run)(void*), void* with) noexcept
{
    using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
    static std::atomic<int> left{std::atoi(std::getenv("DUELINE_TEST_THREADS"))};
    return left.fetch_sub(1) > 0 ? create(thread, how, run, with) : EAGAIN;
}

} // extern "C"
