// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/symfonypeer.h"

#include <QFileInfo>

namespace dueline {

namespace {

void prepareSymfony(QProcess& process, const RedisServer& server, const QStringList& command)
{
    QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
    all.insert(QStringLiteral("SOCKET"), server.config().socketPath);
    process.setProcessEnvironment(all);
    process.setProgram(QStringLiteral("php"));
    process.setArguments(QStringList{QStringLiteral(DUELINE_SYMFONY_PEER)} + command);
}

} // namespace

QString SymfonyPeer::missing()
{
    const bool isThere
        = QFileInfo::exists(QStringLiteral("/usr/share/php/Symfony/Component/Messenger/Bridge/Redis/autoload.php"))
        && QFileInfo::exists(QStringLiteral("/usr/share/php/Symfony/Component/EventDispatcher/autoload.php"));
    return isThere ? QString()
                   : QStringLiteral("Symfony Messenger is not there; it is Debian's php-symfony-redis-messenger and "
                                    "php-symfony-event-dispatcher");
}

void SymfonyPeer::add(const RedisServer& server, int count, Millis delay, int from)
{
    QProcess process;
    prepareSymfony(process, server,
        {QStringLiteral("add"), QString::number(count), QString::number(delay.count()), QString::number(from)});
    runToEnd(process, QStringLiteral("symfony.php add"));
}

SymfonyPeer::SymfonyPeer(const RedisServer& server, const QString& consumer, Millis slow)
{
    prepareSymfony(process(), server, {QStringLiteral("work"), consumer, QString::number(slow.count())});
    start(QStringLiteral("Symfony's worker"));
}

} // namespace dueline
