// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/waitnotice.h"
#include "app/versiontext.h"
#include "core/base/headroom.h"
#include "core/base/interruption.h"
#include "core/base/standardstreams.h"
#include "core/redis/redisurl.h"

#include <QCoreApplication>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include <unistd.h>

using namespace dueline;
using namespace dueline::duectl;
using namespace Qt::StringLiterals;

namespace {

constexpr std::string_view noMemory
    = "Out of memory: raise the limit (ulimit -v, MemoryMax= of a unit), or end other programs.\n";
constexpr std::string_view noThreads
    = "Cannot start more threads: raise the limit (ulimit -u, TasksMax= of a unit), or end other programs.\n";

/// Discards non-fatal messages from Qt. If DUELINE_LOG is set, writes all messages to standard error.
void onMessage(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg || qEnvironmentVariableIsSet("DUELINE_LOG"))
        tell(
            QStringLiteral("%1: %2").arg(QString::fromLatin1(context.category ? context.category : "duectl"), message));
}

/// Returns the arguments. Removes the password from each URL in argv, so that `ps` doesn't show it.
std::vector<QByteArray> takeArguments(int argc, char** argv)
{
    std::vector<QByteArray> arguments;
    for (int i = 1; i < argc; ++i) {
        const QByteArray word(argv[i]);
        arguments.push_back(word);
        if (!word.contains(':') || !word.contains('@'))
            continue;
        const qsizetype start = word.startsWith("--") ? word.indexOf('=') + 1 : 0;
        const QByteArray safe = word.left(start) + withoutPassword(QString::fromUtf8(word.mid(start))).toUtf8();
        if (safe == word)
            continue;
        const auto room = std::size_t(word.size());
        std::memset(argv[i], 0, room);
        std::memcpy(argv[i], safe.constData(), std::min(room, std::size_t(safe.size())));
    }
    return arguments;
}

/// Reads the credentials and removes them from the environment, so that handler programs don't inherit them.
Credentials takeCredentials()
{
    Credentials credentials = Credentials::ofEnvironment();
    Credentials::clearEnvironment();
    return credentials;
}

Result<int> run(Context& context)
{
    if (const auto prepared = context.prepare(); !prepared)
        return prepared.error();
    return context.run();
}

/// minimum amount of memory a command needs, in bytes: a thread's stack and a page of tasks
constexpr std::size_t memoryToBegin = 48U << 20U;
/// minimum number of file descriptors a command needs: for an event loop, a connection, and one or two files
constexpr int filesToBegin = 16;

/// Writes to standard error without allocating memory.
void saySimply(std::string_view sentence) { (void)!::write(STDERR_FILENO, sentence.data(), sentence.size()); }

/// Handles an uncaught exception. If memory or threads are exhausted, prints a sentence and exits with code 1 instead
/// of dumping core.
void onTerminate()
{
    try {
        if (std::current_exception())
            std::rethrow_exception(std::current_exception());
    } catch (const std::bad_alloc&) {
        saySimply(noMemory);
        ::_exit(1);
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::resource_unavailable_try_again) {
            saySimply(noThreads);
            ::_exit(1);
        }
    } catch (...) { // a programming error
    }
    std::abort();
}

/// Prints the error that ended the program and returns the exit code. With --nagios, prints it to standard output in
/// plugin format.
int refuse(const Error& error, bool isPlugin)
{
    if (!isPlugin) {
        tell(error.message);
        return exitCodeOf(error.code);
    }
    constexpr int unknown = 3;
    Output out;
    out.line(u"DUELINE UNKNOWN - "_s + QString(error.message).replace(u'|', u'/').replace(u'\n', u' '));
    return unknown;
}

int runProgram(int argc, char** argv)
{
    std::vector<QByteArray> arguments = takeArguments(argc, argv);
    const bool isPlugin = std::find(arguments.begin(), arguments.end(), "--nagios") != arguments.end();
    std::signal(SIGPIPE, SIG_IGN);
    qInstallMessageHandler(onMessage);

    if (!arguments.empty() && arguments.front() == "__complete") {
        Output out;
        out.write(completions({arguments.begin() + 1, arguments.end()}));
        return 0;
    }
    if (!arguments.empty() && arguments.front() == "__manual") {
        Output out;
        out.write(manualSections());
        return 0;
    }
    const auto line = CommandLine::parse(arguments);
    if (!line)
        return refuse(line.error(), isPlugin);
    if (line->helpAsked() || line->versionAsked()) {
        Output out;
        if (line->versionAsked())
            out.write(versionText(QStringLiteral("duectl")));
        else if (line->topic())
            out.write(topicHelp(*line->topic()));
        else
            out.write(line->command() ? commandHelp(*line->command()) : overallHelp());
        out.flush();
        return out.failed() ? 1 : 0;
    }

    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("dueline"));
    Interruption interruption; // SignalWatch uses it to end this thread's waits
    const InterruptionScope interruptible(interruption);
    WaitNotice waits;
    const WaitObserverScope observed(&waits);
    Context context(*line, takeCredentials());
    const auto code = run(context);
    if (!code) {
        context.out().discard();
        const int refused = refuse(code.error(), isPlugin);
        return isPlugin ? refused : context.exitCode(code.error());
    }
    context.out().flush();
    return *code == 0 && context.out().failed() ? 1 : *code;
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    std::set_terminate(onTerminate);
    if (!canOpenFiles(filesToBegin)) {
        saySimply(
            "duectl cannot start: the limit on open files is too low; raise it (ulimit -n, LimitNOFILE= of a unit).\n");
        return 1;
    }
    if (!canUseMemory(memoryToBegin)) {
        saySimply(noMemory);
        return 1;
    }
    try {
        return runProgram(argc, argv);
    } catch (const std::bad_alloc&) {
        saySimply(noMemory);
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::resource_unavailable_try_again)
            throw;
        saySimply(noThreads);
    }
    return 1;
}
