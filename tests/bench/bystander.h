// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/redisclient.h"

#include <QElapsedTimer>
#include <QThread>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace dueline {

/// Second client of the server, which sends a thousand requests per second.
class Bystander
{
public:
    explicit Bystander(const RedisConfig& config)
        : m_thread([this, config] { run(config); })
    { }
    ~Bystander()
    {
        m_ends = true;
        m_thread.join();
    }
    void begin() { m_counts = true; }
    /// Stops measuring. Returns the 99th percentile and the maximum since begin(), in ms.
    std::pair<double, double> end()
    {
        m_counts = false;
        QThread::msleep(5);
        std::sort(m_times.begin(), m_times.end());
        const std::pair<double, double> seen = m_times.empty()
            ? std::pair(0.0, 0.0)
            : std::pair(double(m_times[m_times.size() * 99 / 100]) / 1e6, double(m_times.back()) / 1e6);
        m_times.clear();
        return seen;
    }

private:
    void run(const RedisConfig& config)
    {
        RedisClient client(config);
        while (!m_ends) {
            QElapsedTimer timer;
            timer.start();
            // The server sends no reply while it computes the digest of all keys.
            const bool answered = client.call({"PING"}).ok();
            const qint64 took = timer.nsecsElapsed();
            if (m_counts && answered)
                m_times.push_back(took);
            QThread::usleep(1000);
        }
    }

    std::atomic<bool> m_ends = false;
    std::atomic<bool> m_counts = false;
    std::vector<qint64> m_times; ///< times in ns; owned by the thread while m_counts is set, by the caller otherwise
    std::thread m_thread;
};

} // namespace dueline
