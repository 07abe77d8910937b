// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/instant.h"
#include "core/base/result.h"
#include "core/base/secret.h"

#include <QDeadlineTimer>
#include <QString>

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace dueline {

/// Program that prints a server's password, for cloud and vault tokens that are only valid for minutes. It runs without
/// a shell, with this program's environment and an empty standard input. Each connection runs it once, but connections
/// opened within one second share a run. The password is the first line of its standard output. Thread-safe.
class PasswordCommand
{
public:
    static constexpr Millis patience{10'000}; ///< time limit per run
    static constexpr qint64 mostOutput = 64 * 1024; ///< maximum size of standard output in bytes
    static constexpr qsizetype longestPassword = 16 * 1024; ///< maximum length of a password in bytes

    /// Creates a command from `text`: the program and its arguments, split at spaces outside double quotes. Returns
    /// null for an empty string.
    static std::shared_ptr<PasswordCommand> of(const QString& text);

    /// Returns the program and its arguments. They identify the command.
    const std::vector<QByteArray>& words() const { return m_words; }
    /// Runs the command until `deadline` at the latest. If it fails, returns the last password it printed, unless the
    /// server has refused that password. Errors: Unreachable, with a sentence that includes the command's standard
    /// error; Cancelled.
    Result<Secret> password(QDeadlineTimer deadline);
    /// Marks a password as refused, so that password() doesn't return it again after a failed run.
    void refused(const Secret& password);

private:
    explicit PasswordCommand(std::vector<QByteArray> words)
        : m_words(std::move(words))
    { }
    Result<Secret> run(QDeadlineTimer deadline) const;

    const std::vector<QByteArray> m_words;
    std::timed_mutex m_mutex;
    std::optional<Secret> m_last; ///< last valid password
    Instant m_lastAt{};
};

} // namespace dueline
