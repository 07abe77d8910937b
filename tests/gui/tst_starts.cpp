// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/profilesecrets.h"
#include "core/console/profiles/profilestore.h"
#include "tests/gui/accessiblescreen.h"
#include "tests/support/fakekeyring.h"
#include "tests/support/nativeplace.h"
#include "tests/support/redisserver.h"
#include "tests/support/sendsignal.h"

#include <QSettings>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests how the program starts and ends: a second instance, a link from another program, a previous crash, a signal.
/// Each test has a private screen, settings and session.
class TestStarts : public QObject
{
    Q_OBJECT

    const QString m_dueline = qEnvironmentVariable("DUELINE");
    std::unique_ptr<AccessibleScreen> m_hands;
    Face m_program;

    void start(const QStringList& arguments)
    {
        m_hands->screen().start(m_dueline, arguments);
        m_program = m_hands->program();
        QVERIFY2(!m_program.isNull(), "the program did not tell of itself");
    }
    bool shows(const QString& words) { return !m_hands->waitFor(m_program, {}, words).isNull(); }
    /// Starts the program with a link, as a browser would, and returns its output.
    QByteArray follow(const QString& link) { return m_hands->screen().startBeside(m_dueline, {u"--link"_s, link}); }

    Face question() { return m_hands->waitFor(m_program, {}, u"Open a link"_s); }

private Q_SLOTS:
    void init()
    {
        m_hands = std::make_unique<AccessibleScreen>();
        // Skip the tour.
        QSettings settings(m_hands->screen().folder() + u"/dueline/settings.ini"_s, QSettings::IniFormat);
        settings.setValue(u"window/tourTaken"_s, true);
    }
    void cleanup()
    {
        m_program = {};
        m_hands.reset();
    }

    void aLinkIsAskedAboutAndGetsNoPasswordOfThisProgram()
    {
        RedisServer server({.tcp = true, .aof = false, .password = "s3cret", .arguments = {}});
        const quint16 port = server.port();
        const auto connections = [&server] {
            for (const QByteArray& line : server.call({"INFO", "stats"}).bytes.split('\n')) {
                if (line.startsWith("total_connections_received:"))
                    return line.mid(27).trimmed().toInt();
            }
            return -1;
        };
        const int before = connections();
        m_hands->screen().set(u"REDISCLI_AUTH"_s, u"s3cret"_s);
        start({});
        const QString link = u"redis://127.0.0.1:%1"_s.arg(port);
        QVERIFY(follow(link).contains("opened in the running window"));
        const QString place = u"Server: 127.0.0.1:%1*"_s.arg(port);
        QVERIFY2(shows(place), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QVERIFY(m_hands->press(question(), u"push button"_s, u"Cancel"_s));
        QVERIFY(QTest::qWaitFor([&] { return m_hands->find(m_program, {}, place).isNull(); }, 10'000));
        QCOMPARE(connections(), before);

        QVERIFY(follow(link).contains("opened in the running window"));
        QVERIFY(shows(place));
        QVERIFY(m_hands->press(question(), u"push button"_s, u"Connect"_s));
        QVERIFY2(shows(u"The server requires a password*"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
    }

    void whatIsNoLinkOpensNothing()
    {
        start({});
        QVERIFY(!follow(u"https://host"_s).contains("running window"));
        QVERIFY(follow(u"redis://host"_s).contains("running window"));
        QVERIFY(shows(u"Server: host:6379*"_s));
    }

    /// A link to a queue requires confirmation before the program connects. If the connection is already open, the
    /// queue is shown immediately.
    void aLinkToAPlaceShowsTheQueue()
    {
        RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        NativeWorkerLane lane(server.config(), "w");
        for (const char* queue : {"mail", "post"})
            QVERIFY(lane.adder.add(queue, {{"t#a", {}, Millis(3'600'000), {}, "x"}}).ok());
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = server.url();
        QVERIFY(ProfileStore(m_hands->screen().folder() + u"/dueline/profiles.json"_s).save(profile).ok());
        start({});
        QVERIFY(follow(u"dueline:///nowhere/mail"_s).contains("running window"));
        QVERIFY(follow(u"dueline:///shop/mail?filter=state%3Ascheduled"_s).contains("running window"));
        QVERIFY2(shows(u"Server: 127.0.0.1:*"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QVERIFY(m_hands->press(question(), u"push button"_s, u"Connect"_s));
        QVERIFY2(shows(u"mail on shop*"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QVERIFY(follow(u"dueline:///shop/post"_s).contains("running window"));
        QVERIFY2(shows(u"post on shop*"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QVERIFY(!follow(u"dueline:///shop/post?run=1"_s).contains("running window"));
    }

    void aCrashIsToldOnce()
    {
        start({});
        QVERIFY(sendSignal(m_hands->screen().processId(), SIGABRT));
        QVERIFY(QTest::qWaitFor([this] { return m_hands->screen().hasCrashed(); }, 20'000));
        start({});
        QVERIFY(shows(u"Dueline crashed during its last run*"_s));
        QVERIFY(m_hands->press(m_program, u"push button"_s, u"OK"_s));
        QVERIFY(sendSignal(m_hands->screen().processId(), SIGTERM));
        QCOMPARE(m_hands->screen().ended(20'000), std::optional(0));
        start({});
        QVERIFY(shows(u"Redis URL"_s)); // the first page has loaded and responds
        QVERIFY(m_hands->find(m_program, {}, u"Dueline crashed during its last run*"_s).isNull());
    }

    void aConnectionWithoutAPasswordAsksNoKeyring()
    {
        const RedisServer server({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        FakeKeyring keyring(m_hands->busAddress());
        keyring.person = FakeKeyring::Person::IsAway;
        start({});
        QVERIFY(m_hands->screen().take(u"Dueline"_s));
        m_hands->screen().keys({u"ctrl+n"_s});
        const Face dialog = m_hands->waitFor(m_program, u"dialog"_s, u"Connect to Redis*"_s);
        QVERIFY(m_hands->fill(dialog, u"text"_s, u"URL"_s, server.url()));
        QVERIFY2(
            m_hands->press(dialog, u"push button"_s, u"Connect"_s), qPrintable(m_hands->outline(dialog).join(u'\n')));
        QVERIFY2(!m_hands->waitFor(m_program, u"frame"_s, u"127.0.0.1*"_s).isNull(),
            qPrintable(m_hands->outline(m_program).join(u'\n')));
        QCOMPARE(keyring.prompts, 0);
        QVERIFY(!keyring.exists);
    }

    void aKeyringThatNeverAnswersHoldsNothingUp()
    {
        const RedisServer server({.tcp = false, .aof = false, .password = "kept", .arguments = {}});
        Profile shop;
        shop.name = u"shop"_s;
        shop.url = u"unix:"_s + server.config().socketPath;
        QVERIFY(ProfileStore(m_hands->screen().folder() + u"/dueline/profiles.json"_s).save(shop).ok());
        FakeKeyring keyring(m_hands->busAddress());
        keyring.put(u"dueline"_s, ProfileSecrets::passwordKey(u"shop"_s), "kept");
        keyring.locked = true;
        keyring.person = FakeKeyring::Person::IsAway;
        start({u"--profile"_s, u"shop"_s});
        QVERIFY2(shows(u"Waiting for the keyring*"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QTRY_COMPARE_WITH_TIMEOUT(keyring.prompts, 1, 10'000);
        QVERIFY(follow(u"redis://host"_s).contains("running window"));
        QVERIFY(shows(u"Server: host:6379*"_s));
        QVERIFY(m_hands->press(question(), u"push button"_s, u"Cancel"_s));
        keyring.person = FakeKeyring::Person::Refuses;
        keyring.answerAll();
        QVERIFY2(
            shows(u"The keyring did not return the password*"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QCOMPARE(keyring.prompts, 1);
    }

    void aKeyringThatNeverAnswersDoesNotKeepTheProgram()
    {
        Profile shop;
        shop.name = u"shop"_s;
        shop.url = u"redis://127.0.0.1:1"_s;
        QVERIFY(ProfileStore(m_hands->screen().folder() + u"/dueline/profiles.json"_s).save(shop).ok());
        FakeKeyring keyring(m_hands->busAddress());
        keyring.mute = true;
        start({u"--profile"_s, u"shop"_s});
        QVERIFY2(shows(u"Waiting for the keyring*"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QVERIFY(sendSignal(m_hands->screen().processId(), SIGTERM));
        QCOMPARE(m_hands->screen().ended(10'000), std::optional(0));
    }

    /// On a signal, the program exits without asking, because it can't wait for an answer.
    void aSignalEndsTheProgramAlthoughItsWorkerIsBusy()
    {
        start({u"--sandbox"_s, u"--queue"_s, u"webhooks"_s});
        QVERIFY(shows(u"Tasks"_s));
        QVERIFY(m_hands->press(m_program, u"push button"_s, u"Open the panels"_s));
        // The embedded worker is running.
        QVERIFY2(shows(u"Running"_s), qPrintable(m_hands->outline(m_program).join(u'\n')));
        QVERIFY(sendSignal(m_hands->screen().processId(), SIGTERM));
        QCOMPARE(m_hands->screen().ended(20'000), std::optional(0));
    }
};

int main(int argc, char** argv)
{
    if (const QString missing = AccessibleScreen::missing(); !missing.isEmpty()) {
        std::printf("SKIP   : %s\n", qPrintable(missing));
        return 77;
    }
    QCoreApplication application(argc, argv);
    TestStarts test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_starts.moc"
