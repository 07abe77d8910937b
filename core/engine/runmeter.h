// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/instant.h"

#include <atomic>

namespace dueline {

/// Running mean of handler run times, over about sixteen runs. It determines how far ahead to claim and how many slots
/// to wake. It starts out high, so that a new engine doesn't claim ahead. Thread-safe, approximate.
class RunMeter
{
public:
    void record(Instant finishedAt, std::chrono::nanoseconds ran)
    {
        const auto mean = m_mean.load(std::memory_order_relaxed);
        m_mean.store(mean == unknown ? ran.count() : mean + (ran.count() - mean) / 16, std::memory_order_relaxed);
        m_lastFinish.store(finishedAt, std::memory_order_relaxed);
    }
    std::chrono::nanoseconds mean() const { return std::chrono::nanoseconds(m_mean.load(std::memory_order_relaxed)); }
    Instant lastFinish() const { return m_lastFinish.load(std::memory_order_relaxed); }

private:
    static constexpr std::chrono::nanoseconds::rep unknown = 1'000'000'000;
    std::atomic<std::chrono::nanoseconds::rep> m_mean = unknown;
    std::atomic<Instant> m_lastFinish = Instant();
};

} // namespace dueline
