// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/redis/commandobserver.h"

#include <QString>

#include <atomic>
#include <deque>
#include <mutex>

namespace dueline {

/// A command that was sent, without what must not be seen.
struct LoggedCommand
{
    quint64 number = 0; ///< counts all of one log, from 1
    TimePoint at{}; ///< this machine's clock, when the answer was there
    QByteArray name; ///< `ZADD`, `native/claim`
    QString text; ///< commandText()
    bool writes = false;
    std::chrono::nanoseconds took{}; ///< of the whole pipeline it went with
    int together = 1; ///< commands in that pipeline
    qint64 replyBytes = -1; ///< of the answer's values; -1: no answer was waited for, or none came
    QString error; ///< an error reply, its first words

    bool operator==(const LoggedCommand&) const = default;
};

/// What the connections of one profile send, newest last: masked when it is noted, bounded in number. Any thread.
class CommandLog : public CommandObserver
{
public:
    static constexpr std::size_t capacity = 5'000;

    /// While nobody listens nothing is noted; what was noted stays.
    void setListening(bool listening) { m_listening = listening; }
    bool isListening() const override { return m_listening; }
    void sent(const std::vector<Command>& commands, const std::vector<Reply>* replies,
        std::chrono::nanoseconds took) override;

    /// What was noted after that number, oldest first; what is older than `capacity` commands is gone.
    std::vector<LoggedCommand> since(quint64 number) const;
    /// Of the last one noted.
    quint64 lastNumber() const;
    void clear();

private:
    std::atomic<bool> m_listening = false;
    mutable std::mutex m_mutex;
    std::deque<LoggedCommand> m_commands;
    quint64 m_last = 0;
};

} // namespace dueline
