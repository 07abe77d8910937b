// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/phppeer.h"

#include <QFileInfo>
#include <QStandardPaths>

namespace dueline {

namespace {

void preparePhp(
    QProcess& process, const RedisServer* server, const QStringList& command, const QStringList& environment)
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    if (server)
        all.insert(QStringLiteral("SOCKET"), server->config().socketPath);
    for (const QString& one : environment)
        all.insert(one.section(u'=', 0, 0), one.section(u'=', 1));
    process.setProcessEnvironment(all);
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
        const bool hasRedis = php.waitForFinished(patienceMs) && php.readAllStandardOutput() == "1";
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
    return runToEnd(process, QStringLiteral("laravel.php %1").arg(command.join(u' ')), input);
}

PhpPeer::PhpPeer(const RedisServer& server, const QByteArray& queue, int count, const QStringList& environment)
{
    preparePhp(
        process(), &server, {QStringLiteral("work"), QString::fromUtf8(queue), QString::number(count)}, environment);
    start(QStringLiteral("Laravel's worker"));
}

} // namespace dueline
