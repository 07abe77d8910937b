// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/output.h"

#include <QElapsedTimer>
#include <QFile>

#include <cerrno>
#include <csignal>

#include <poll.h>
#include <termios.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace dueline::duectl {

namespace {

constexpr char interruptKey = 3; // character that Ctrl+C sends

/// Writes all bytes. Returns 0, or errno on failure.
int writeAll(int fd, const QByteArray& bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::write(fd, bytes.constData() + done, std::size_t(bytes.size() - done));
        if (n >= 0) {
            done += n;
        } else if (errno == EAGAIN) {
            pollfd waiting{fd, POLLOUT, 0};
            ::poll(&waiting, 1, 1000);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

qint64 monotonicMs()
{
    static const QElapsedTimer timer = [] {
        QElapsedTimer t;
        t.start();
        return t;
    }();
    return timer.elapsed();
}

QByteArray readLine()
{
    QByteArray line;
    char c = 0;
    while (line.size() < 4096) {
        const ssize_t n = ::read(STDIN_FILENO, &c, 1);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0 || c == '\n')
            break;
        line += c;
        if (c == interruptKey)
            break;
    }
    return line;
}

} // namespace

void Output::flush()
{
    if (m_pending.isEmpty() || m_most)
        return;
    const QByteArray bytes = std::exchange(m_pending, {});
    if (m_closed)
        return;
    if (const int code = writeAll(STDOUT_FILENO, bytes); code != 0) {
        m_closed = true;
        if (code != EPIPE && !m_failed) {
            m_failed = true;
            tell(u"Cannot write to standard output: %1."_s.arg(qt_error_string(code)));
        }
    }
}

void Output::flushLarge()
{
    if (m_pending.size() >= 1024 * 1024)
        flush();
}

bool Output::closed()
{
    if (m_most)
        return m_pending.size() > *m_most;
    pollfd watched{STDOUT_FILENO, 0, 0};
    if (!m_closed && ::poll(&watched, 1, 0) > 0 && (watched.revents & (POLLERR | POLLHUP)) != 0)
        m_closed = true;
    return m_closed;
}

void tell(const QString& text)
{
    QStringList lines = text.split(u'\n');
    while (!lines.isEmpty() && lines.last().isEmpty())
        lines.removeLast();
    if (lines.size() > 4)
        lines = lines.mid(0, 4);
    writeAll(STDERR_FILENO, lines.join(u'\n').toUtf8() + '\n');
}

Progress::Progress()
    : m_terminal(::isatty(STDERR_FILENO) == 1)
{ }

void Progress::show(const QString& text)
{
    if (!m_terminal)
        return;
    const qint64 now = monotonicMs();
    if (m_shown && now - m_lastMs < 100)
        return;
    m_lastMs = now;
    m_shown = true;
    writeAll(STDERR_FILENO, "\r\033[K" + text.toUtf8());
}

void Progress::clear()
{
    if (m_shown)
        writeAll(STDERR_FILENO, "\r\033[K");
    m_shown = false;
}

bool canAsk() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1; }

QString ask(const QString& question)
{
    writeAll(STDERR_FILENO, question.toUtf8());
    return QString::fromUtf8(readLine()).trimmed();
}

Result<> confirmCount(const QString& question, qint64 count, bool inProduction)
{
    const bool isConfirmed = inProduction
        ? ask(question + QStringLiteral("This is production. Type the number of tasks: ")) == QString::number(count)
        : ask(question + QStringLiteral("[y/N] ")).toLower().startsWith(u'y');
    if (!isConfirmed)
        return Error{ErrorCode::Cancelled, QStringLiteral("Nothing was changed.")};
    return {};
}

QByteArray askSecret(const QString& question)
{
    termios before{};
    const bool known = ::tcgetattr(STDIN_FILENO, &before) == 0;
    if (known) {
        // Make Ctrl+C end the line rather than the program, which would leave echo disabled. The signal is raised
        // below, once the terminal is restored.
        termios silent = before;
        silent.c_lflag &= ~tcflag_t(ECHO | ISIG);
        silent.c_cc[VEOL] = interruptKey;
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    }
    // Disable echo before printing the prompt: otherwise, a fast typist's password would be displayed and then
    // discarded.
    writeAll(STDERR_FILENO, question.toUtf8());
    QByteArray secret = readLine();
    if (known)
        ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    writeAll(STDERR_FILENO, "\n");
    if (!secret.endsWith(interruptKey))
        return secret;
    secret.fill('\0');
    ::raise(SIGINT);
    return {};
}

int exitCodeOf(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Usage:
        return 2;
    case ErrorCode::Unreachable:
    case ErrorCode::Timeout:
    case ErrorCode::Disconnected:
    case ErrorCode::Protocol:
    case ErrorCode::Authentication:
    case ErrorCode::Permission:
    case ErrorCode::Tls:
    case ErrorCode::Full:
    case ErrorCode::Busy:
    case ErrorCode::ReadOnlyServer:
    case ErrorCode::Server:
        return 3;
    case ErrorCode::NotFound:
    case ErrorCode::Exists:
    case ErrorCode::Refused:
    case ErrorCode::NotSupported:
    case ErrorCode::WrongType:
    case ErrorCode::Cancelled:
    case ErrorCode::Io:
        break;
    }
    return 1;
}

} // namespace dueline::duectl
