// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QTemporaryDir>

#include <functional>

namespace dueline {

/// A wall clock that can be set, of the servers that are started within run(): nobody else's, and not their monotonic
/// one.
class ShiftedClock
{
public:
    ShiftedClock();
    ~ShiftedClock();
    ShiftedClock(const ShiftedClock&) = delete;
    ShiftedClock& operator=(const ShiftedClock&) = delete;

    /// Child processes that `start` starts have this clock.
    void run(const std::function<void()>& start) const;
    /// From now on it shows so much more than this machine's; negative: less.
    void set(Millis shift);

private:
    QTemporaryDir m_folder;
    long* m_shift = nullptr; ///< microseconds, in a file that the servers have mapped
};

} // namespace dueline
