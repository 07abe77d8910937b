// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QElapsedTimer>
#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

namespace dueline {

/// Work on a background thread for a listener. The work can be cancelled, reports progress at most every 100 ms, and
/// ends with a final message. Messages are delivered asynchronously on the listener's thread. The listener owns this
/// object and may be destroyed at any time; the thread then ends as soon as possible, without further messages.
class BackgroundTask
{
    struct Shared;

public:
    static constexpr Millis tellEvery{100};
    /// Message: a function to call on the listener's thread.
    using Word = std::function<void()>;

    /// Interface between running work and its listener, for use on the background thread.
    class Run
    {
    public:
        /// Returns a flag that cancel() and leave() set to ask the work to end early.
        const std::atomic<bool>& cancelled() const;
        bool goesOn() const { return !cancelled(); }
        /// Delivers a message, no matter how soon after the previous one.
        void tell(Word word);
        /// Delivers a progress message, or drops it if the last one was delivered less than `tellEvery` ago.
        void progress(const Word& word);
        /// Returns a callback for code that reports progress. It delivers the progress to `tell` and returns whether to
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

    /// Runs on the background thread and returns the final message.
    using Work = std::function<Word(Run&)>;

    /// Creates a task. `listener`: this object's owner, on the thread that calls start() and leave().
    explicit BackgroundTask(QObject& listener)
        : m_listener(listener)
    { }
    ~BackgroundTask() { leave(); }
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// Starts the work. Calls leave() first if other work is running.
    void start(const QString& threadName, Work work);
    /// Returns whether work has been started and its final message hasn't been delivered yet.
    bool isRunning() const { return m_shared != nullptr; }
    /// Asks the work to end early. Its final message is still delivered.
    void cancel();
    /// Asks the work to end early, and delivers no more messages.
    void leave();

private:
    QObject& m_listener;
    std::shared_ptr<Shared> m_shared; ///< null if no work is running
};

} // namespace dueline
