// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"

#include <QElapsedTimer>

#include <chrono>
#include <memory>

namespace dueline {

/// Observer of the commands that connections send. Commands may contain passwords and payloads: mask these before
/// storing a command. Called on the connections' threads.
class CommandObserver
{
public:
    virtual ~CommandObserver() = default;
    /// Returns whether to observe commands. Checked before anything is measured, so that an idle observer costs only
    /// one call per pipeline.
    virtual bool isListening() const = 0;
    /// Called after each pipeline, with one reply per command. `replies` is null if any reply is missing.
    virtual void sent(
        const std::vector<Command>& commands, const std::vector<Reply>* replies, std::chrono::nanoseconds took)
        = 0;
};

/// Measures the time of a pipeline from construction to tell(). Does nothing unless an observer is listening.
class CommandWatch
{
public:
    explicit CommandWatch(const std::shared_ptr<CommandObserver>& observer)
        : m_observer(observer && observer->isListening() ? observer.get() : nullptr)
    {
        if (m_observer)
            m_clock.start();
    }
    void tell(const std::vector<Command>& commands, const Result<std::vector<Reply>>& replies) const
    {
        if (m_observer)
            m_observer->sent(
                commands, replies ? &replies.value() : nullptr, std::chrono::nanoseconds(m_clock.nsecsElapsed()));
    }

private:
    CommandObserver* m_observer; ///< null if no observer is listening
    QElapsedTimer m_clock;
};

} // namespace dueline
