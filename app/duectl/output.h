// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <optional>
#include <utility>

namespace dueline::duectl {

/// Standard output, collected so that a command that fails leaves it empty, and written in large pieces. A reader that
/// went away (`duectl list q | head`) is no error: what follows is dropped and closed() tells streams to end.
class Output
{
public:
    ~Output() { flush(); }

    void write(const QByteArray& bytes) { m_pending += bytes; }
    void write(const QString& text) { m_pending += text.toUtf8(); }
    /// One line for people; untrusted parts must have gone through printable().
    void line(const QString& text) { m_pending += text.toUtf8() + '\n'; }

    /// Hands on what was collected. For streams, and for results that are true already.
    void flush();
    /// The same once a megabyte has gathered.
    void flushLarge();
    /// From here on nothing is written: it stays for taken(), and beyond `most` bytes this is closed().
    void keep(qsizetype most) { m_most = most; }
    QByteArray taken() { return std::exchange(m_pending, {}); }
    /// Forgets what was not flushed yet: the command failed.
    void discard() { m_pending.clear(); }
    /// Also notices a reader that went away while nothing was written: of a pipe, a socket, a terminal.
    bool closed();
    /// Whether writing failed for another reason than a reader that went away (a full disk). Says so once, as exit
    /// code 1.
    bool failed() const { return m_failed; }

private:
    QByteArray m_pending;
    std::optional<qsizetype> m_most; ///< it is kept
    bool m_closed = false;
    bool m_failed = false;
};

/// One line, or the few of a sentence, on standard error. `text` must be printable; at most four lines are shown.
void tell(const QString& text);

/// A counter line on standard error that overwrites itself; nothing at all when standard error is no terminal.
class Progress
{
public:
    Progress();
    ~Progress() { clear(); }
    /// At most ten times a second.
    void show(const QString& text);
    void clear();

private:
    bool m_terminal;
    bool m_shown = false;
    qint64 m_lastMs = 0;
};

/// Whether a person can be asked: both standard input and standard error are terminals.
bool canAsk();
/// Asks on the terminal; empty when the input ended.
QString ask(const QString& question);
/// The same without echo, for passwords.
QByteArray askSecret(const QString& question);

/// The exit code for a failure: 2 usage, 3 Redis cannot be reached or does not allow it, else 1.
int exitCodeOf(ErrorCode code);

} // namespace dueline::duectl
