// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presenters/crashreports.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dueline;
using namespace Qt::StringLiterals;

/// What a program that ends by a signal leaves, in child processes that do.
class TestCrashReports : public QObject
{
    Q_OBJECT

    /// The signal that ended a child which installed the reports and then raised `signal`.
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
        QVERIFY2(text.count('\n') > 5, text.constData()); // and where it was
        QVERIFY(!text.contains("Canary9137"));
        QVERIFY(!(report.permissions() & (QFileDevice::ReadGroup | QFileDevice::ReadOther)));
        // Told once.
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
