// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/loginguard.h"
#include "tests/gui/openwindow.h"
#include "tests/integration/duectlprogram.h"
#include "tests/support/must.h"
#include "tests/support/rotatingpassword.h"
#include "tests/support/sendsignal.h"
#include "ui/widgets/passwordprompt.h"

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Runs a worker, a watcher and a window for two minutes on a server whose password changes every 20 s. Each gets the
/// password from a command. No task may fail, and no program may need restarting.
class TestRotation : public QObject
{
    Q_OBJECT

    static constexpr int rounds = 6;
    static constexpr int roundMs = 20'000;

private Q_SLOTS:
    void twoMinutesOfPasswords()
    {
        Theme theme(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        LoginGuard::setPauses({});
        RedisServer server({.tcp = true, .aof = false, .password = "token-0", .arguments = {}});
        RotatingPassword password("token-0");
        const QString url = u"redis://127.0.0.1:%1"_s.arg(server.port());
        const auto backend = must(
            openLayout(defaultLayout(), password.of(server.config()), "dueline", "tester", Access::OperateAndWork));
        const Duectl duectl(url);
        const QStringList byCommand{u"--password-command"_s, password.command()};
        const auto worker = duectl.start(
            byCommand + QStringList{u"work"_s, u"--queue"_s, u"mail"_s, u"--handler"_s, u"mail.send=sleep:300"_s});
        OpenWindow place(theme);
        Profile profile;
        profile.name = u"vault"_s;
        profile.url = url;
        profile.secret = {SecretPlace::Kind::Command, {}, password.command()};
        Connection& connection = place.open(profile);
        QTRY_VERIFY(connection.session().isOnline());
        int added = 0;
        const auto add = [&] {
            NewTask task;
            task.id = "mail.send#" + QByteArray::number(added);
            if (backend->editor()->add("mail", {task}).ok()) // retries in the next iteration if the connection was lost
                ++added;
        };
        add();
        const auto watcher = duectl.start(byCommand + QStringList{u"watch"_s, u"mail"_s, u"--json"_s});
        for (int round = 1; round <= rounds; ++round) {
            password.change(server, "token-" + QByteArray::number(round));
            QElapsedTimer since;
            since.start();
            for (qint64 next = 0; next < roundMs; next += 200) { // five tasks per second
                add();
                QVERIFY(QTest::qWaitFor([&] { return since.elapsed() >= next + 200; }, 2 * roundMs));
            }
            QVERIFY(connection.session().isOnline());
        }
        const auto done = [&] { return backend->inspector().queue("mail")->counts[TaskState::Done]; };
        QVERIFY(added > 300);
        QTRY_COMPARE_WITH_TIMEOUT(done(), qint64(added), 20'000);
        const StateCounts counts = backend->inspector().queue("mail")->counts;
        QCOMPARE(counts[TaskState::Failed] + counts[TaskState::Retrying], 0);
        QCOMPARE(worker->state(), QProcess::Running);
        QCOMPARE(watcher->state(), QProcess::Running);
        QTRY_VERIFY_WITH_TIMEOUT(
            connection.queue("mail") && connection.queue("mail")->counts[TaskState::Done] == added, 20'000);
        QByteArray seen;
        QVERIFY2(
            Duectl::waitFor(*watcher, QProcess::StandardOutput, "\"done\": " + QByteArray::number(added) + ",", seen),
            seen.right(500));
        for (const auto* prompt : place.window.findChildren<PasswordPrompt*>())
            QVERIFY(!prompt->isVisible());
        sendSignal(*watcher, SIGINT);
        sendSignal(*worker, SIGTERM);
        QVERIFY(worker->waitForFinished(20'000) && watcher->waitForFinished(20'000));
        QCOMPARE(worker->exitCode(), 0);
        seen += worker->readAllStandardError() + worker->readAllStandardOutput() + watcher->readAllStandardError();
        QVERIFY(!seen.contains("token-"));
    }
};

QTEST_MAIN(TestRotation)
#include "tst_rotation.moc"
