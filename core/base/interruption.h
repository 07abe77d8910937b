// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QDeadlineTimer>

#include <atomic>
#include <limits>

namespace dueline {

/// Request to end blocking waits, for example because a signal has arrived, a window is closing, or a worker has
/// finished. Code that blocks on a socket, a name lookup, a tunnel, or a pause waits in short steps. After each step,
/// it checks its thread's interruption, and fails with ErrorCode::Cancelled once the interruption is due. In a thread
/// without an interruption, waits end only at their deadline.
class Interruption
{
public:
    /// Longest step of a wait. An interruption is delayed by no more than this.
    static constexpr Millis step{100};

    Interruption() = default;
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Requests that waits end after a grace period, during which an expected reply may still arrive. A second request
    /// can only shorten the grace period. Thread-safe and async-signal-safe.
    void request(Millis grace = Millis(0)) noexcept;
    bool isRequested() const noexcept;
    bool isDue() const noexcept;

    /// Returns the calling thread's interruption; null if none is set.
    static Interruption* ofThisThread() noexcept;
    /// Returns whether the calling thread's interruption is due.
    static bool isDueHere() noexcept;
    /// Returns how many ms this thread may wait before checking its interruption and the deadline; -1 if it has
    /// neither.
    static int stepMs(const QDeadlineTimer& deadline) noexcept;
    /// Sleeps for `duration`. Returns false if the interruption ended the sleep early.
    static bool sleep(Millis duration);

private:
    static constexpr qint64 never = std::numeric_limits<qint64>::max();
    std::atomic<qint64> m_dueAt = never; ///< time by which waits must end, in ns on the monotonic clock
};

/// RAII object that sets the calling thread's interruption for its lifetime.
class InterruptionScope
{
public:
    explicit InterruptionScope(Interruption& interruption) noexcept;
    ~InterruptionScope();
    InterruptionScope(const InterruptionScope&) = delete;
    InterruptionScope& operator=(const InterruptionScope&) = delete;

private:
    Interruption* m_before;
};

} // namespace dueline
