// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QDeadlineTimer>

#include <atomic>
#include <limits>

namespace dueline {

/// Request to end blocking waits, for example because a signal has arrived, a window is closing, or a worker has
/// finished. Code that blocks on a socket, a name lookup, a tunnel or a pause waits in short steps. Between steps, it
/// checks its thread's interruption, and fails with ErrorCode::Cancelled once the interruption is due. A thread without
/// an interruption waits until its own deadline.
class Interruption
{
public:
    /// Longest step of a wait, and therefore the longest delay of an interruption.
    static constexpr Millis step{100};

    Interruption() = default;
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// Requests that waits end after `grace`, during which an expected reply may still arrive. A second request can
    /// only shorten the grace period. Can be called from any thread and from a signal handler.
    void request(Millis grace = Millis(0)) noexcept;
    bool isRequested() const noexcept;
    bool isDue() const noexcept;

    /// Returns the interruption of the calling thread; null if none is set.
    static Interruption* ofThisThread() noexcept;
    /// Returns whether an interruption of the calling thread is due.
    static bool isDueHere() noexcept;
    /// Returns the length of the next step of a wait in this thread, in ms; the step never extends past `deadline`.
    /// Returns -1 if there is no limit.
    static int stepMs(const QDeadlineTimer& deadline) noexcept;
    /// Sleeps for `duration`. Returns false as soon as the interruption is due.
    static bool sleep(Millis duration);

private:
    static constexpr qint64 never = std::numeric_limits<qint64>::max();
    std::atomic<qint64> m_dueAt = never; ///< due time in ns of the monotonic clock
};

/// Guard that sets the calling thread's interruption for the lifetime of the guard.
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
