// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QElapsedTimer>
#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

namespace dueline {

/// Work on a background thread on behalf of a listener. It can be cancelled, reports progress at most every 100 ms, and
/// ends with one final message. Messages are delivered asynchronously, on the listener's thread. The listener owns this
/// object and may be destroyed at any time; the thread then ends as soon as possible, without further messages.
class BackgroundTask
{
    struct Shared;

public:
    static constexpr Millis tellEvery{100};
    /// Callback that delivers a message to the listener; runs on the listener's thread.
    using Word = std::function<void()>;

    /// Handle to the running work, for use on its thread.
    class Run
    {
    public:
        /// Returns whether the work should end early, because it was cancelled or the listener no longer waits for it.
        const std::atomic<bool>& cancelled() const;
        bool goesOn() const { return !cancelled(); }
        /// Delivers a message that must not be lost.
        void tell(Word word);
        /// Delivers a progress message, unless the previous one was delivered less than `tellEvery` ago.
        void progress(const Word& word);
        /// Returns an observer for the work. It delivers progress messages, and returns whether to
        /// continue.
        template <typename Progress>
        std::function<bool(const Progress&)> telling(std::function<void(const Progress&)> tell)
        {
            return [this, tell = std::move(tell)](const Progress& reached) {
                progress([tell, reached] { tell(reached); });
                return goesOn();
            };
        }

    private:
        friend BackgroundTask;
        explicit Run(std::shared_ptr<Shared> shared)
            : m_shared(std::move(shared))
        { }

        std::shared_ptr<Shared> m_shared;
        QElapsedTimer m_told;
    };

    /// Work to call on the background thread; returns the final message.
    using Work = std::function<Word(Run&)>;

    /// Creates a task. `listener` owns this object, and lives on the thread that starts and ends the work.
    explicit BackgroundTask(QObject& listener)
        : m_listener(listener)
    { }
    ~BackgroundTask() { leave(); }
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// Starts the work, after ending any previous work as leave() does.
    void start(const QString& threadName, Work work);
    /// Returns whether the final message has not been delivered yet.
    bool isRunning() const { return m_shared != nullptr; }
    /// Requests an early end. The final message is still delivered.
    void cancel();
    /// Requests an early end without further messages.
    void leave();

private:
    QObject& m_listener;
    std::shared_ptr<Shared> m_shared; ///< state shared with the thread; null if no work is running
};

} // namespace dueline
