// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/privatebus.h"
#include "tests/support/fakekeyring.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/connectionstepview.h"
#include "ui/presenters/settings/profiles.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests the connection dialog with a desktop keyring, which may prompt the user. The dialog stays usable during the
/// prompt.
class TestKeyring : public QObject
{
    Q_OBJECT

    using Person = FakeKeyring::Person;

    const QString m_address;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<RedisServer> m_server; ///< server whose password is "kept"
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FakeKeyring> m_keyring;
    std::unique_ptr<KeychainStore> m_store;
    std::unique_ptr<Profiles> m_profiles;

    Profile shop() const
    {
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = u"unix:"_s + m_server->config().socketPath;
        return profile;
    }
    /// Saves a profile with a password and locks the keyring.
    void saveLocked()
    {
        QVERIFY(m_profiles->save(shop(), {}, {}).ok());
        m_keyring->put(u"dueline"_s, ProfileSecrets::passwordKey(u"shop"_s), "kept");
        m_keyring->locked = true;
    }
    static QLineEdit& field(const QWidget& dialog, const QString& name)
    {
        for (auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == name)
                return *edit;
        }
        qFatal("there is no field %s", qPrintable(name));
    }
    static QPushButton* button(const QWidget& dialog, const QString& text)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == text)
                return button;
        }
        return nullptr;
    }
    static bool says(const QWidget& dialog, const QString& words)
    {
        for (const auto* label : dialog.findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().contains(words))
                return true;
        }
        return false;
    }

public:
    explicit TestKeyring(QString address)
        : m_address(std::move(address))
    { }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = false, .aof = false, .password = "kept", .arguments = {}});
    }
    void cleanupTestCase()
    {
        m_server.reset();
        m_theme.reset();
    }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_keyring = std::make_unique<FakeKeyring>(m_address);
        m_store = std::make_unique<KeychainStore>(Millis(20'000));
        m_profiles
            = std::make_unique<Profiles>(ProfileStore(m_folder->filePath(u"profiles.json"_s)), *m_store, Credentials());
        QVERIFY(m_profiles->load().ok());
    }
    void cleanup()
    {
        // Answer the pending request; otherwise, the next test would wait for it.
        m_keyring->person = Person::Refuses;
        m_keyring->answerAll();
        QTest::qWait(100);
        m_profiles.reset();
        m_store.reset();
        m_keyring.reset();
    }

    void whatIsNotSavedAsksNoKeyring()
    {
        m_keyring->person = Person::IsAway;
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        field(dialog, u"URL"_s).setText(shop().url);
        button(dialog, u"Test"_s)->click();
        QTRY_VERIFY(dialog.findChild<ConnectionStepView*>()->text().contains(u"NOAUTH"));
        field(dialog, u"Password"_s).setFocus();
        QTest::keyClicks(&field(dialog, u"Password"_s), u"kept"_s);
        field(dialog, u"Name"_s).setFocus(); // finishes entering the password
        QTRY_VERIFY(button(dialog, u"Test"_s));
        button(dialog, u"Test"_s)->click();
        QTRY_VERIFY(dialog.findChild<ConnectionStepView*>()->text().contains(u"Clock"));
        button(dialog, u"Connect"_s)->click();
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QTest::qWait(200);
        QCOMPARE(m_keyring->prompts, 0);
        QVERIFY(!m_keyring->exists);
    }

    void whatIsSavedIsAskedForOnceItIsSaved()
    {
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        field(dialog, u"URL"_s).setText(shop().url);
        field(dialog, u"Password"_s).setFocus();
        QTest::keyClicks(&field(dialog, u"Password"_s), u"kept"_s);
        field(dialog, u"Name"_s).setFocus();
        QTest::keyClicks(&field(dialog, u"Name"_s), u"shop"_s);
        QTest::qWait(200);
        QCOMPARE(m_keyring->prompts, 0);
        button(dialog, u"Save"_s)->click();
        QTRY_COMPARE(m_keyring->prompts, 1);
        QTRY_COMPARE(m_keyring->held(), 1);
    }

    void aRefusedPromptIsSaidOnce()
    {
        m_keyring->person = Person::Refuses;
        QSignalSpy problems(m_profiles.get(), &Profiles::secretsProblem);
        QVERIFY(m_profiles->save(shop(), {}, Secret("kept")).ok());
        QTRY_COMPARE(problems.size(), 1);
        QVERIFY2(problems.first().first().toString().contains(u"only until you quit"),
            qPrintable(problems.first().first().toString()));
        QCOMPARE(m_profiles->secrets().waitFor(shop()).credentials.password.bytes(), QByteArray("kept"));
        QCOMPARE(m_keyring->prompts, 1);
    }

    void theDialogIsUsableWhileTheKeyringAsks()
    {
        saveLocked();
        m_keyring->person = Person::IsAway;
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.edit(shop(), u"shop"_s);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        button(dialog, u"Test"_s)->click();
        QTRY_COMPARE(m_keyring->prompts, 1);
        field(dialog, u"Name"_s).setFocus();
        QTest::keyClicks(&field(dialog, u"Name"_s), u"2"_s);
        QCOMPARE(field(dialog, u"Name"_s).text(), u"shop2"_s);
        QTRY_VERIFY(says(dialog, u"Waiting for the keyring"_s));
        QVERIFY(button(dialog, u"Stop the test"_s));
        button(dialog, u"Stop the test"_s)->click();
        QVERIFY(button(dialog, u"Test"_s));
        QVERIFY(!says(dialog, u"Waiting for the keyring"_s));
        // A late reply from the keyring is ignored.
        m_keyring->person = Person::Agrees;
        m_keyring->answerAll();
        QTest::qWait(200);
        QVERIFY(dialog.findChild<ConnectionStepView*>()->text().isEmpty());
        button(dialog, u"Test"_s)->click();
        QTRY_VERIFY(dialog.findChild<ConnectionStepView*>()->text().contains(u"Clock"));
        QCOMPARE(m_keyring->prompts, 1);
    }

    void aPasswordThatIsNotGivenIsSaid()
    {
        saveLocked();
        m_keyring->person = Person::Refuses;
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.edit(shop(), u"shop"_s);
        dialog.show();
        button(dialog, u"Test"_s)->click();
        QTRY_VERIFY(dialog.findChild<ConnectionStepView*>()->text().contains(u"NOAUTH"));
        QVERIFY(says(dialog, u"it is locked"_s));
        QCOMPARE(m_keyring->prompts, 1);
    }

    void aNewNameLeavesBehindWhatCannotBeRead()
    {
        saveLocked();
        m_keyring->person = Person::Refuses;
        QSignalSpy problems(m_profiles.get(), &Profiles::secretsProblem);
        Profile renamed = shop();
        renamed.name = u"market"_s;
        QVERIFY(m_profiles->save(renamed, u"shop"_s, {}).ok());
        QTRY_COMPARE(problems.size(), 1);
        QVERIFY(m_profiles->remove(u"market"_s).ok());
        QTest::qWait(200);
        QCOMPARE(problems.size(), 1); // The removed profile has no password, so no other problem is reported.
        QCOMPARE(m_keyring->held(), 1);
    }

    void aPasswordThatStaysInALockedKeyringIsSaid()
    {
        saveLocked();
        QSignalSpy problems(m_profiles.get(), &Profiles::secretsProblem);
        QVERIFY(m_profiles->remove(u"shop"_s).ok());
        QTRY_COMPARE(problems.size(), 1);
        QVERIFY2(
            problems.first().first().toString().contains(u"locked"), qPrintable(problems.first().first().toString()));
        QCOMPARE(m_keyring->prompts, 0);
    }
};

int main(int argc, char** argv) { return runOnPrivateBus<TestKeyring>(argc, argv); }

#include "tst_keyring.moc"
