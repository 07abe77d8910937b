// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"

#include <QElapsedTimer>

#include <chrono>
#include <memory>

namespace dueline {

/// Observer of the commands that connections send. Commands may contain passwords and payloads,
/// which must be masked before a command is stored. Called on the connections' threads.
class CommandObserver
{
public:
    virtual ~CommandObserver() = default;
    /// Returns whether commands are observed. Checked before any measurement, so that an idle observer costs only one
    /// call per pipeline.
    virtual bool isListening() const = 0;
    /// Called after each pipeline with its replies, one per command. `replies` is null if any reply is missing.
    virtual void sent(
        const std::vector<Command>& commands, const std::vector<Reply>* replies, std::chrono::nanoseconds took)
        = 0;
};

/// Timer that measures a pipeline from the timer's creation until tell(), but only if an observer
/// is listening.
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
    CommandObserver* m_observer; ///< observer; null if none is listening
    QElapsedTimer m_clock;
};

} // namespace dueline
