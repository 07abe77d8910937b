// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/signals.h"

#include "core/base/interruption.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <limits>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace dueline::duectl {

namespace {

constexpr Millis endInOrder{500}; ///< delay between the first signal and the interruption of waits
constexpr long endByForceNs = 900'000'000; ///< delay between the first signal and termination

std::atomic<int> received{0};
std::atomic<bool> anyReceived{false};
std::atomic<int> firstSignal{0};
std::atomic<Interruption*> interruption{nullptr};
std::atomic<bool> drains{false};
int wakePipe[2] = {-1, -1};
timer_t force{};
bool hasForce = false;
struct sigaction previousInt;
struct sigaction previousTerm;
struct sigaction previousHangup;
struct sigaction previousAlarm;

void onSignal(int signal)
{
    const int saved = errno;
    const int count = ++received;
    anyReceived = true;
    if (Interruption* waits = interruption)
        waits->request(count > 1 || drains ? Millis(0) : endInOrder);
    if (count == 1 && hasForce) {
        firstSignal = signal;
        const itimerspec once{{}, {0, endByForceNs}};
        ::timer_settime(force, 0, &once, nullptr);
    }
    const char byte = 0;
    // If the pipe is full, the write fails, but the reader wakes up anyway.
    [[maybe_unused]] const ssize_t n = ::write(wakePipe[1], &byte, 1);
    errno = saved;
}

/// Terminates the program the way the first signal would have without a handler.
void onForce(int)
{
    struct sigaction usual = {};
    usual.sa_handler = SIG_DFL;
    ::sigaction(firstSignal, &usual, nullptr);
    ::raise(firstSignal);
    // Reached only if this is a container's process 1: the kernel ignores signals that process 1 sends to itself.
    ::_exit(128 + firstSignal);
}

void armForce()
{
    struct sigaction action = {};
    action.sa_handler = onForce;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGALRM, &action, &previousAlarm);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    hasForce = ::timer_create(CLOCK_MONOTONIC, &event, &force) == 0;
}

void disarmForce()
{
    if (std::exchange(hasForce, false))
        ::timer_delete(force);
    ::sigaction(SIGALRM, &previousAlarm, nullptr);
}

} // namespace

SignalWatch::SignalWatch(Then then)
{
    received = 0;
    anyReceived = false;
    drains = then == Then::Drain;
    interruption = Interruption::ofThisThread();
    if (!drains)
        armForce();
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
    // After a signal, leave the timer armed: it limits how long the program takes to exit.
    if (!drains && received == 0)
        disarmForce();
    interruption = nullptr;
}

int SignalWatch::count() const { return received.load(); }

const std::atomic<bool>& SignalWatch::came() const { return anyReceived; }

void SignalWatch::wait(Millis timeout)
{
    pollfd reading{wakePipe[0], POLLIN, 0};
    const int most = int(std::clamp<qint64>(timeout.count(), 0, std::numeric_limits<int>::max()));
    if (::poll(&reading, 1, most) > 0) {
        char bytes[64];
        while (::read(wakePipe[0], bytes, sizeof bytes) > 0) { }
    }
}

} // namespace dueline::duectl
