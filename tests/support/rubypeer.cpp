// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/rubypeer.h"

#include <QFile>
#include <QStandardPaths>

#include <csignal>
#include <sys/prctl.h>

namespace dueline {

namespace {

constexpr int rubyMs = 60'000;

void prepareRuby(
    QProcess& process, const RedisServer& server, int count, const QString& program, const QStringList& words)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SOCKET"), server.config().socketPath);
    environment.insert(QStringLiteral("COUNT"), QString::number(count));
    environment.insert(QStringLiteral("LANG"), QStringLiteral("C.UTF-8"));
    process.setProcessEnvironment(environment);
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    process.setProgram(program);
    process.setArguments(words);
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
    static const QString why = [] {
        if (const QString sidekiq = missing(); !sidekiq.isEmpty())
            return sidekiq;
        const int code = QProcess::execute(
            QStringLiteral("ruby"), {QStringLiteral("-e"), QStringLiteral("require 'sidekiq-cron'")});
        return code == 0 ? QString() : QStringLiteral("sidekiq-cron is not there; it is Debian's ruby-sidekiq-cron");
    }();
    return why;
}

QByteArrayList RubyPeer::run(const RedisServer& server, const QStringList& command)
{
    QProcess process;
    prepareRuby(
        process, server, 0, QStringLiteral("ruby"), QStringList{QStringLiteral(DUELINE_SIDEKIQ_PEER)} + command);
    process.start();
    if (!process.waitForFinished(rubyMs) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        qFatal("sidekiq.rb %s failed: %s", qPrintable(command.join(u' ')), process.readAllStandardError().constData());
    QByteArrayList lines = process.readAllStandardOutput().split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

RubyPeer::RubyPeer(const RedisServer& server, const QByteArray& queue, int count)
{
    prepareRuby(m_process, server, count, QStringLiteral("sidekiq"),
        {QStringLiteral("-r"), QStringLiteral(DUELINE_SIDEKIQ_PEER), QStringLiteral("-c"), QStringLiteral("1"),
            QStringLiteral("-q"), QString::fromUtf8(queue)});
    m_process.setStandardOutputFile(m_folder.filePath(QStringLiteral("out")));
    m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("err")));
    m_process.start();
    QDeadlineTimer deadline(rubyMs);
    while (!said().contains("ready\n")) {
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            qFatal("Sidekiq does not start: %s", said().constData());
        m_process.waitForFinished(10);
    }
}

RubyPeer::~RubyPeer() { kill9(); }

void RubyPeer::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

bool RubyPeer::finish(int timeoutMs)
{
    return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(timeoutMs);
}

QByteArrayList RubyPeer::ran() const
{
    QByteArrayList ids;
    for (const QByteArray& line : said().split('\n')) {
        if (line.startsWith("ran "))
            ids.append(line.mid(4));
    }
    return ids;
}

QByteArray RubyPeer::said() const
{
    QByteArray text;
    for (const auto* name : {"out", "err"}) {
        QFile file(m_folder.filePath(QLatin1StringView(name)));
        if (file.open(QIODevice::ReadOnly))
            text += file.readAll();
    }
    return text;
}

} // namespace dueline
