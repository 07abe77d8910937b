// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <QElapsedTimer>
#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

namespace dueline {

/// Work on a thread of its own, for an object that listens: it is started, can be cancelled, tells how far it is at
/// most every 100 ms, and ends by one last word. Everything is told later, on the listener's thread. The listener,
/// which owns this, may go at any time: nobody waits for the thread, which ends when it can, and nothing more of it is
/// heard.
class BackgroundTask
{
    struct Shared;

public:
    static constexpr Millis tellEvery{100};
    /// What is told, on the listener's thread.
    using Word = std::function<void()>;

    /// The running work as its thread sees it.
    class Run
    {
    public:
        /// Whether it is to end early: it was cancelled, or nobody listens any more.
        const std::atomic<bool>& cancelled() const;
        bool goesOn() const { return !cancelled(); }
        /// Tells something that must not be missed.
        void tell(Word word);
        /// Tells how far it is; what comes within `tellEvery` of the last word is dropped, since no eye follows more.
        void progress(const Word& word);
        /// For work that calls an observer with its progress: tells it by progress(), and whether to go on.
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

    /// Called on the thread; what it returns is the last word.
    using Work = std::function<Word(Run&)>;

    /// `listener` owns this and lives on the thread that starts and ends it.
    explicit BackgroundTask(QObject& listener)
        : m_listener(listener)
    { }
    ~BackgroundTask() { leave(); }
    BackgroundTask(const BackgroundTask&) = delete;
    BackgroundTask& operator=(const BackgroundTask&) = delete;

    /// What ran before is left.
    void start(const QString& threadName, Work work);
    /// Whether the last word is still to come.
    bool isRunning() const { return m_shared != nullptr; }
    /// Asks for an early end, whose last word is heard.
    void cancel();
    /// Asks for an early end; nothing more is heard.
    void leave();

private:
    QObject& m_listener;
    std::shared_ptr<Shared> m_shared; ///< with the thread; null: nothing runs
};

} // namespace dueline
