// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/custompeer.h"

#include "tests/support/nodepeer.h"

#include <QFile>
#include <QThread>

#include <csignal>
#include <sys/prctl.h>

namespace dueline {

namespace {

// Debian's Python, because a different python3 in PATH might not find python3-redis.
constexpr auto python = "/usr/bin/python3";
constexpr auto program = DUELINE_CUSTOM_PEER;
constexpr auto nodeProgram = DUELINE_STREAM_PEER;
constexpr int startMs = 20'000;

QStringList addressOf(const RedisServer& server)
{
    if (server.port() > 0)
        return {QStringLiteral("--port"), QString::number(server.port())};
    return {QStringLiteral("--unix"), server.config().socketPath};
}

} // namespace

QString CustomPeer::missing()
{
    QProcess probe;
    probe.start(QString::fromLatin1(python), {QStringLiteral("-c"), QStringLiteral("import redis")});
    if (probe.waitForFinished(startMs) && probe.exitStatus() == QProcess::NormalExit && probe.exitCode() == 0)
        return {};
    return QStringLiteral("the programs of others need python3-redis");
}

QByteArrayList CustomPeer::produce(const RedisServer& server, const QString& arguments)
{
    QProcess producer;
    producer.start(QString::fromLatin1(python),
        QStringList{QString::fromLatin1(program)} + addressOf(server) + QProcess::splitCommand(arguments));
    if (!producer.waitForFinished(60'000) || producer.exitCode() != 0)
        qFatal("the producer failed: %s", producer.readAllStandardError().constData());
    QByteArrayList ids = producer.readAllStandardOutput().split('\n');
    ids.removeAll(QByteArray());
    return ids;
}

CustomPeer::CustomPeer(const RedisServer& server, const QString& arguments, Language language)
{
    start(addressOf(server), arguments, language);
}

CustomPeer::CustomPeer(const QStringList& address, const QString& arguments)
{
    start(address, arguments, Language::Python);
}

void CustomPeer::start(const QStringList& address, const QString& arguments, Language language)
{
    const bool isNode = language == Language::Node;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("MODULES"), NodePeer::modules());
    m_process.setProcessEnvironment(environment);
    m_process.setStandardOutputFile(m_folder.filePath(QStringLiteral("out")));
    m_process.setStandardErrorFile(m_folder.filePath(QStringLiteral("err")));
    m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
    m_process.start(isNode ? QStringLiteral("node") : QString::fromLatin1(python),
        QStringList{QString::fromLatin1(isNode ? nodeProgram : program)} + address + QProcess::splitCommand(arguments));
    QDeadlineTimer deadline(startMs);
    while (!said().contains("ready\n")) {
        if (deadline.hasExpired() || m_process.state() == QProcess::NotRunning)
            qFatal("the worker does not start: %s", said().constData());
        m_process.waitForFinished(10);
    }
}

CustomPeer::~CustomPeer() { kill9(); }

bool CustomPeer::isRunning() const { return m_process.state() != QProcess::NotRunning; }

void CustomPeer::kill9()
{
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished();
}

bool CustomPeer::finish(int timeoutMs) { return !isRunning() || m_process.waitForFinished(timeoutMs); }

std::map<QByteArray, int> CustomPeer::count(const QByteArray& word) const
{
    std::map<QByteArray, int> counts;
    for (const QByteArray& line : said().split('\n')) {
        const QByteArrayList parts = line.split(' ');
        if (parts.size() >= 4 && parts[0] == word)
            ++counts[parts.mid(3).join(' ')];
    }
    return counts;
}

std::map<QByteArray, double> CustomPeer::instants(const QByteArray& word) const
{
    std::map<QByteArray, double> instants;
    for (const QByteArray& line : said().split('\n')) {
        const QByteArrayList parts = line.split(' ');
        if (parts.size() >= 4 && parts[0] == word)
            instants[parts.mid(3).join(' ')] = parts[1].toDouble();
    }
    return instants;
}

QByteArray CustomPeer::said() const
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
