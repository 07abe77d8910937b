// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace dueline {

/// Observer that reports a thread's long waits. Called on the thread that it was set for.
class WaitObserver
{
public:
    virtual ~WaitObserver() = default;

    /// Called when a wait for `whom` (`Redis at 127.0.0.1:6379`) begins. Waits can be nested.
    virtual void waitBegins(const QString& whom) = 0;
    /// Called with the reason why a wait continues, as a clause such as `it has not answered yet`.
    virtual void waitGoesOn(const QString& why) = 0;
    virtual void waitEnds() = 0;

    /// Returns the calling thread's observer, or null.
    static WaitObserver* ofThisThread() noexcept;
};

/// Sets the calling thread's observer, which may be null, for the lifetime of this object.
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

/// Marks the calling thread as waiting for as long as this object exists. Creates the text only if an observer is set.
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
