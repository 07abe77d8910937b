// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/connect/backgroundtask.h"

#include <QThread>

#include <mutex>
#include <utility>

namespace dueline {

/// State shared by the thread and the listener.
struct BackgroundTask::Shared
{
    explicit Shared(QObject& to)
        : listener(&to)
    { }

    /// Has the listener's thread deliver a message. Called on the background thread.
    static void post(const std::shared_ptr<Shared>& self, Word word)
    {
        const std::lock_guard lock(self->mutex);
        if (!self->listener)
            return;
        QMetaObject::invokeMethod(
            self->listener,
            [self, word = std::move(word)] {
                // No lock needed: only this thread, the listener's, clears `listener`.
                if (self->listener)
                    word();
            },
            Qt::QueuedConnection);
    }

    std::mutex mutex;
    QObject* listener; ///< null once the listener has stopped listening
    std::atomic<bool> cancelled = false;
};

const std::atomic<bool>& BackgroundTask::Run::cancelled() const { return m_shared->cancelled; }

void BackgroundTask::Run::tell(Word word) { Shared::post(m_shared, std::move(word)); }

void BackgroundTask::Run::progress(const Word& word)
{
    if (m_told.isValid() && !m_told.hasExpired(tellEvery.count()))
        return;
    m_told.start();
    tell(word);
}

void BackgroundTask::start(const QString& threadName, Work work)
{
    leave();
    m_shared = std::make_shared<Shared>(m_listener);
    auto* thread = QThread::create([this, shared = m_shared, work = std::move(work)] {
        Run run(shared);
        Word last = work(run);
        Shared::post(shared, [this, last = std::move(last)] { // `this` lives as long as the listener
            leave();
            last();
        });
    });
    thread->setObjectName(threadName);
    QObject::connect(thread, &QThread::finished, thread, &QObject::deleteLater);
    thread->start();
}

void BackgroundTask::cancel()
{
    if (m_shared)
        m_shared->cancelled = true;
}

void BackgroundTask::leave()
{
    const auto left = std::exchange(m_shared, nullptr);
    if (!left)
        return;
    left->cancelled = true;
    const std::lock_guard lock(left->mutex);
    left->listener = nullptr;
}

} // namespace dueline
