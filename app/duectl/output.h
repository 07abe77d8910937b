// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>

namespace dueline::duectl {

/// Standard output. It is buffered, so that a failing command prints nothing. It is not an error if the reader closes
/// the pipe (`duectl list q | head`): the remaining output is discarded, and closed() returns true, so that endless
/// commands can end.
class Output
{
public:
    ~Output() { flush(); }

    void write(const QByteArray& bytes) { m_pending += bytes; }
    void write(const QString& text) { m_pending += text.toUtf8(); }
    /// Writes one line of text. Pass untrusted text through printable() first.
    void line(const QString& text) { m_pending += text.toUtf8() + '\n'; }

    /// Writes the buffer to standard output. Call it for output that remains valid even if the command fails later.
    void flush();
    /// Writes the buffer if it is larger than a megabyte.
    void flushLarge();
    /// Captures all further output, up to `most` bytes, instead of printing it; taken() returns it. At the limit,
    /// closed() returns true.
    void keep(qsizetype most) { m_most = most; }
    QByteArray taken() { return std::exchange(m_pending, {}); }
    /// Discards the buffer. Call it if the command has failed.
    void discard() { m_pending.clear(); }
    /// Returns whether the reader has closed the output. For pipes, sockets, and terminals, this is detected without
    /// writing.
    bool closed();
    /// Returns whether a write failed for a reason other than a closed reader, such as a full disk. The error is
    /// printed once, and the program exits with code 1.
    bool failed() const { return m_failed; }

private:
    QByteArray m_pending;
    std::optional<qsizetype> m_most; ///< maximum size of the captured output; nullopt: output isn't captured
    bool m_closed = false;
    bool m_failed = false;
};

/// Prints a message's first four lines to standard error. `text` must be printable.
void tell(const QString& text);

/// Progress line on standard error, which each call overwrites. Prints nothing if standard error is not a terminal.
class Progress
{
public:
    Progress();
    ~Progress() { clear(); }
    /// Shows `text`. Does nothing if the line was updated less than a tenth of a second ago.
    void show(const QString& text);
    void clear();

private:
    bool m_terminal;
    bool m_shown = false;
    qint64 m_lastMs = 0;
};

/// Returns whether prompts are possible, that is, standard input and standard error are terminals.
bool canAsk();
/// Prompts on the terminal and returns the answer; empty at end of input.
QString ask(const QString& question);
/// Asks the user to confirm an action on `count` tasks. In production, the user must type that number. Errors:
/// Cancelled.
Result<> confirmCount(const QString& question, qint64 count, bool inProduction);
/// Prompts for a password without echoing it.
QByteArray askSecret(const QString& question);

/// Returns the exit code for an error: 2 for usage, 3 if Redis can't be reached or denies access, otherwise 1.
int exitCodeOf(ErrorCode code);

} // namespace dueline::duectl
