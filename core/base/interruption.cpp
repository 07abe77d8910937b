// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/interruption.h"

#include <QThread>

#include <algorithm>
#include <utility>

#include <ctime>

namespace dueline {

namespace {

static_assert(std::atomic<qint64>::is_always_lock_free, "a signal handler stores the instant");

thread_local Interruption* interruptionOfThread = nullptr;

/// Returns the monotonic time in ns. Async-signal-safe.
qint64 monotonicNs() noexcept
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return qint64(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

} // namespace

void Interruption::request(Millis grace) noexcept
{
    const qint64 dueAt = monotonicNs() + grace.count() * 1'000'000;
    qint64 before = m_dueAt.load(std::memory_order_relaxed);
    while (dueAt < before && !m_dueAt.compare_exchange_weak(before, dueAt, std::memory_order_acq_rel)) { }
}

bool Interruption::isRequested() const noexcept { return m_dueAt.load(std::memory_order_acquire) != never; }

bool Interruption::isDue() const noexcept
{
    const qint64 dueAt = m_dueAt.load(std::memory_order_acquire);
    return dueAt != never && monotonicNs() >= dueAt;
}

Interruption* Interruption::ofThisThread() noexcept { return interruptionOfThread; }

bool Interruption::isDueHere() noexcept { return interruptionOfThread && interruptionOfThread->isDue(); }

int Interruption::stepMs(const QDeadlineTimer& deadline) noexcept
{
    const qint64 left = deadline.isForever() ? -1 : std::max<qint64>(0, deadline.remainingTime());
    if (!interruptionOfThread)
        return int(left);
    return int(left < 0 ? step.count() : std::min<qint64>(left, step.count()));
}

bool Interruption::sleep(Millis duration)
{
    const QDeadlineTimer until(duration);
    while (!until.hasExpired() && !isDueHere())
        QThread::msleep(ulong(std::max(0, stepMs(until))));
    return !isDueHere();
}

InterruptionScope::InterruptionScope(Interruption& interruption) noexcept
    : m_before(std::exchange(interruptionOfThread, &interruption))
{ }

InterruptionScope::~InterruptionScope() { interruptionOfThread = m_before; }

} // namespace dueline
