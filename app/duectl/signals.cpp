// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/signals.h"

#include <atomic>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace dueline::duectl {

namespace {

std::atomic<int> received{0};
int wakePipe[2] = {-1, -1};
struct sigaction previousInt;
struct sigaction previousTerm;
struct sigaction previousHangup;

void onSignal(int)
{
    const int saved = errno;
    ++received;
    const char byte = 0;
    // A full pipe is fine: somebody will wake up anyway.
    [[maybe_unused]] const ssize_t n = ::write(wakePipe[1], &byte, 1);
    errno = saved;
}

} // namespace

SignalWatch::SignalWatch()
{
    received = 0;
    if (::pipe2(wakePipe, O_CLOEXEC | O_NONBLOCK) != 0)
        wakePipe[0] = wakePipe[1] = -1;
    struct sigaction action = {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &previousInt);
    ::sigaction(SIGTERM, &action, &previousTerm);
    ::sigaction(SIGHUP, nullptr, &previousHangup);
    if (previousHangup.sa_handler != SIG_IGN)
        ::sigaction(SIGHUP, &action, nullptr);
}

SignalWatch::~SignalWatch()
{
    ::sigaction(SIGINT, &previousInt, nullptr);
    ::sigaction(SIGTERM, &previousTerm, nullptr);
    ::sigaction(SIGHUP, &previousHangup, nullptr);
    for (int& fd : wakePipe) {
        if (fd >= 0)
            ::close(fd);
        fd = -1;
    }
}

int SignalWatch::count() const { return received.load(); }

void SignalWatch::wait(Millis timeout)
{
    pollfd reading{wakePipe[0], POLLIN, 0};
    if (::poll(&reading, 1, int(timeout.count())) > 0) {
        char bytes[64];
        while (::read(wakePipe[0], bytes, sizeof bytes) > 0) { }
    }
}

} // namespace dueline::duectl
