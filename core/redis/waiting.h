// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Observer that reports a thread's long waits. Called on the thread for which it was set.
class WaitObserver
{
public:
    virtual ~WaitObserver() = default;

    /// Called when a wait for `whom` (`Redis at 127.0.0.1:6379`) begins. Waits can be nested.
    virtual void waitBegins(const QString& whom) = 0;
    /// Called with the reason why a wait continues, as a clause such as `it has not answered yet`.
    virtual void waitGoesOn(const QString& why) = 0;
    virtual void waitEnds() = 0;

    /// Returns the observer of the calling thread; null if no observer is set.
    static WaitObserver* ofThisThread() noexcept;
};

/// Sets the observer of the calling thread for the lifetime of this object. The observer may be
/// null.
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

/// Wait of the calling thread. It lasts from the creation of this object to its destruction. Text is created only if an
/// observer is set.
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
