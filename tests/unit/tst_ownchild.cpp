// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/childprocess.h"
#include "core/base/ownchild.h"

#include <QProcess>
#include <QScopeGuard>
#include <QTest>

#include <thread>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

// Each run initializes only the members it needs.
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

using namespace dueline;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that the first process in a container reaps the processes that its tasks leave behind, and no others.
class TestOwnChild : public QObject
{
    Q_OBJECT

private slots:
    void whatATaskLeavesBehindIsCollected();
    void aChildThatIsWaitedForIsNeverCollected();
    void processesOfQtAreNeverCollected();
    void onlyWhoAdoptsOrphansIsAskedToCollect();
};

void TestOwnChild::onlyWhoAdoptsOrphansIsAskedToCollect()
{
    QVERIFY(!adoptsOrphans());
    QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 1UL), 0);
    QVERIFY(adoptsOrphans());
    QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 0UL), 0);
}

void TestOwnChild::whatATaskLeavesBehindIsCollected()
{
    QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 1UL), 0);
    const auto restore = qScopeGuard([] { ::prctl(PR_SET_CHILD_SUBREAPER, 0UL); });
    int left = 0;
    for (int i = 0; i < 5; ++i) {
        // The shell exits before its child, which is reparented to this process.
        const ChildResult run = runChild({.arguments = {"/bin/sh", "-c", "sleep 0.05 & sleep 0.1 & exit 3"}});
        QCOMPARE(run.code, 3);
        left += 2;
    }
    int collected = 0;
    QTRY_COMPARE((collected += collectOrphans()), left);
    QCOMPARE(collectOrphans(), 0);
}

void TestOwnChild::aChildThatIsWaitedForIsNeverCollected()
{
    std::atomic<bool> done = false;
    std::thread collector([&done] {
        while (!done)
            collectOrphans();
    });
    std::vector<std::thread> runners;
    std::atomic<int> right = 0;
    for (int i = 0; i < 4; ++i) {
        runners.emplace_back([&right] {
            for (int run = 0; run < 100; ++run)
                right += int(runChild({.arguments = {"/bin/sh", "-c", "exit 7"}}).code == 7);
        });
    }
    for (std::thread& runner : runners)
        runner.join();
    done = true;
    collector.join();
    QCOMPARE(right.load(), 400);
}

void TestOwnChild::processesOfQtAreNeverCollected()
{
    for (int i = 0; i < 50; ++i) {
        OwnChild own;
        QProcess process;
        own.startBy([&process] {
            process.start(u"/bin/sh"_s, {u"-c"_s, u"exit 9"_s});
            return pid_t(process.processId());
        });
        std::atomic<bool> done = false;
        std::thread collector([&done] {
            while (!done)
                collectOrphans();
        });
        const bool finished = process.waitForFinished(10'000);
        done = true;
        collector.join();
        QVERIFY(finished);
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 9);
    }
}

QTEST_GUILESS_MAIN(TestOwnChild)

#include "tst_ownchild.moc"
