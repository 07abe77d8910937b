// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace dueline {

/// Wake-up flag for one thread. If the thread is woken while it is working, its next sleep returns immediately. Waking
/// it again costs only one atomic exchange.
class Waker
{
public:
    void wake()
    {
        if (m_woken.exchange(true, std::memory_order_acq_rel))
            return;
        {
            const std::scoped_lock lock(m_mutex);
        }
        m_sleeper.notify_one();
    }

    /// Sleeps until `until` or until woken. Returns true if woken. With Instant::max(), sleeps until woken.
    bool sleepUntil(Instant until)
    {
        std::unique_lock lock(m_mutex);
        const auto woken = [this] { return m_woken.load(std::memory_order_acquire); };
        if (until == Instant::max())
            m_sleeper.wait(lock, woken);
        else
            m_sleeper.wait_until(lock, until, woken);
        return m_woken.exchange(false, std::memory_order_acq_rel);
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_sleeper;
    std::atomic<bool> m_woken = false;
};

} // namespace dueline
