// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rubypeer.h"

#include <QStandardPaths>

namespace dueline {

namespace {

void prepareRuby(
    QProcess& process, const RedisServer& server, int count, const QString& program, const QStringList& words)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SOCKET"), server.config().socketPath);
    environment.insert(QStringLiteral("COUNT"), QString::number(count));
    environment.insert(QStringLiteral("LANG"), QStringLiteral("C.UTF-8"));
    process.setProcessEnvironment(environment);
    process.setProgram(program);
    process.setArguments(words);
}

/// Returns why a Sidekiq library can't be loaded, or an empty string if it can. `package` is the Debian package that
/// contains it.
QString missingLibrary(const QString& library, const QString& package)
{
    if (const QString sidekiq = RubyPeer::missing(); !sidekiq.isEmpty())
        return sidekiq;
    QProcess ruby;
    ruby.start(
        QStringLiteral("ruby"), {QStringLiteral("-e"), QStringLiteral("require 'sidekiq'; require '%1'").arg(library)});
    if (ruby.waitForFinished(60'000) && ruby.exitStatus() == QProcess::NormalExit && ruby.exitCode() == 0)
        return {};
    return QStringLiteral("%1 is not installed; it is Debian's %2").arg(library, package);
}

} // namespace

QString RubyPeer::missing()
{
    static const QString why = [] {
        if (QStandardPaths::findExecutable(QStringLiteral("sidekiq")).isEmpty()
            || QStandardPaths::findExecutable(QStringLiteral("ruby")).isEmpty())
            return QStringLiteral("Sidekiq is not there; it is Debian's ruby-sidekiq");
        return QString();
    }();
    return why;
}

QString RubyPeer::missingCron()
{
    static const QString why = missingLibrary(QStringLiteral("sidekiq-cron"), QStringLiteral("ruby-sidekiq-cron"));
    return why;
}

QString RubyPeer::missingReliableFetch()
{
    static const QString why
        = missingLibrary(QStringLiteral("sidekiq-reliable-fetch"), QStringLiteral("ruby-gitlab-sidekiq-fetcher"));
    return why;
}

QByteArrayList RubyPeer::run(const RedisServer& server, const QStringList& command)
{
    QProcess process;
    prepareRuby(
        process, server, 0, QStringLiteral("ruby"), QStringList{QStringLiteral(DUELINE_SIDEKIQ_PEER)} + command);
    return runToEnd(process, QStringLiteral("sidekiq.rb %1").arg(command.join(u' ')));
}

RubyPeer::RubyPeer(const RedisServer& server, const QByteArray& queue, int count)
{
    prepareRuby(process(), server, count, QStringLiteral("sidekiq"),
        {QStringLiteral("-r"), QStringLiteral(DUELINE_SIDEKIQ_PEER), QStringLiteral("-c"), QStringLiteral("1"),
            QStringLiteral("-q"), QString::fromUtf8(queue)});
    start(QStringLiteral("Sidekiq"));
}

} // namespace dueline
