// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/celerypeer.h"

namespace dueline {

namespace {

// Debian's Python, because a different python3 in PATH might not find python3-celery.
constexpr auto pythonOfCelery = "/usr/bin/python3";

void prepareCelery(QProcess& process, const RedisServer& server, const CelerySetup& setup, const QStringList& words)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("SOCKET"), server.config().socketPath);
    environment.insert(QStringLiteral("LANG"), QStringLiteral("C.UTF-8"));
    environment.insert(QStringLiteral("PYTHONDONTWRITEBYTECODE"), QStringLiteral("1"));
    // Lets the tests run as root, which Celery's workers may otherwise refuse.
    environment.insert(QStringLiteral("C_FORCE_ROOT"), QStringLiteral("1"));
    environment.insert(QStringLiteral("PREFIX"), setup.prefix);
    environment.insert(QStringLiteral("LATE"), setup.isLate ? QStringLiteral("1") : QString());
    environment.insert(QStringLiteral("EVENTS"), setup.tellsEvents ? QStringLiteral("1") : QString());
    process.setProcessEnvironment(environment);
    process.setProgram(QString::fromLatin1(pythonOfCelery));
    process.setArguments(QStringList{QStringLiteral(DUELINE_CELERY_PEER)} + words);
}

} // namespace

QString CeleryPeer::missing()
{
    static const QString why = [] {
        QProcess probe;
        probe.start(
            QString::fromLatin1(pythonOfCelery), {QStringLiteral("-c"), QStringLiteral("import celery, redis")});
        const bool isThere
            = probe.waitForFinished(patienceMs) && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0;
        return isThere ? QString()
                       : QStringLiteral("Celery is not there; it is Debian's python3-celery, python3-redis");
    }();
    return why;
}

QByteArrayList CeleryPeer::add(const RedisServer& server, const QStringList& tasks, const CelerySetup& setup)
{
    QProcess process;
    prepareCelery(process, server, setup, QStringList{QStringLiteral("add")} + tasks);
    return runToEnd(process, QStringLiteral("celeryjobs.py add"));
}

CeleryPeer::CeleryPeer(const RedisServer& server, const QByteArray& queue, int count, const CelerySetup& setup)
{
    prepareCelery(process(), server, setup, {QStringLiteral("work"), QString::fromUtf8(queue), QString::number(count)});
    start(QStringLiteral("Celery"));
}

} // namespace dueline
