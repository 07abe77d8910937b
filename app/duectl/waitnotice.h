// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/waiting.h"

#include <QElapsedTimer>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace dueline::duectl {

/// Notice on standard error that says what the program is waiting for. It is printed after two seconds of waiting, and
/// not repeated within half a minute.
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

    std::mutex m_mutex; ///< guards the members below
    std::condition_variable m_changed;
    std::thread m_thread; ///< started by the first wait
    bool m_ending = false;
    int m_depth = 0; ///< number of nested waits
    std::chrono::steady_clock::time_point m_since{}; ///< start of the outermost wait
    bool m_isDone = false; ///< true once the notice about the current wait has been printed or suppressed
    QString m_whom; ///< server that the innermost wait is waiting for
    QString m_why;
    QString m_said;
    QElapsedTimer m_saidAt;
};

} // namespace dueline::duectl
