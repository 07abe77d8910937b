// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace dueline::chaos {

/// Waits for `time`, or until a stop is requested. Returns false if a stop was requested.
inline bool pauseFor(const std::stop_token& stop, Millis time)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

} // namespace dueline::chaos
