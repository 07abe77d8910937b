// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/phppeer.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <csignal>
#include <sys/prctl.h>

namespace dueline {

namespace {

constexpr int phpMs = 60'000;

void preparePhp(
    QProcess& process, const RedisServer* server, const QStringList& command, const QStringList& environment)
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    if (server)
        all.insert(QStringLiteral("SOCKET"), server->config().socketPath);
    for (const QString& one : environment)
        all.insert(one.section(u'=', 0, 0), one.section(u'=', 1));
    process.setProcessEnvironment(all);
    process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    process.setProgram(QStringLiteral("php"));
    process.setArguments(QStringList{QStringLiteral(DUELINE_LARAVEL_PEER)} + command);
}

} // namespace

QString PhpPeer::missingPhp()
{
    static const bool isThere = !QStandardPaths::findExecutable(QStringLiteral("php")).isEmpty();
    return isThere ? QString() : QStringLiteral("PHP is not there; it is Debian's php-cli");
}

QString PhpPeer::missing()
{
    static const QString why = [] {
        QProcess php;
        php.start(
            QStringLiteral("php"), {QStringLiteral("-r"), QStringLiteral("echo extension_loaded('redis') ? 1 : 0;")});
        const bool hasRedis = php.waitForFinished(phpMs) && php.readAllStandardOutput() == "1";
        if (!hasRedis || !QFileInfo::exists(QStringLiteral("/usr/share/php/Illuminate/Redis/autoload.php"))
            || !QFileInfo::exists(QStringLiteral("/usr/share/php/Illuminate/Encryption/autoload.php"))) {
            return QStringLiteral("Laravel's queues are not there; they are Debian's php-cli, php-redis and "
                                  "php-illuminate-{queue,redis,events,bus,encryption}");
        }
        return QString();
    }();
    return why;
}

QByteArrayList PhpPeer::run(
    const RedisServer* server, const QStringList& command, const QStringList& environment, const QByteArray& input)
{
    QProcess process;
    preparePhp(process, server, command, environment);
    process.start();
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(phpMs) || process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        qFatal("laravel.php %s failed: %s", qPrintable(command.join(u' ')), process.readAllStandardError().constData());
    QByteArrayList lines = process.readAllStandardOutput().split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

PhpPeer::PhpPeer(const RedisServer& server, const QByteArray& queue, int count, const QStringList& environment)
{
    preparePhp(
        m_process, &server, {QStringLiteral("work"), QString::fromUtf8(queue), QString::number(count)}, environment);
    m_process.setStandardOutputFile(m_folder.filePath(QStringLiteral("out")));
    m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("err")));
    m_process.start();
    QDeadlineTimer deadline(phpMs);
    while (!said().contains("ready\n")) {
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            qFatal("Laravel's worker does not start: %s", said().constData());
        m_process.waitForFinished(10);
    }
}

PhpPeer::~PhpPeer() { kill9(); }

void PhpPeer::kill9()
{
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished();
}

bool PhpPeer::finish(int timeoutMs)
{
    return m_process.state() == QProcess::NotRunning || m_process.waitForFinished(timeoutMs);
}

QByteArrayList PhpPeer::ran() const
{
    QByteArrayList numbers;
    for (const QByteArray& line : said().split('\n')) {
        if (line.startsWith("ran "))
            numbers.append(line.mid(4));
    }
    return numbers;
}

QByteArray PhpPeer::said() const
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
