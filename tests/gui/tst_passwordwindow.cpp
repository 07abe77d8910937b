// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/loginguard.h"
#include "tests/gui/openwindow.h"
#include "tests/support/must.h"
#include "tests/support/rotatingpassword.h"
#include "ui/widgets/passwordprompt.h"

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests a window connected to a server whose password changes. A command provides the current password.
class TestPasswordWindow : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        LoginGuard::setPauses({});
    }
    void cleanupTestCase() { m_theme.reset(); }

    void itGoesOnAndAsksNobody()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "token-0", .arguments = {}});
        RotatingPassword password("token-0");
        const auto backend = must(
            openLayout(defaultLayout(), password.of(server.config()), "dueline", "tester", Access::OperateAndWork));
        OpenWindow place(*m_theme);
        Profile profile;
        profile.name = u"vault"_s;
        profile.url = u"redis://127.0.0.1:%1"_s.arg(server.port());
        profile.secret = {SecretPlace::Kind::Command, {}, password.command()};
        Connection& connection = place.open(profile);
        QTRY_VERIFY(connection.session().isOnline());
        for (int round = 1; round <= 3; ++round) {
            password.change(server, "token-" + QByteArray::number(round));
            NewTask task;
            task.id = "mail.send#" + QByteArray::number(round);
            task.dueIn = std::chrono::hours(1);
            QTRY_VERIFY(backend->editor()->add("mail", {task}).ok());
            QTRY_VERIFY_WITH_TIMEOUT(
                connection.queue("mail") && connection.queue("mail")->counts.pending() == round, 20'000);
            QVERIFY(connection.session().isOnline());
        }
        for (const auto* prompt : place.window.findChildren<PasswordPrompt*>())
            QVERIFY(!prompt->isVisible());
        QVERIFY(!place.says(u"token-"_s));
        // The window's other requests also use the current password.
        password.change(server, "token-4");
        QTRY_VERIFY_WITH_TIMEOUT(
            connection.queue("mail") && place.bench.list().tasks().rowCount() == 3 && connection.session().isOnline(),
            20'000);
    }
};

QTEST_MAIN(TestPasswordWindow)
#include "tst_passwordwindow.moc"
