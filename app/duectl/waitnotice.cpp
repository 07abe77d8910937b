// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/waitnotice.h"

#include "app/duectl/output.h"

#include <system_error>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr std::chrono::seconds quietFor{2};
constexpr qint64 notAgainWithinMs = 30'000;

} // namespace

WaitNotice::~WaitNotice()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_one();
    if (m_thread.joinable())
        m_thread.join();
}

void WaitNotice::waitBegins(const QString& whom)
{
    const std::lock_guard lock(m_mutex);
    m_whom = whom;
    if (m_depth++ > 0)
        return;
    m_why.clear();
    m_since = std::chrono::steady_clock::now();
    m_isDone = false;
    if (m_thread.joinable())
        return;
    try {
        m_thread = std::thread([this] { watch(); });
    } catch (const std::system_error&) { // no thread available: wait without a notice
    }
}

void WaitNotice::waitGoesOn(const QString& why)
{
    const std::lock_guard lock(m_mutex);
    m_why = why;
}

void WaitNotice::waitEnds()
{
    const std::lock_guard lock(m_mutex);
    --m_depth;
}

/// Prints the notice once a wait has lasted long enough. waitBegins() doesn't wake this thread, because there can be
/// thousands of short waits per second.
void WaitNotice::watch()
{
    std::unique_lock lock(m_mutex);
    while (!m_ending) {
        const bool waits = m_depth > 0 && !m_isDone;
        const auto now = std::chrono::steady_clock::now();
        if (waits && now >= m_since + quietFor) {
            say();
            m_isDone = true;
            continue;
        }
        m_changed.wait_until(lock, waits ? m_since + quietFor : now + quietFor);
    }
}

void WaitNotice::say()
{
    const QString line
        = u"Waiting for %1%2. Press Ctrl+C to stop."_s.arg(m_whom, m_why.isEmpty() ? QString() : u": "_s + m_why);
    if (line == m_said && m_saidAt.elapsed() < notAgainWithinMs)
        return;
    m_said = line;
    m_saidAt.start();
    // On a terminal, overwrite the progress line.
    tell(::isatty(STDERR_FILENO) == 1 ? u"\r\033[K"_s + line : line);
}

} // namespace dueline::duectl
