// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dueline/quitsignals.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr int watched[] = {SIGINT, SIGTERM, SIGHUP};
int wakePipe[2] = {-1, -1};

void onSignal(int)
{
    const int saved = errno;
    const char byte = 0;
    [[maybe_unused]] const ssize_t n = ::write(wakePipe[1], &byte, 1);
    errno = saved;
}

} // namespace

QuitSignals::QuitSignals(QObject* parent)
    : QObject(parent)
{
    if (::pipe2(wakePipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return;
    m_notifier = std::make_unique<QSocketNotifier>(wakePipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char bytes[16];
        while (::read(wakePipe[0], bytes, sizeof bytes) > 0) { }
        Q_EMIT received();
    });
    struct sigaction action = {};
    action.sa_handler = onSignal;
    // Restore the default action after the first signal, so that a second one terminates the program.
    action.sa_flags = int(SA_RESTART | SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    for (const int signal : watched) {
        struct sigaction previous = {};
        ::sigaction(signal, nullptr, &previous);
        if (previous.sa_handler != SIG_IGN)
            ::sigaction(signal, &action, nullptr);
    }
}

QuitSignals::~QuitSignals()
{
    if (!m_notifier)
        return;
    for (const int signal : watched)
        ::signal(signal, SIG_DFL);
    m_notifier.reset();
    ::close(wakePipe[0]);
    ::close(wakePipe[1]);
}

} // namespace dueline
