// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/waiting.h"

#include <QElapsedTimer>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace dueline::duectl {

/// Says on standard error what is waited for, once a wait of the thread it was made on has lasted two seconds: one
/// line, which the same words do not follow within half a minute.
class WaitNotice : public WaitObserver
{
public:
    WaitNotice() = default;
    ~WaitNotice() override;
    WaitNotice(const WaitNotice&) = delete;
    WaitNotice& operator=(const WaitNotice&) = delete;

    void waitBegins(const QString& whom) override;
    void waitGoesOn(const QString& why) override;
    void waitEnds() override;

private:
    void watch();
    void say();

    std::mutex m_mutex; ///< for all that follows
    std::condition_variable m_changed;
    std::thread m_thread; ///< since the first wait
    bool m_ending = false;
    int m_depth = 0; ///< waits within waits
    std::chrono::steady_clock::time_point m_since{}; ///< of the outermost
    bool m_isDone = false; ///< this wait was told, or need not be
    QString m_whom; ///< of the innermost
    QString m_why;
    QString m_said;
    QElapsedTimer m_saidAt;
};

} // namespace dueline::duectl
