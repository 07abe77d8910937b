// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/desktop/crashreports.h"

#include "core/base/plainfile.h"
#include "core/console/operations/operationjournal.h"

#include <QDateTime>
#include <QDir>

#include <array>
#include <csignal>
#include <cstring>

#include <execinfo.h>
#include <fcntl.h>
#include <unistd.h>

namespace dueline {

namespace {

constexpr int crashSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr int deepest = 64; // maximum number of stack frames
// Size of the handler's own stack, which is necessary because a stack overflow leaves no room on the regular one.
constexpr std::size_t handlerStack = 64 * 1024;

// Buffers for the handler, allocated in advance: a signal handler must neither allocate memory nor lock.
std::array<char, 1024> reportPath{};
std::array<char, 256> reportHead{};
std::array<char, handlerStack> reportStack{};

void writeText(int file, const char* text)
{
    [[maybe_unused]] const ssize_t written = ::write(file, text, std::strlen(text));
}

void writeReport(int signal)
{
    const int file = ::open(reportPath.data(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) {
        writeText(file, reportHead.data());
        const char digits[] = {char('0' + signal / 10), char('0' + signal % 10), '\n', '\0'};
        writeText(file, "signal ");
        writeText(file, digits);
        void* frames[deepest];
        ::backtrace_symbols_fd(frames, ::backtrace(frames, deepest), file);
        ::close(file);
    }
    ::raise(signal); // the default handler is active again, so this ends the program
}

void copyInto(char* place, std::size_t size, const QByteArray& text)
{
    std::strncpy(place, text.constData(), size - 1);
    place[size - 1] = '\0';
}

} // namespace

CrashReports::CrashReports(QString folder)
    : m_folder(folder.isEmpty() ? stateFolder() : std::move(folder))
{ }

QString CrashReports::takeNews() const
{
    QDir folder(m_folder);
    const auto list = [&folder](const char* pattern) {
        return folder.entryList({QLatin1String(pattern)}, QDir::Files, QDir::Name | QDir::Reversed); // newest first
    };
    QString newest;
    for (const QString& name : list("new-crash-*.txt")) {
        const QString told = name.mid(4);
        if (folder.rename(name, told) && newest.isEmpty())
            newest = folder.filePath(told);
    }
    const QStringList all = list("crash-*.txt");
    for (qsizetype i = kept; i < all.size(); ++i)
        folder.remove(all[i]);
    return newest;
}

void CrashReports::install() const
{
    if (!makePrivateFolder(m_folder))
        return;
    const QString when = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss"));
    const QByteArray path
        = QDir(m_folder).filePath(QStringLiteral("new-crash-%1-%2.txt").arg(when).arg(::getpid())).toLocal8Bit();
    if (path.size() >= qsizetype(reportPath.size()))
        return;
    copyInto(reportPath.data(), reportPath.size(), path);
    copyInto(reportHead.data(), reportHead.size(),
        "Dueline " DUELINE_VERSION ", Qt " + QByteArray(qVersion()) + ", "
            + QSysInfo::prettyProductName().toUtf8().left(80) + "\nstarted " + when.toLatin1() + " UTC\n");
    void* frames[1];
    ::backtrace(frames, 1); // loads the required library, which a signal handler must not do
    const stack_t stack{reportStack.data(), 0, reportStack.size()};
    ::sigaltstack(&stack, nullptr);
    struct sigaction action = {};
    action.sa_handler = writeReport;
    action.sa_flags = int(SA_RESETHAND | SA_ONSTACK);
    sigemptyset(&action.sa_mask);
    for (const int signal : crashSignals)
        ::sigaction(signal, &action, nullptr);
}

} // namespace dueline
