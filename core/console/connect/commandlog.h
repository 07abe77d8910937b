// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/redis/commandobserver.h"

#include <QString>

#include <atomic>
#include <deque>
#include <mutex>

namespace dueline {

/// Command as sent, without its secret parts.
struct LoggedCommand
{
    quint64 number = 0; ///< position in the log, starting at 1
    TimePoint at{}; ///< time the reply arrived, by this machine's clock
    QByteArray name; ///< name of the command or script, such as `ZADD` or `native/claim`
    QString text; ///< masked command; see commandText()
    bool writes = false;
    std::chrono::nanoseconds took{}; ///< duration of the entire pipeline
    int together = 1; ///< number of commands in the pipeline
    qint64 replyBytes = -1; ///< size of the reply's values in bytes; -1 if there was no reply or none was expected
    QString error; ///< first word of an error reply; empty if the reply is not an error

    bool operator==(const LoggedCommand&) const = default;
};

/// Log of the commands sent on one profile's connections, newest last. Secrets are masked before a command is stored.
/// Keeps the last `capacity` commands. Thread-safe.
class CommandLog : public CommandObserver
{
public:
    static constexpr std::size_t capacity = 5'000;

    /// Starts or stops recording. Keeps commands that are already recorded.
    void setListening(bool listening) { m_listening = listening; }
    bool isListening() const override { return m_listening; }
    void sent(const std::vector<Command>& commands, const std::vector<Reply>* replies,
        std::chrono::nanoseconds took) override;

    /// Returns the commands after this number, oldest first. Commands that the log no longer contains are missing.
    std::vector<LoggedCommand> since(quint64 number) const;
    /// Returns the number of the last recorded command.
    quint64 lastNumber() const;
    void clear();

private:
    std::atomic<bool> m_listening = false;
    mutable std::mutex m_mutex;
    std::deque<LoggedCommand> m_commands;
    quint64 m_last = 0;
};

} // namespace dueline
