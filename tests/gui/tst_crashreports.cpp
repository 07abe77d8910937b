// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sendsignal.h"
#include "ui/presenters/desktop/crashreports.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <poll.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// Tests the crash reports written on a fatal signal, in child processes and in the program itself.
class TestCrashReports : public QObject
{
    Q_OBJECT

    /// Runs a child process that installs the crash handler and raises `signal`. Returns the signal that killed it.
    static int crash(const QString& folder, int signal)
    {
        const pid_t child = ::fork();
        if (child == 0) {
            const rlimit none{0, 0};
            ::setrlimit(RLIMIT_CORE, &none);
            CrashReports(folder).install();
            ::raise(signal);
            ::_exit(0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }

private Q_SLOTS:
    void aCrashLeavesAReportAndEndsAsItWould_data()
    {
        QTest::addColumn<int>("signal");
        for (const int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
            QTest::newRow(strsignal(signal)) << signal;
    }
    void aCrashLeavesAReportAndEndsAsItWould()
    {
        QFETCH(int, signal);
        QTemporaryDir home;
        qputenv("REDISCLI_AUTH", "Canary9137");
        const QString folder = home.filePath(u"state"_s);
        QCOMPARE(crash(folder, signal), signal);
        qunsetenv("REDISCLI_AUTH");
        const QString path = CrashReports(folder).takeNews();
        QFile report(path);
        QVERIFY2(report.open(QIODevice::ReadOnly), qPrintable(path));
        const QByteArray text = report.readAll();
        QVERIFY2(text.startsWith("Dueline " DUELINE_VERSION ", Qt "), text.constData());
        QVERIFY(text.contains("\nsignal " + QByteArray::number(signal).rightJustified(2, '0') + '\n'));
        QVERIFY2(text.count('\n') > 5, text.constData()); // The report includes a stack trace.
        QVERIFY(!text.contains("Canary9137"));
        QVERIFY(!(report.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther)));
        // Each report is shown only once.
        QCOMPARE(CrashReports(folder).takeNews(), QString());
        QVERIFY(QFile::exists(path));
    }

    void anOrderlyEndLeavesNothing()
    {
        QTemporaryDir home;
        QCOMPARE(crash(home.path(), 0), 0);
        QCOMPARE(CrashReports(home.path()).takeNews(), QString());
        QVERIFY(QDir(home.path()).entryList(QDir::Files).isEmpty());
        QCOMPARE(CrashReports(home.filePath(u"nowhere"_s)).takeNews(), QString());
    }

    /// The program crashes while loading its profiles, before it has a window.
    void aCrashWhileTheProgramStartsLeavesAReport()
    {
        QTemporaryDir home;
        QVERIFY(QDir().mkpath(home.filePath(u"config/dueline"_s)));
        QVERIFY(QDir().mkpath(home.filePath(u"run"_s)));
        QVERIFY(QFile::setPermissions(
            home.filePath(u"run"_s), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
        QByteArrayList profiles;
        for (int i = 0; i < 20'000; ++i)
            profiles << "{\"name\":\"p" + QByteArray::number(i) + "\",\"url\":\"redis://127.0.0.1:1\"}";
        QFile file(home.filePath(u"config/dueline/profiles.json"_s));
        QVERIFY(file.open(QIODevice::WriteOnly)
            && file.write("{\"version\":1,\"profiles\":[" + profiles.join(',') + "]}") > 0);
        file.close();
        const int watch = ::inotify_init1(IN_CLOEXEC);
        const auto stops = qScopeGuard([watch] { ::close(watch); });
        QVERIFY(::inotify_add_watch(watch, QFile::encodeName(file.fileName()).constData(), IN_OPEN) >= 0);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nowhere"_s);
        environment.insert(u"HOME"_s, home.path());
        environment.insert(u"XDG_CONFIG_HOME"_s, home.filePath(u"config"_s));
        environment.insert(u"XDG_STATE_HOME"_s, home.filePath(u"state"_s));
        environment.insert(u"XDG_RUNTIME_DIR"_s, home.filePath(u"run"_s));
        QProcess program;
        program.setProcessEnvironment(environment);
        program.setChildProcessModifier([] {
            const rlimit none{0, 0};
            ::setrlimit(RLIMIT_CORE, &none);
        });
        program.start(qEnvironmentVariable("DUELINE"), {}, QIODevice::ReadOnly);
        QVERIFY2(program.waitForStarted(), qPrintable(program.errorString()));
        pollfd opened{watch, POLLIN, 0};
        QCOMPARE(::poll(&opened, 1, 30'000), 1);
        QVERIFY(sendSignal(program, SIGSEGV));
        QVERIFY(program.waitForFinished());
        QCOMPARE(program.exitStatus(), QProcess::CrashExit);
        QVERIFY(!CrashReports(home.filePath(u"state/dueline"_s)).takeNews().isEmpty());
    }

    void theNewestFiveAreKept()
    {
        QTemporaryDir home;
        for (int day = 1; day <= 8; ++day) {
            QFile file(home.filePath(u"new-crash-2026110%1-000000-1.txt"_s.arg(day)));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QCOMPARE(CrashReports(home.path()).takeNews(), home.filePath(u"crash-20261108-000000-1.txt"_s));
        const QStringList left = QDir(home.path()).entryList(QDir::Files, QDir::Name);
        QCOMPARE(left.size(), CrashReports::kept);
        QCOMPARE(left.first(), u"crash-20261104-000000-1.txt"_s);
    }
};

QTEST_GUILESS_MAIN(TestCrashReports)
#include "tst_crashreports.moc"
