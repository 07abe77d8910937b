// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/redisclient.h"
#include "core/redis/sandbox.h"
#include "tests/support/sendsignal.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

using namespace dueline;

namespace {

/// Argument that makes the test program act as the one to kill: it starts a sandbox, prints the server's process id and
/// URL, and waits.
constexpr const char* victimArgument = "--victim";

int runVictim()
{
    const Result<std::unique_ptr<Sandbox>> sandbox = Sandbox::start();
    if (!sandbox) {
        std::fprintf(stderr, "%s\n", qPrintable(sandbox.error().message));
        return 1;
    }
    std::printf(
        "%lld %s\n", static_cast<long long>((*sandbox)->processId()), qPrintable((*sandbox)->config().socketPath));
    std::fflush(stdout);
    ::alarm(30); // ends this process even if the test fails
    ::pause();
    return 0;
}

/// Returns whether the process is running. Checks its state, because a dead process may linger as a zombie.
bool isAlive(qint64 pid)
{
    QFile stat(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = stat.readAll();
    const char state = text.at(text.lastIndexOf(')') + 2);
    return state != 'Z' && state != 'X';
}

QString folderOf(const QString& socketPath) { return QFileInfo(socketPath).path(); }

} // namespace

class TestSandbox : public QObject
{
    Q_OBJECT

    QTemporaryDir m_runtime;

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_runtime.isValid());
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_runtime.path()));
    }

    void aVariableNamesTheServerProgram()
    {
        const QByteArray variable = "DUELINE_REDIS_SERVER";
        const auto restore = qScopeGuard([variable, before = qgetenv(variable)] {
            before.isNull() ? qunsetenv(variable) : qputenv(variable, before);
        });
        const QString usual = Sandbox::findServer().value();
        const QString named = m_runtime.filePath(QStringLiteral("another-server"));
        QVERIFY(QFile::link(usual, named));
        qputenv(variable, QFile::encodeName(named));
        QCOMPARE(Sandbox::findServer().value(), named);
        QVERIFY(Sandbox::start().ok());
        qputenv(variable, "no-such-server");
        QVERIFY(Sandbox::findServer().error().message.contains(QStringLiteral("no-such-server")));
        QVERIFY(!Sandbox::start().ok());
    }

    void aSandboxIsPrivateAndGoneWithItsObject()
    {
        Result<std::unique_ptr<Sandbox>> sandbox = Sandbox::start();
        QVERIFY2(sandbox.ok(), sandbox ? "" : qPrintable(sandbox.error().message));
        const qint64 pid = (*sandbox)->processId();
        const QString folder = folderOf((*sandbox)->config().socketPath);
        QVERIFY2(folder.startsWith(m_runtime.path() + QStringLiteral("/dueline-sandbox-%1-").arg(::getpid())),
            qPrintable(folder));
        struct stat info
        { };
        QCOMPARE(::stat(QFile::encodeName(folder).constData(), &info), 0);
        QCOMPARE(int(info.st_mode & 0777), 0700);
        QCOMPARE((*sandbox)->url(), QStringLiteral("unix:") + (*sandbox)->config().socketPath);
        QVERIFY((*sandbox)->isRunning());

        RedisClient client((*sandbox)->config());
        QVERIFY(client.open().ok());
        QVERIFY(client.call({"SET", "x", "1"}).ok());
        QCOMPARE(client.call({"CONFIG", "GET", "port"})->items[1].bytes, QByteArray("0"));
        QCOMPARE(client.call({"CONFIG", "GET", "save"})->items[1].bytes, QByteArray());
        QCOMPARE(client.call({"CONFIG", "GET", "appendonly"})->items[1].bytes, QByteArray("no"));
        QCOMPARE(client.call({"CONFIG", "GET", "maxmemory"})->items[1].bytes, QByteArray::number(128 * 1024 * 1024));
        QCOMPARE(client.call({"CONFIG", "GET", "maxmemory-policy"})->items[1].bytes, QByteArray("noeviction"));
        QVERIFY2(listeningSockets(pid).isEmpty(), "the server listens on TCP");

        sandbox->reset();
        QVERIFY(!isAlive(pid));
        QVERIFY(!QFileInfo::exists(folder));
    }

    void twoSandboxesDoNotMeet()
    {
        Result<std::unique_ptr<Sandbox>> first = Sandbox::start();
        Result<std::unique_ptr<Sandbox>> second = Sandbox::start(
            {.extraArguments = {QStringLiteral("--maxmemory"), QStringLiteral("64mb")}, .directory = {}});
        QVERIFY(first.ok() && second.ok());
        RedisClient one((*first)->config());
        RedisClient two((*second)->config());
        QVERIFY(one.call({"SET", "x", "1"}).ok());
        QVERIFY(two.call({"GET", "x"})->isNil());
        QCOMPARE(two.call({"CONFIG", "GET", "maxmemory"})->items[1].bytes, QByteArray::number(64 * 1024 * 1024));
    }

    void aGivenFolderKeepsTheData()
    {
        const QTemporaryDir data;
        for (int round = 1; round <= 3; ++round) {
            const Result<std::unique_ptr<Sandbox>> sandbox
                = Sandbox::start({.extraArguments = {}, .directory = data.path()});
            QVERIFY2(sandbox.ok(), sandbox ? "" : qPrintable(sandbox.error().message));
            RedisClient client((*sandbox)->config());
            QCOMPARE(client.call({"INCR", "rounds"})->integer, round);
        }
    }

    void aFrozenServerIsEndedAllTheSame()
    {
        Result<std::unique_ptr<Sandbox>> sandbox = Sandbox::start();
        QVERIFY(sandbox.ok());
        const qint64 pid = (*sandbox)->processId();
        QVERIFY(sendSignal(pid, SIGSTOP));
        sandbox->reset();
        QVERIFY(!isAlive(pid));
    }

    void aServerThatCannotStartIsToldWithItsLog()
    {
        const Result<std::unique_ptr<Sandbox>> sandbox = Sandbox::start(
            {.extraArguments = {QStringLiteral("--no-such-option"), QStringLiteral("1")}, .directory = {}});
        QVERIFY(!sandbox);
        QCOMPARE(sandbox.error().code, ErrorCode::Io);
        QVERIFY(QDir(m_runtime.path()).entryList({QStringLiteral("dueline-sandbox-*")}).isEmpty());
    }

    void theServerEndsWithAKilledProgramAndItsFolderWithTheNextStart()
    {
        QProcess victim;
        victim.start(QCoreApplication::applicationFilePath(),
            {QStringLiteral("tst_sandbox"), QString::fromLatin1(victimArgument)});
        QVERIFY(victim.waitForStarted(5000));
        while (!victim.canReadLine())
            QVERIFY2(victim.waitForReadyRead(10'000), victim.readAllStandardError().constData());
        const QByteArrayList told = victim.readLine().trimmed().split(' ');
        QCOMPARE(told.size(), 2);
        const qint64 server = told[0].toLongLong();
        const QString folder = folderOf(QString::fromLocal8Bit(told[1]));
        QVERIFY(isAlive(server));

        // Another sandbox doesn't remove a running program's folder.
        {
            const auto other = Sandbox::start();
            QVERIFY(other.ok());
        }
        QVERIFY(QFileInfo::exists(folder));

        victim.kill(); // sends SIGKILL, so no destructor runs
        QVERIFY(victim.waitForFinished(5000));
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(server), 5000);
        QVERIFY(QFileInfo::exists(folder));
        {
            const auto next = Sandbox::start();
            QVERIFY(next.ok());
        }
        QVERIFY(!QFileInfo::exists(folder));
    }

    void whatIsNotALeftoverIsLeftAlone()
    {
        const QStringList kept{QStringLiteral("dueline-sandbox-%1-mine").arg(::getpid()),
            QStringLiteral("dueline-sandbox-notes"), QStringLiteral("dueline-other")};
        for (const QString& name : kept)
            QVERIFY(QDir(m_runtime.path()).mkdir(name));
        {
            const auto sandbox = Sandbox::start();
            QVERIFY(sandbox.ok());
        }
        for (const QString& name : kept)
            QVERIFY2(QDir(m_runtime.path()).rmdir(name), qPrintable(name));
    }

private:
    /// Returns the TCP sockets that the process is listening on, by inode.
    static QStringList listeningSockets(qint64 pid)
    {
        QStringList own;
        const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(pid));
        for (const QString& name : descriptors.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot)) {
            char target[64] = {};
            if (::readlink(QFile::encodeName(descriptors.filePath(name)).constData(), target, sizeof target - 1) > 0
                && QByteArray(target).startsWith("socket:["))
                own << QString::fromLatin1(target).mid(8).chopped(1);
        }
        QStringList listening;
        for (const char* table : {"tcp", "tcp6"}) {
            QFile file(QStringLiteral("/proc/%1/net/%2").arg(pid).arg(QLatin1String(table)));
            if (!file.open(QIODevice::ReadOnly))
                continue;
            for (const QByteArray& line : file.readAll().split('\n')) {
                const QByteArrayList fields = line.simplified().split(' ');
                if (fields.size() > 9 && fields[3] == "0A" && own.contains(QString::fromLatin1(fields[9])))
                    listening << QString::fromLatin1(fields[9]);
            }
        }
        return listening;
    }
};

int main(int argc, char** argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 2 && qstrcmp(argv[1], victimArgument) == 0)
        return runVictim();
    TestSandbox test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_sandbox.moc"
