// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Is told, on the thread it was set for, what that thread waits for: so that somebody can say it once a wait is long.
class WaitObserver
{
public:
    virtual ~WaitObserver() = default;

    /// A wait for `whom` (`Redis at 127.0.0.1:6379`) begins; one may begin within another.
    virtual void waitBegins(const QString& whom) = 0;
    /// Why it is still waited: a clause such as `it has not answered yet`.
    virtual void waitGoesOn(const QString& why) = 0;
    virtual void waitEnds() = 0;

    /// Of the calling thread; null: nobody wants to know.
    static WaitObserver* ofThisThread() noexcept;
};

/// Makes an observer, or none, that of the calling thread, as long as this lives.
class WaitObserverScope
{
public:
    explicit WaitObserverScope(WaitObserver* observer) noexcept;
    ~WaitObserverScope();
    WaitObserverScope(const WaitObserverScope&) = delete;
    WaitObserverScope& operator=(const WaitObserverScope&) = delete;

private:
    WaitObserver* m_before;
};

/// A wait of this thread, from here to the end of the block. The words are made only where somebody listens.
class Waiting
{
public:
    template <typename Whom>
    explicit Waiting(const Whom& whom)
        : m_observer(WaitObserver::ofThisThread())
    {
        if (m_observer)
            m_observer->waitBegins(whom());
    }
    ~Waiting()
    {
        if (m_observer)
            m_observer->waitEnds();
    }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    template <typename Why> static void because(const Why& why)
    {
        if (WaitObserver* observer = WaitObserver::ofThisThread())
            observer->waitGoesOn(why());
    }

private:
    WaitObserver* m_observer;
};

} // namespace dueline
