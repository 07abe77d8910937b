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

/// A program that prints the password of a server: tokens of clouds and vaults live minutes. It is run without a shell,
/// with the environment of this program and an empty standard input, each time a connection is made; connections made
/// within a second of each other share one run. The password is the first line of its standard output. From any thread.
class PasswordCommand
{
public:
    static constexpr Millis patience{10'000}; ///< for one run
    static constexpr qint64 mostOutput = 64 * 1024; ///< bytes of standard output
    static constexpr qsizetype longestPassword = 16 * 1024; ///< bytes

    /// `text`: the program and its arguments, split at spaces; "double quotes" hold words together. Null: no word.
    static std::shared_ptr<PasswordCommand> of(const QString& text);

    /// The words as they are run, to tell commands apart.
    const std::vector<QByteArray>& words() const { return m_words; }
    /// Runs it, at most that long. Where it fails the last password it gave is taken, unless that was refused. Errors:
    /// Unreachable, one sentence with what it wrote to its standard error; Cancelled.
    Result<Secret> password(QDeadlineTimer deadline);
    /// The server has refused it: it is not given again from memory.
    void refused(const Secret& password);

private:
    explicit PasswordCommand(std::vector<QByteArray> words)
        : m_words(std::move(words))
    { }
    Result<Secret> run(QDeadlineTimer deadline) const;

    const std::vector<QByteArray> m_words;
    std::timed_mutex m_mutex;
    std::optional<Secret> m_last; ///< the last good answer
    Instant m_lastAt{};
};

} // namespace dueline
