// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/codec.h"

#include <QElapsedTimer>

#include <chrono>
#include <memory>

namespace dueline {

/// Is told what connections send, as it is, passwords and payloads included: who keeps any of it masks it first.
/// Called on the threads of the connections.
class CommandObserver
{
public:
    virtual ~CommandObserver() = default;
    /// Asked before anything is measured, so that nobody listening costs one question per pipeline.
    virtual bool isListening() const = 0;
    /// One pipeline and its answers, as many as commands; null: no or not every answer came.
    virtual void sent(
        const std::vector<Command>& commands, const std::vector<Reply>* replies, std::chrono::nanoseconds took)
        = 0;
};

/// The time from here to tell(), where somebody listens.
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
    CommandObserver* m_observer; ///< null: nobody listens
    QElapsedTimer m_clock;
};

} // namespace dueline
