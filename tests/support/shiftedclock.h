// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QTemporaryDir>

#include <functional>

namespace dueline {

/// Adjustable wall clock for the servers started within run(). Doesn't affect other programs or the monotonic clock.
class ShiftedClock
{
public:
    ShiftedClock();
    ~ShiftedClock();
    ShiftedClock(const ShiftedClock&) = delete;
    ShiftedClock& operator=(const ShiftedClock&) = delete;

    /// Makes all processes that `start` starts use this clock.
    void run(const std::function<void()>& start) const;
    /// Sets the offset from this machine's clock. A negative offset makes the servers' clocks slow.
    void set(Millis shift);

private:
    QTemporaryDir m_folder;
    long* m_shift = nullptr; ///< microseconds, in a file mapped by the servers
};

} // namespace dueline
