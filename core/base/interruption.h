// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QDeadlineTimer>

#include <atomic>
#include <limits>

namespace dueline {

/// Ends what threads wait for: a signal came, a window closes, a worker has nothing more to do. Whatever blocks, on a
/// socket, a name, a tunnel or a pause, waits in steps, looks at the interruption of its thread between them, and gives
/// up with ErrorCode::Cancelled once that is due. A thread without one waits for its deadlines alone.
class Interruption
{
public:
    /// The longest step of a wait: so much later than due it ends at most.
    static constexpr Millis step{100};

    Interruption() = default;
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// What waits may go on for `grace`, so that a server that answers is heard to the end; an earlier end stays. From
    /// any thread, and from a signal handler.
    void request(Millis grace = Millis(0)) noexcept;
    bool isRequested() const noexcept;
    bool isDue() const noexcept;

    /// Of the calling thread; null: nobody interrupts it.
    static Interruption* ofThisThread() noexcept;
    /// Whether the calling thread has one that is due.
    static bool isDueHere() noexcept;
    /// How long the next step of a wait in this thread may be: to `deadline`, or less. For ever: -1.
    static int stepMs(const QDeadlineTimer& deadline) noexcept;
    /// Sleeps for that long; false, early, once it is due.
    static bool sleep(Millis duration);

private:
    static constexpr qint64 never = std::numeric_limits<qint64>::max();
    std::atomic<qint64> m_dueAt = never; ///< ns of the monotonic clock
};

/// Makes an interruption that of the calling thread, as long as this lives.
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
