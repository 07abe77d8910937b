// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/redis/commandobserver.h"

#include <QString>

#include <atomic>
#include <deque>
#include <mutex>

namespace dueline {

/// Sent command without its secret parts.
struct LoggedCommand
{
    quint64 number = 0; ///< number in the log, counted from 1
    TimePoint at{}; ///< arrival time of the reply, by this machine's clock
    QByteArray name; ///< name of the command or script: `ZADD`, `native/claim`
    QString text; ///< text of the command; see commandText()
    bool writes = false;
    std::chrono::nanoseconds took{}; ///< duration of the whole pipeline
    int together = 1; ///< number of commands in this pipeline
    qint64 replyBytes = -1; ///< size of the values in the reply in bytes; -1 if no reply arrived or none was expected
    QString error; ///< first word of an error reply

    bool operator==(const LoggedCommand&) const = default;
};

/// Log of the commands sent by the connections of one profile, newest last. Commands are masked when recorded, and the
/// log has a maximum length. Thread-safe.
class CommandLog : public CommandObserver
{
public:
    static constexpr std::size_t capacity = 5'000;

    /// Starts or stops recording. Commands already recorded are kept.
    void setListening(bool listening) { m_listening = listening; }
    bool isListening() const override { return m_listening; }
    void sent(const std::vector<Command>& commands, const std::vector<Reply>* replies,
        std::chrono::nanoseconds took) override;

    /// Returns the commands that follow the given number, oldest first. The log keeps only the last `capacity`
    /// commands.
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
