// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>

namespace dueline::duectl {

/// Standard output. It is buffered, so that a command that fails prints nothing. If the reader closes the pipe (`duectl
/// list q | head`), this is not an error: the remaining output is discarded, and closed() returns true, so that endless
/// commands can end.
class Output
{
public:
    ~Output() { flush(); }

    void write(const QByteArray& bytes) { m_pending += bytes; }
    void write(const QString& text) { m_pending += text.toUtf8(); }
    /// Writes one line of text. Text from untrusted sources must first be passed through printable().
    void line(const QString& text) { m_pending += text.toUtf8() + '\n'; }

    /// Writes the buffer to standard output. Call it if the output remains valid even if the command fails later.
    void flush();
    /// Writes the buffer if it exceeds a megabyte.
    void flushLarge();
    /// Captures all further output, up to `most` bytes, instead of printing it; taken() returns it. At the limit,
    /// closed() returns true.
    void keep(qsizetype most) { m_most = most; }
    QByteArray taken() { return std::exchange(m_pending, {}); }
    /// Discards the buffer, because the command failed.
    void discard() { m_pending.clear(); }
    /// Returns whether nothing reads the output any more. For a pipe, socket or terminal, this is detected without
    /// writing.
    bool closed();
    /// Returns whether a write failed for another reason than a closed reader, such as a full disk. The error is
    /// printed once, and the program exits with code 1.
    bool failed() const { return m_failed; }

private:
    QByteArray m_pending;
    std::optional<qsizetype> m_most; ///< maximum size of the captured output; unset: output is not captured
    bool m_closed = false;
    bool m_failed = false;
};

/// Prints a message to standard error, at most four lines of it. `text` must be printable.
void tell(const QString& text);

/// Progress on standard error, on a line that each call overwrites. Prints nothing if standard error is not a terminal.
class Progress
{
public:
    Progress();
    ~Progress() { clear(); }
    /// Shows a text. Calls within a tenth of a second are ignored.
    void show(const QString& text);
    void clear();

private:
    bool m_terminal;
    bool m_shown = false;
    qint64 m_lastMs = 0;
};

/// Returns whether prompts are possible: standard input and standard error are terminals.
bool canAsk();
/// Prompts on the terminal, and returns the answer; empty at the end of the input.
QString ask(const QString& question);
/// Asks the user to confirm an action on `count` tasks; in production, by typing that number. Errors: Cancelled.
Result<> confirmCount(const QString& question, qint64 count, bool inProduction);
/// Prompts for a password without echo.
QByteArray askSecret(const QString& question);

/// Returns the exit code for an error: 2 for usage, 3 if Redis cannot be reached or denies access, otherwise 1.
int exitCodeOf(ErrorCode code);

} // namespace dueline::duectl
