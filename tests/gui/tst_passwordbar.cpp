// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "tests/support/refusedlogins.h"
#include "ui/panels/dock.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/passwordprompt.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that a rejected password is sent only once, and that the window reports it and asks for another password in
/// the same message bar.
class TestPasswordBar : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    Profile profile() const
    {
        Profile profile = m_shop->profile(u"vault"_s);
        profile.url = u"redis://127.0.0.1:%1"_s.arg(m_shop->server.port());
        return profile;
    }
    Connection& openWith(const char* password)
    {
        Credentials credentials;
        credentials.password = Secret(password);
        auto connection = Connection::open(profile(), credentials);
        Connection& opened = **connection;
        m_open->bench.connections().add(std::move(*connection));
        return opened;
    }
    QLineEdit& field() const { return *m_open->part<PasswordPrompt>().findChild<QLineEdit*>(u"password"_s); }
    QCheckBox& keep() const { return *m_open->part<PasswordPrompt>().findChild<QCheckBox*>(u"keepPassword"_s); }
    /// Waits until the window has tried four times to connect to an unreachable server. By then, it would also have
    /// retried a server tried every half second.
    static bool othersAreTriedAgain()
    {
        Profile nowhere;
        nowhere.name = u"nowhere"_s;
        nowhere.url = u"redis://127.0.0.1:%1"_s.arg(RedisServer::freePort());
        const auto connection = Connection::open(nowhere);
        int lost = 0;
        connect(&(*connection)->session(), &Session::connectionChanged, &(*connection)->session(),
            [&lost](const ConnectionState& state) { lost += state.kind == ConnectionState::Kind::Offline; });
        return QTest::qWaitFor([&lost] { return lost >= 4; }, factsComeWithin);
    }
    bool asks() const { return m_open->part<PasswordPrompt>().isVisible() && field().isEnabled(); }

private Q_SLOTS:
    void init()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_shop = std::make_unique<Shop>(
            "mail.send", RedisServer::Options{.tcp = true, .aof = false, .password = "right", .arguments = {}});
        m_shop->add(3);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&m_open->window));
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
        m_theme.reset();
    }

    void itIsOfferedOnceAndAskedForAtTheSpot()
    {
        Connection& connection = openWith("wrong");
        QTRY_VERIFY(asks());
        QTRY_VERIFY(field().hasFocus());
        QVERIFY(m_open->says(u"The server rejected the password."_s));
        QVERIFY(m_open->says(u"no automatic retry"_s));
        QVERIFY(m_open->says(u"Not connected, sign-in rejected"_s));
        QVERIFY(othersAreTriedAgain());
        QCOMPARE(refusedLogins(m_shop->server), 1);
        QCOMPARE(connection.session().nextTryIn(), 0ms);

        QTest::keyClicks(&field(), u"also wrong"_s); // The field has the focus.
        QTest::keyClick(&field(), Qt::Key_Return);
        QVERIFY(field().text().isEmpty());
        QTRY_COMPARE(refusedLogins(m_shop->server), 2);
        QTRY_VERIFY(asks());
        QTRY_VERIFY(field().hasFocus());

        QTest::keyClicks(&field(), u"right"_s);
        QTest::keyClick(&field(), Qt::Key_Return);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QVERIFY(!m_open->part<PasswordPrompt>().isVisible());
        QCOMPARE(refusedLogins(m_shop->server), 2);
    }

    void whatIsMissingIsAskedForToo()
    {
        openWith("");
        QTRY_VERIFY(asks());
        QVERIFY(m_open->says(u"The server requires a password."_s));
    }

    /// All connections are lost at the same time and try the old password, but the window asks only once.
    void onePasswordThatIsChangedMeanwhileEndsInOneQuestion()
    {
        Connection& connection = openWith("right");
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        for (const QString& panel : {u"results"_s, u"leases"_s, u"activity"_s, u"metrics"_s})
            m_open->window.dock().open(panel);
        m_open->window.dock().open(u"results"_s);
        QTRY_VERIFY(m_open->says(u"No outcomes yet"_s));
        changePassword(m_shop->server, "another");
        QTRY_VERIFY_WITH_TIMEOUT(asks(), 15'000);
        QVERIFY(othersAreTriedAgain());
        QCOMPARE(refusedLogins(m_shop->server), 1);
        // The data on screen is stale. The new password restores all connections, including the one that reads results.
        QVERIFY(m_open->table().isStale());
        field().setFocus();
        QTest::keyClicks(&field(), u"another"_s);
        QTest::keyClick(&field(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(connection.session().isOnline(), 15'000);
        QTRY_VERIFY(!m_open->table().isStale());
        QTRY_VERIFY_WITH_TIMEOUT(m_open->says(u"No outcomes yet"_s), 15'000);
        QVERIFY(isAnswered(connection));
        QVERIFY(othersAreTriedAgain());
        QCOMPARE(refusedLogins(m_shop->server), 1);
    }

    void whoeverTypesElsewhereGoesOnTyping()
    {
        openWith("right");
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        auto& filter = m_open->part<FilterLine>();
        filter.setFocus();
        changePassword(m_shop->server, "another");
        QTRY_VERIFY_WITH_TIMEOUT(asks(), 15'000);
        QVERIFY(filter.hasFocus());
    }

    void aSavedConnectionKeepsItOnceItWasAccepted()
    {
        m_open->bench.connections().setProfiles({profile()});
        QSignalSpy kept(&m_open->bench.connections(), &OpenConnections::passwordAccepted);
        openWith("wrong");
        QTRY_VERIFY(asks());
        QVERIFY(keep().isVisible() && keep().isChecked()); // The profile stores its password.
        QTest::keyClicks(&field(), u"no"_s);
        QTest::keyClick(&field(), Qt::Key_Return);
        QTRY_COMPARE(refusedLogins(m_shop->server), 2);
        QTRY_VERIFY(asks());
        QCOMPARE(kept.size(), 0); // A rejected password is not saved.
        QTest::keyClicks(&field(), u"right"_s);
        QTest::keyClick(&field(), Qt::Key_Return);
        QTRY_COMPARE(kept.size(), 1);
        QCOMPARE(kept.first().at(1).value<Secret>(), Secret("right"));
    }

    void oneThatIsNotSavedIsNotKept()
    {
        QSignalSpy kept(&m_open->bench.connections(), &OpenConnections::passwordAccepted);
        openWith("wrong");
        QTRY_VERIFY(asks());
        QVERIFY(!keep().isVisible());
        QTest::keyClicks(&field(), u"right"_s);
        auto* button = m_open->part<PasswordPrompt>().findChild<QPushButton*>();
        QVERIFY(button->isEnabled());
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QCOMPARE(kept.size(), 0);
    }

    /// A password typed for one connection is never sent to another.
    void whatIsTypedForOneConnectionIsNotGivenToAnother()
    {
        Shop other("bill.close", RedisServer::Options{.tcp = true, .aof = false, .password = "right", .arguments = {}});
        openWith("wrong");
        QTRY_VERIFY(asks());
        QTest::keyClicks(&field(), u"half a secr"_s);
        Credentials credentials;
        credentials.password = Secret("wrong");
        Profile second = other.profile(u"other"_s);
        second.url = u"redis://127.0.0.1:%1"_s.arg(other.server.port());
        m_open->bench.connections().add(std::move(*Connection::open(second, credentials)));
        QTRY_VERIFY(asks());
        QVERIFY(field().text().isEmpty());
    }

    void reconnectNowTriesOnceMore()
    {
        openWith("wrong");
        QTRY_VERIFY(asks());
        changePassword(m_shop->server, "wrong"); // The password that was rejected before is now correct.
        m_open->window.actions()["connection.reconnect"]->trigger();
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
    }
};

QTEST_MAIN(TestPasswordBar)
#include "tst_passwordbar.moc"
