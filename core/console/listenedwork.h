// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>
#include <QThread>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace dueline {

/// How often a listener is told how far such a thread has come: no eye follows more.
inline constexpr qint64 tellEveryMs = 100;

/// What a thread that nobody waits for shares with the QObject that listens to it. The listener may go at any time: the
/// thread is told that it is cancelled, ends when it can, and nothing more of it is heard.
template <typename Listener> class ListenedWork
{
public:
    explicit ListenedWork(Listener& listener)
        : m_listener(&listener)
    { }

    /// Runs `run` on a thread of its own that deletes itself.
    static void start(const QString& threadName, std::function<void()> run)
    {
        auto* thread = QThread::create(std::move(run));
        thread->setObjectName(threadName);
        QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
        thread->start();
    }

    /// From the thread: runs `then` later on the listener's thread, if it still listens then.
    static void post(const std::shared_ptr<ListenedWork>& self, std::function<void(Listener&)> then)
    {
        const std::lock_guard lock(self->m_mutex);
        if (!self->m_listener)
            return;
        QMetaObject::invokeMethod(
            self->m_listener,
            [self, then = std::move(then)] {
                // Of the listener's thread alone from here on: only that one takes it away.
                if (self->m_listener)
                    then(*self->m_listener);
            },
            Qt::QueuedConnection);
    }

    /// From the listener's thread: cancels, and nothing more is heard.
    void leave()
    {
        m_cancelled = true;
        const std::lock_guard lock(m_mutex);
        m_listener = nullptr;
    }

    const std::atomic<bool>& cancelled() const { return m_cancelled; }

private:
    std::mutex m_mutex;
    Listener* m_listener;
    std::atomic<bool> m_cancelled = false;
};

} // namespace dueline
