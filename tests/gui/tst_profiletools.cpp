// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "core/redis/redisurl.h"
#include "tests/gui/openwindow.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/importdialog.h"
#include "ui/inspector/payloadview.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/text/formatting.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/window/profilecommands.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests the menu of saved connections, importing and exporting them, and advanced fields.
class TestProfileTools : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<KeychainStore> m_keychain;
    std::unique_ptr<Profiles> m_profiles;

    QString path(const QString& name) const { return m_folder->filePath(name); }
    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void save(const QString& name, const QString& group = {})
    {
        Profile profile;
        profile.name = name;
        profile.group = group;
        profile.url = u"redis://127.0.0.1:6379/0"_s;
        QVERIFY(m_profiles->save(profile, {}, {}).ok());
    }
    static QLineEdit& field(const QWidget& dialog, const QString& name)
    {
        for (auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == name)
                return *edit;
        }
        qFatal("there is no field %s", qPrintable(name));
    }
    static QPushButton& button(const QWidget& dialog, const QString& begin)
    {
        for (auto* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&').startsWith(begin))
                return *button;
        }
        qFatal("there is no button %s", qPrintable(begin));
    }
    QByteArray passwordOf(const QString& name)
    {
        return m_profiles->secrets().waitFor(*m_profiles->find(name)).credentials.password.bytes();
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
        m_profiles = std::make_unique<Profiles>(ProfileStore(path(u"profiles.json"_s)), *m_keychain, Credentials());
        QVERIFY(m_profiles->load().ok());
    }
    void cleanup()
    {
        m_profiles.reset();
        m_keychain.reset();
    }

    void theFileMenuOpensSavedConnections()
    {
        OpenWindow open(*m_theme);
        ProfileCommands tools(*m_theme, *m_profiles, open.window, nullptr);
        QVERIFY(!tools.menu().isEnabled());
        QVERIFY(!open.window.actions()["profiles.export"]->isEnabled());
        save(u"shop & co"_s, u"Live"_s);
        save(u"a lab"_s);
        QStringList names;
        for (const QAction* action : tools.menu().actions())
            names << action->text();
        QCOMPARE(names, (QStringList{u"a lab"_s, u"Live"_s, u"shop && co"_s}));
        bool inFile = false;
        for (const QAction* title : open.window.menuBar()->actions()) {
            for (const QAction* action : title->menu() ? title->menu()->actions() : QList<QAction*>())
                inFile = inFile || action->menu() == &tools.menu();
        }
        QVERIFY(inFile);
        QSignalSpy requested(&open.window, &MainWindow::profileRequested);
        tools.menu().actions().back()->trigger();
        QCOMPARE(requested.size(), 1);
        QCOMPARE(requested.front().front().toString(), u"shop & co"_s);
    }

    void aListOfUrlsIsImportedWithoutItsPasswords()
    {
        save(u"orders"_s);
        ImportDialog dialog(*m_theme, *m_profiles, nullptr);
        QVERIFY(!button(dialog, u"Import"_s).isEnabled());
        dialog.setText("# ours\nrediss://ops:S3cr-9@redis.example:6380/1 orders\nredis://10.0.0.7\nnonsense://x\n", {});
        QCOMPARE(dialog.found().size(), 2U);
        QVERIFY2(!dialog.preview().contains(u"S3cr"), qPrintable(dialog.preview()));
        QVERIFY(dialog.preview().contains(u"rediss://ops@redis.example:6380/1"));
        QVERIFY(dialog.found().at(0).profile.name != u"orders"); // `orders` is already in use.
        const QString name = dialog.found().at(0).profile.name;
        button(dialog, u"Import"_s).click();
        QCOMPARE(dialog.result(), int(QDialog::Accepted));
        QCOMPARE(m_profiles->all().size(), 3U);
        QVERIFY(!contents(path(u"profiles.json"_s)).contains("S3cr"));
        QTRY_COMPARE(passwordOf(name), QByteArray("S3cr-9"));
    }

    void importingBeginsWhereTheListGoes()
    {
        ImportDialog dialog(*m_theme, *m_profiles, nullptr);
        dialog.show();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        QTRY_VERIFY(QApplication::focusWidget());
        QCOMPARE(QApplication::focusWidget()->accessibleName(), u"URLs or an export"_s);
        dialog.setText("redis-sentinel://s1.a-very-long-name.internal.example,s2.internal.example/main one\n", {});
        // The address has a separate line that doesn't wrap.
        QCOMPARE(dialog.preview().count(u'\n'), 1);
        QVERIFY(dialog.preview().section(u'\n', 1).startsWith(u"  redis-sentinel://s1"));
    }

    void anExampleIsNotBroken()
    {
        const QString joiner(QChar(0x2060));
        QString shown = Formatting::whole(u"as redis://127.0.0.1:6379/0, or and/or this."_s);
        QVERIFY(shown.contains(u'/' + joiner + u'/' + joiner + u"127"_s));
        QCOMPARE(shown.remove(joiner), u"as redis://127.0.0.1:6379/0, or and/or this."_s);
        const QString plain = u"Nothing here: not one.  Two spaces "_s;
        QCOMPARE(Formatting::whole(plain), plain);
        const QString path = u'/' + QString(40, u'a') + u"/b"_s; // A long path may need several lines.
        QCOMPARE(Formatting::whole(path), path);
    }

    void whatComesFromAListHasTheEnvironmentChosen()
    {
        ImportDialog dialog(*m_theme, *m_profiles, nullptr);
        dialog.setText("redis://10.0.0.7 live", {});
        auto* environment = dialog.findChild<QComboBox*>();
        environment->setCurrentIndex(environment->findData(int(Environment::Production)));
        QCOMPARE(dialog.found().at(0).profile.environment, Environment::Production);
    }

    void anExportIsImportedAgain()
    {
        OpenWindow open(*m_theme);
        ProfileCommands tools(*m_theme, *m_profiles, open.window, nullptr);
        save(u"shop"_s, u"Live"_s);
        const QString file = path(u"out.json"_s);
        QVERIFY(tools.exportTo(file).ok());
        QCOMPARE(QFile::permissions(file) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QVERIFY(m_profiles->remove(u"shop"_s).ok());
        ImportDialog dialog(*m_theme, *m_profiles, nullptr);
        dialog.setText(contents(file), file);
        QCOMPARE(dialog.found().size(), 1U);
        dialog.accept();
        QVERIFY(m_profiles->find(u"shop"_s));
        QCOMPARE(m_profiles->find(u"shop"_s)->group, u"Live"_s);
        QVERIFY(!tools.exportTo(u"/nowhere/out.json"_s).ok());
    }

    void tlsOptionsHaveFields()
    {
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        dialog.show();
        field(dialog, u"URL"_s).setText(u"rediss://h:6380?cacert=/ca.pem&sni=real.example"_s);
        QVERIFY(!field(dialog, u"CA certificate"_s).isVisible());
        button(dialog, u"TLS, Sentinel"_s).click();
        QVERIFY(field(dialog, u"CA certificate"_s).isVisible());
        QCOMPARE(field(dialog, u"URL"_s).text(), u"rediss://h:6380"_s);
        QCOMPARE(field(dialog, u"CA certificate"_s).text(), u"/ca.pem"_s);
        QCOMPARE(field(dialog, u"CA certificate"_s).cursorPosition(), 0); // The start of a long path is visible.
        QVERIFY(field(dialog, u"CA certificate"_s).toolTip().contains(u"/ca.pem"));
        field(dialog, u"Client certificate"_s).setText(u"/me.pem"_s);
        field(dialog, u"Client key"_s).setText(u"/me.key"_s);
        const auto parsed = parseRedisUrl(dialog.profile().url);
        QVERIFY(parsed.ok());
        QCOMPARE(parsed->caCertificate, u"/ca.pem"_s);
        QCOMPARE(parsed->serverName, u"real.example"_s);
        QCOMPARE(parsed->clientKey, u"/me.key"_s);
        QVERIFY(parsed->tls);
    }

    void sentinelUserZoneAndMaskedFieldsAreSaved()
    {
        ConnectDialog dialog(*m_theme, m_profiles.get(), nullptr);
        field(dialog, u"URL"_s).setText(u"redis-sentinel://s1,s2/main"_s);
        field(dialog, u"Name"_s).setText(u"shop"_s);
        field(dialog, u"Sentinel user"_s).setText(u"watcher"_s);
        field(dialog, u"Time zone"_s).setText(u"Mars/Olympus"_s);
        QVERIFY(!button(dialog, u"Save and open"_s).isEnabled());
        field(dialog, u"Time zone"_s).setText(u"CST"_s);
        QVERIFY(!button(dialog, u"Save and open"_s).isEnabled());
        field(dialog, u"Time zone"_s).setText(u"Asia/Shanghai"_s);
        field(dialog, u"Masked fields"_s).setText(u"card, password ,"_s);
        QVERIFY(button(dialog, u"Save and open"_s).isEnabled());
        dialog.accept();
        const Profile* saved = m_profiles->find(u"shop"_s);
        QVERIFY(saved);
        QCOMPARE(saved->sentinelUser, u"watcher"_s);
        QCOMPARE(saved->timeZone, u"Asia/Shanghai"_s);
        QCOMPARE(saved->maskedFields, (QStringList{u"card"_s, u"password"_s}));
        ConnectDialog again(*m_theme, m_profiles.get(), nullptr);
        again.edit(*saved, saved->name);
        QCOMPARE(again.profile(), *saved);
    }

    void diagnosticsNameNeitherHostNorQueue()
    {
        Shop shop;
        shop.add(2);
        OpenWindow open(*m_theme);
        open.open(shop.profile(u"far"_s));
        QTRY_COMPARE(open.bench.list().tasks().rowCount(), 2);
        open.window.actions()["tools.copyDiagnostics"]->trigger();
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.startsWith(u"Dueline ") && text.contains(u"1 queues, 2 tasks") && text.contains(u"online"),
            qPrintable(text));
        QVERIFY2(!text.contains(u"mail") && !text.contains(u"far") && !text.contains(u"redis.sock"), qPrintable(text));
    }

    void theWindowShowsMaskedPayloadsAndTimesInTheProfilesZone()
    {
        Shop shop;
        NewTask task;
        task.id = "mail.send#1";
        task.dueAt = fromMs(1'893'456'000'000); // 2030-01-01T00:00Z
        task.payload = R"({"card":"S3cr","to":"me"})";
        QVERIFY(shop.backend().editor()->add("mail", {task}).ok());
        OpenWindow open(*m_theme);
        Profile profile = shop.profile(u"far"_s);
        profile.maskedFields = {u"card"_s};
        profile.timeZone = u"Asia/Shanghai"_s;
        open.open(profile);
        QTRY_COMPARE(open.bench.list().tasks().rowCount(), 1);
        QTRY_VERIFY(open.bench.list().tasks().taskAt(0));
        QCOMPARE(open.bench.list().tasks().taskAt(0)->preview, R"({"card":"****","to":"me"})");
        QCOMPARE(open.formatting.zone().id(), QByteArray("Asia/Shanghai"));
        QVERIFY2(
            open.formatting.exact(*task.dueAt).contains(u"08:00:00"), qPrintable(open.formatting.exact(*task.dueAt)));
        open.table().setCurrentIndex(open.bench.list().tasks().index(0, 0));
        auto& payload = open.part<PayloadView>();
        QTRY_COMPARE(payload.bytes(), R"({"card":"****","to":"me"})");
        // A connection without a time zone uses the one selected earlier.
        Shop other;
        other.add(1);
        open.open(other.profile(u"near"_s));
        QTRY_COMPARE(open.formatting.zone().id(), QTimeZone::systemTimeZone().id());
    }
};

QTEST_MAIN(TestProfileTools)
#include "tst_profiletools.moc"
