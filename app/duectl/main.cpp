// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/duectl/commandline.h"
#include "app/duectl/commands.h"
#include "app/duectl/context.h"
#include "app/duectl/waitnotice.h"
#include "core/base/interruption.h"
#include "core/base/standardstreams.h"
#include "core/redis/redisurl.h"

#include <QCoreApplication>

#include <csignal>
#include <cstdlib>
#include <cstring>

using namespace dueline;
using namespace dueline::duectl;

namespace {

/// Messages of Qt itself are no part of what duectl says; with DUELINE_LOG set everything goes to standard error.
void onMessage(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (type == QtFatalMsg || qEnvironmentVariableIsSet("DUELINE_LOG"))
        tell(
            QStringLiteral("%1: %2").arg(QString::fromLatin1(context.category ? context.category : "duectl"), message));
}

/// Copies the arguments and overwrites every password of a URL in place, so that /proc/PID/cmdline does not show it.
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

/// They are taken out of the environment, so that handler programs do not inherit them.
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
    return context.line().command()->run(context);
}

} // namespace

int main(int argc, char** argv)
{
    fillStandardStreams();
    std::vector<QByteArray> arguments = takeArguments(argc, argv);
    std::signal(SIGPIPE, SIG_IGN);
    qInstallMessageHandler(onMessage);

    const auto line = CommandLine::parse(arguments);
    if (!line) {
        tell(line.error().message);
        return exitCodeOf(line.error().code);
    }
    if (line->helpAsked() || line->versionAsked()) {
        Output out;
        if (line->versionAsked())
            out.line(QStringLiteral("duectl %1").arg(QStringLiteral(DUELINE_VERSION)));
        else if (line->topic())
            out.write(topicHelp(*line->topic()));
        else
            out.write(line->command() ? commandHelp(*line->command()) : overallHelp());
        out.flush();
        return out.failed() ? 1 : 0;
    }

    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("dueline"));
    Interruption interruption; // SignalWatch asks for it
    const InterruptionScope interruptible(interruption);
    WaitNotice waits;
    const WaitObserverScope observed(&waits);
    Context context(*line, takeCredentials());
    const auto code = run(context);
    if (!code) {
        context.out().discard();
        tell(code.error().message);
        return exitCodeOf(code.error().code);
    }
    context.out().flush();
    return *code == 0 && context.out().failed() ? 1 : *code;
}
