// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>

namespace dueline::duectl {

/// Standard output, buffered so that a failing command prints nothing, and written in large pieces. It is not an error
/// if the reader closes the pipe (`duectl list q | head`). The remaining output is dropped, and closed() returns true,
/// so that endless commands can end.
class Output
{
public:
    ~Output() { flush(); }

    void write(const QByteArray& bytes) { m_pending += bytes; }
    void write(const QString& text) { m_pending += text.toUtf8(); }
    /// Writes one line of text. Parts from untrusted sources must have been passed through printable() first.
    void line(const QString& text) { m_pending += text.toUtf8() + '\n'; }

    /// Writes the buffer. Used for streams, and for results that are already final.
    void flush();
    /// Writes the buffer if it exceeds a megabyte.
    void flushLarge();
    /// Captures further output, at most `most` bytes, for taken(). Once the limit is reached, closed() returns true.
    void keep(qsizetype most) { m_most = most; }
    QByteArray taken() { return std::exchange(m_pending, {}); }
    /// Discards the buffered output of a failed command.
    void discard() { m_pending.clear(); }
    /// Returns whether the reader has closed the output. For a pipe, socket or terminal, this is detected even if
    /// nothing is written.
    bool closed();
    /// Returns whether writing failed for a reason other than a closed reader (for example a full disk). The failure is
    /// reported once, with exit code 1.
    bool failed() const { return m_failed; }

private:
    QByteArray m_pending;
    std::optional<qsizetype> m_most; ///< limit for the captured output; if unset, output is printed
    bool m_closed = false;
    bool m_failed = false;
};

/// Prints one line, or a sentence that spans several lines, to standard error. `text` must be printable; at most four
/// lines are shown.
void tell(const QString& text);

/// Progress line on standard error that overwrites itself. Prints nothing if standard error is not a terminal.
class Progress
{
public:
    Progress();
    ~Progress() { clear(); }
    /// Shows text, at most ten times per second.
    void show(const QString& text);
    void clear();

private:
    bool m_terminal;
    bool m_shown = false;
    qint64 m_lastMs = 0;
};

/// Returns whether the user can be prompted, which requires standard input and standard error to be terminals.
bool canAsk();
/// Prompts on the terminal. Returns an empty answer at the end of the input.
QString ask(const QString& question);
/// Prompts for confirmation of an action on `count` tasks. In production, the user must type that number. Errors:
/// Cancelled.
Result<> confirmCount(const QString& question, qint64 count, bool inProduction);
/// Prompts for a password without echo.
QByteArray askSecret(const QString& question);

/// Returns the exit code for an error: 2 for usage, 3 if Redis cannot be reached or denies access, otherwise 1.
int exitCodeOf(ErrorCode code);

} // namespace dueline::duectl
