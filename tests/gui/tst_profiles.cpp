// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "core/redis/redisurl.h"
#include "tests/gui/openwindow.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/connectionstepview.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/sidebar/sidebar.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests saved connections in the sidebar, in the connection dialog and in the profiles file. These tests have no
/// keyring, so passwords are kept until the program ends; tst_keychain covers keyrings.
class TestProfiles : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<KeychainStore> m_keychain;
    std::unique_ptr<Profiles> m_profiles;

    QString path() const { return m_folder->filePath(u"profiles.json"_s); }
    QByteArray stored() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    static QLineEdit& field(const QWidget& dialog, const QString& name)
    {
        for (auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == name)
                return *edit;
        }
        qFatal("there is no field %s", qPrintable(name));
    }
    static QPushButton& button(const QWidget& dialog, const QString& text)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == text)
                return *button;
        }
        QStringList texts;
        for (const auto* button : dialog.findChildren<QPushButton*>())
            texts << button->text();
        qFatal("there is no button %s among %s", qPrintable(text), qPrintable(texts.join(u", "_s)));
    }
    QByteArray passwordOf(const QString& name)
    {
        Profile profile;
        profile.name = name;
        profile.url = u"redis://h"_s;
        return m_profiles->secrets().waitFor(profile).credentials.password.bytes();
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_keychain = std::make_unique<KeychainStore>(Millis(5'000));
        m_profiles = std::make_unique<Profiles>(ProfileStore(path()), *m_keychain, Credentials());
        QVERIFY(m_profiles->load().ok());
    }
    void cleanup()
    {
        m_profiles.reset();
        m_keychain.reset();
    }

    void aSavedConnectionIsListedUntilItIsOpened()
    {
        Shop shop;
        shop.add(2);
        OpenWindow open(*m_theme);
        const QAbstractItemModelTester tester(&open.bench.sidebar());
        Profile saved = shop.profile(u"shop"_s);
        saved.group = u"Live"_s;
        Profile other = shop.profile(u"another"_s, Environment::Production);
        open.bench.connections().setProfiles({saved, other});
        SidebarModel& model = open.bench.sidebar();
        const auto closed = [&model] {
            QStringList names;
            for (int i = 0; i < model.rowCount(); ++i) {
                if (model.row(i).isClosedProfile())
                    names << model.row(i).text;
            }
            return names;
        };
        QCOMPARE(closed(), (QStringList{u"another"_s, u"Live / shop"_s}));
        auto& sidebar = open.part<Sidebar>();
        QSignalSpy requested(&open.window, &MainWindow::profileRequested);
        QModelIndex row;
        for (int i = 0; i < model.rowCount(); ++i) {
            if (model.row(i).profile == u"shop")
                row = model.index(i);
        }
        QVERIFY(row.isValid());
        QVERIFY(model.data(row, Qt::AccessibleTextRole).toString().contains(u"not connected"));
        const QPoint at = sidebar.visualRect(row).center();
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, at);
        QVERIFY(requested.isEmpty()); // Selecting a connection doesn't open it.
        QTest::mouseDClick(sidebar.viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested.takeFirst().front().toString(), u"shop"_s);
        sidebar.setFocus();
        QTest::keyClick(&sidebar, Qt::Key_Return);
        QCOMPARE(requested.size(), 1);
        open.open(saved);
        QCOMPARE(closed(), QStringList{u"another"_s});
        QTRY_VERIFY(open.bench.view().queue());
        open.bench.connections().close(open.bench.connections().all().front()->id());
        QCOMPARE(closed().size(), 2);
    }

    void aSavedPasswordIsNeverInTheFile()
    {
        QSignalSpy untilQuit(m_profiles.get(), &Profiles::secretsProblem);
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        field(dialog, u"URL"_s).setText(u"redis://ops:S3cr-7@127.0.0.1:1/2"_s);
        QCOMPARE(field(dialog, u"URL"_s).text(), u"redis://ops@127.0.0.1:1/2"_s);
        QCOMPARE(field(dialog, u"Password"_s).text(), u"S3cr-7"_s);
        QVERIFY(field(dialog, u"Password"_s).echoMode() == QLineEdit::Password);
        QVERIFY(!button(dialog, u"Save"_s).isEnabled()); // The name is missing.
        field(dialog, u"Name"_s).setText(u"shop"_s);
        QVERIFY(button(dialog, u"Save and open"_s).isEnabled());
        button(dialog, u"Save"_s).click();
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QVERIFY(!dialog.opens());
        QTRY_COMPARE(untilQuit.size(), 1);
        QVERIFY(stored().contains("\"shop\""));
        QVERIFY(!stored().contains("S3cr"));
        QCOMPARE(passwordOf(u"shop"_s), QByteArray("S3cr-7"));
        QCOMPARE(m_profiles->all().size(), 1U);
    }

    void withoutANameItIsOnlyOpened()
    {
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QVERIFY(field(dialog, u"URL"_s).hasFocus()); // ready for typing; Enter connects
        QTest::keyClicks(QApplication::focusWidget(), u"redis://127.0.0.1:1"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QVERIFY(dialog.opens());
        QVERIFY(stored().isEmpty());
    }

    void editingKeepsWhatIsNotTouched()
    {
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = u"redis://127.0.0.1:1"_s;
        profile.connectTimeout = Millis(1'500);
        profile.maskedFields = QStringList{u"email"_s};
        QVERIFY(m_profiles->save(profile, {}, Secret("S3cr-8")).ok());
        QTRY_COMPARE(passwordOf(u"shop"_s), QByteArray("S3cr-8"));
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.edit(profile, u"shop"_s);
        QVERIFY(dialog.profile() == profile);
        field(dialog, u"Name"_s).setText(u"market"_s);
        button(dialog, u"Save"_s).click();
        QCOMPARE(m_profiles->all().size(), 1U);
        profile.name = u"market"_s;
        QVERIFY(m_profiles->all().front() == profile);
        QTRY_COMPARE(passwordOf(u"market"_s), QByteArray("S3cr-8")); // The password has moved to the new name.
        QTRY_COMPARE(passwordOf(u"shop"_s), QByteArray());
        QVERIFY(m_profiles->remove(u"market"_s).ok());
        QTRY_COMPARE(passwordOf(u"market"_s), QByteArray());
        QVERIFY(m_profiles->all().empty());
    }

    void anSshHostStandsInItsOwnField()
    {
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = u"redis://ops@10.1.2.3:6379?ssh=me@bastion:2222"_s;
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.edit(profile, u"shop"_s);
        QCOMPARE(field(dialog, u"URL"_s).text(), u"redis://ops@10.1.2.3:6379"_s);
        QCOMPARE(field(dialog, u"SSH host"_s).text(), u"me@bastion:2222"_s);
        QVERIFY(dialog.profile() == profile);
        field(dialog, u"SSH host"_s).setText(u"jump"_s);
        QCOMPARE(dialog.profile().url, u"redis://ops@10.1.2.3:6379?ssh=jump"_s);
        QVERIFY(button(dialog, u"Save"_s).isEnabled());
        for (const QString& odd : {u"-oProxyCommand=x"_s, u"a b"_s, u"host:x"_s}) {
            field(dialog, u"SSH host"_s).setText(odd);
            QVERIFY(!button(dialog, u"Save"_s).isEnabled());
        }
        field(dialog, u"SSH host"_s).clear();
        QCOMPARE(dialog.profile().url, u"redis://ops@10.1.2.3:6379"_s);

        // A pasted URL's SSH host moves to a separate field once the URL has been entered, not while it is being typed.
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        field(dialog, u"URL"_s).setFocus();
        field(dialog, u"URL"_s).selectAll();
        QTest::keyClicks(&field(dialog, u"URL"_s), u"redis://h:1?ssh=other"_s);
        QCOMPARE(dialog.profile().url, u"redis://h:1?ssh=other"_s);
        field(dialog, u"Name"_s).setFocus();
        QCOMPARE(field(dialog, u"SSH host"_s).text(), u"other"_s);
        QCOMPARE(dialog.profile().url, u"redis://h:1?ssh=other"_s);
        field(dialog, u"URL"_s).setText(u"unix:/run/redis.sock"_s);
        QVERIFY(!button(dialog, u"Save"_s).isEnabled());
    }

    void aTypedUrlIsLeftAloneUntilItIsEntered_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<int>("pause"); // delay between keys in ms; 0: process events only; -1: no delay
        QTest::addColumn<int>("end"); // key that ends the input
        for (const auto* url : {u"redis://viewer:look@127.0.0.1:27411", u"redis://:look@127.0.0.1:27411/2",
                 u"rediss://viewer:look@127.0.0.1:27411/0?ssh=gate"}) {
            const QString text = QString::fromUtf16(url);
            for (const int key : {int(Qt::Key_Tab), int(Qt::Key_Return)}) {
                const QByteArray name = text.toUtf8() + (key == Qt::Key_Tab ? ", Tab" : ", Return");
                QTest::newRow((name + ", slowly").constData()) << text << 15 << key;
                QTest::newRow((name + ", key by key").constData()) << text << 0 << key;
                QTest::newRow((name + ", fast").constData()) << text << -1 << key;
            }
        }
    }

    void aTypedUrlIsLeftAloneUntilItIsEntered()
    {
        QFETCH(QString, url);
        QFETCH(int, pause);
        QFETCH(int, end);
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QLineEdit& edit = field(dialog, u"URL"_s);
        edit.setFocus();
        QTRY_VERIFY(edit.hasFocus());
        for (qsizetype i = 0; i < url.size(); ++i) {
            QTest::keyClicks(&edit, QString(url[i]));
            if (pause > 0)
                QTest::qWait(pause);
            else if (pause == 0)
                QCoreApplication::processEvents();
            QCOMPARE(edit.text(), url.left(i + 1));
            QCOMPARE(edit.cursorPosition(), i + 1);
        }
        QVERIFY(!dialog.profile().url.contains(u"look"));
        QCOMPARE(dialog.password()->bytes(), QByteArray("look"));
        QTest::keyClick(&edit, Qt::Key(end));
        QVERIFY2(!edit.text().contains(u"look") && edit.text().contains(u"@127.0.0.1:27411") == url.contains(u"viewer"),
            qPrintable(edit.text()));
        QCOMPARE(field(dialog, u"Password"_s).text(), u"look"_s);
        QCOMPARE(dialog.password()->bytes(), QByteArray("look"));
        const auto entered = parseRedisUrl(dialog.profile().url);
        const auto typed = parseRedisUrl(url);
        QVERIFY(entered && typed);
        QCOMPARE(entered->hosts, typed->hosts);
        QCOMPARE(entered->user, typed->user);
        QCOMPARE(entered->database, typed->database);
        QCOMPARE(entered->sshHost, typed->sshHost);
    }

    /// A password from a URL belongs to that server and user, so it is never sent to another. A typed password is kept.
    void aPasswordOfAUrlStaysWithItsServer_data()
    {
        QTest::addColumn<QString>("next");
        QTest::addColumn<bool>("stays");
        QTest::newRow("another host") << u"redis://10.0.0.2:6379"_s << false;
        QTest::newRow("another port") << u"redis://10.0.0.1:6380"_s << false;
        QTest::newRow("another user") << u"redis://viewer@10.0.0.1:6379"_s << false;
        QTest::newRow("a socket") << u"unix:/run/redis.sock"_s << false;
        QTest::newRow("another database") << u"redis://10.0.0.1:6379/3"_s << true;
        QTest::newRow("the default port omitted") << u"redis://10.0.0.1"_s << true;
    }

    void aPasswordOfAUrlStaysWithItsServer()
    {
        QFETCH(QString, next);
        QFETCH(bool, stays);
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QLineEdit& url = field(dialog, u"URL"_s);
        QLineEdit& password = field(dialog, u"Password"_s);
        const auto enter = [&](const QString& text) {
            url.setFocus();
            url.selectAll();
            QTest::keyClicks(&url, text);
            QTest::keyClick(&url, Qt::Key_Tab);
        };
        enter(u"redis://:look@10.0.0.1:6379"_s);
        QCOMPARE(password.text(), u"look"_s);
        enter(next);
        QCOMPARE(password.text(), stays ? u"look"_s : QString());
        QCOMPARE(dialog.password().has_value(), stays);
        enter(u"redis://:look@10.0.0.1:6379"_s);
        password.setFocus();
        password.selectAll();
        QTest::keyClicks(&password, u"typed"_s);
        enter(next);
        QCOMPARE(password.text(), u"typed"_s);
    }

    void aNameThatIsTakenIsTold()
    {
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = u"redis://127.0.0.1:1"_s;
        QVERIFY(m_profiles->save(profile, {}, {}).ok());
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.edit(profile, {});
        dialog.show();
        button(dialog, u"Save"_s).click();
        QVERIFY(dialog.isVisible());
        bool told = false;
        for (const auto* label : dialog.findChildren<PlainLabel*>())
            told = told || (label->isVisible() && label->fullText().contains(u"already"));
        QVERIFY(told);
        QCOMPARE(m_profiles->copyOf(profile).name, u"shop (2)"_s);
    }

    void anAddressOfASavedServerIsTreatedWithTheSameCare()
    {
        Profile saved;
        saved.name = u"prod"_s;
        saved.url = u"rediss://me@prod.example:6380/2"_s;
        saved.environment = Environment::Production;
        saved.readOnly = true;
        saved.maskedFields = {u"card"_s};
        QVERIFY(m_profiles->save(saved, {}, {}).ok());
        const auto same = m_profiles->unsaved(u"redis://other@prod.example:6380/5"_s);
        QVERIFY(same.ok());
        QCOMPARE(same->environment, Environment::Production);
        QVERIFY(same->readOnly);
        QCOMPARE(same->maskedFields, saved.maskedFields);
        QCOMPARE(same->url, u"redis://other@prod.example:6380/5"_s);
        QCOMPARE(same->name, u"prod.example:6380/5"_s);
        const auto another = m_profiles->unsaved(u"redis://prod.example:6381"_s);
        QVERIFY(another.ok() && another->environment == Environment::Development && !another->readOnly);
        QVERIFY(!m_profiles->unsaved(u"redis://host:port"_s).ok());
        QCOMPARE(m_profiles->ofTarget(*parseRedisUrl(u"redis://prod.example:6380/2"_s)), m_profiles->find(u"prod"_s));
        QCOMPARE(m_profiles->ofTarget(*parseRedisUrl(u"redis://prod.example:6380/3"_s)), nullptr);
        QCOMPARE(m_profiles->ofTarget(*parseRedisUrl(u"redis://prod.example:6380/2?ssh=me@elsewhere"_s)), nullptr);
    }

    void theTestShowsItsSteps()
    {
        RedisServer server({.tcp = false, .aof = true, .password = "right", .arguments = {}});
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        field(dialog, u"URL"_s).setText(u"unix:"_s + server.config().socketPath);
        dialog.show();
        auto& steps = *dialog.findChild<ConnectionStepView*>();
        QVERIFY(!steps.isVisible());
        button(dialog, u"Test"_s).click();
        QVERIFY(steps.isVisible());
        QTRY_VERIFY(button(dialog, u"Copy result"_s).isVisible());
        QVERIFY2(steps.text().contains(u"NOAUTH"), qPrintable(steps.text()));
        QVERIFY2(steps.text().contains(u"failed"), qPrintable(steps.text()));
        field(dialog, u"Password"_s).setFocus();
        QTest::keyClicks(&field(dialog, u"Password"_s), u"right"_s);
        button(dialog, u"Test"_s).click();
        QTRY_VERIFY2(steps.text().contains(u"Clock"), qPrintable(steps.text()));
        QVERIFY2(!steps.text().contains(u"failed"), qPrintable(steps.text()));
        QVERIFY(!steps.text().contains(u"right"));
        if (const QString folder = qEnvironmentVariable("DUELINE_DIALOG_PICTURES"); !folder.isEmpty())
            dialog.grab().save(folder + u"/tested.png"_s);
    }
};

QTEST_MAIN(TestProfiles)
#include "tst_profiles.moc"
