// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "tests/gui/openwindow.h"
#include "tests/support/canary.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/panels/commands/commandspanel.h"
#include "ui/panels/dock.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/window/profilecommands.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests that a password entered in the window is sent only to Redis. It must not appear on screen, in accessibility
/// text, in files or in the system's process information.
class TestCanary : public QObject
{
    Q_OBJECT

    PasswordCanary m_canary;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<RedisServer> m_server;

    /// Returns all titles, labels, tooltips and accessibility text that contain the password.
    QStringList widgetsWithIt() const
    {
        QStringList found;
        for (QWidget* widget : QApplication::allWidgets()) {
            QStringList texts{widget->windowTitle(), widget->accessibleName(), widget->accessibleDescription(),
                widget->toolTip(), widget->statusTip(), widget->whatsThis(), widget->objectName()};
            if (auto* spoken = QAccessible::queryAccessibleInterface(widget)) {
                texts << spoken->text(QAccessible::Name) << spoken->text(QAccessible::Description)
                      << spoken->text(QAccessible::Value);
            }
            for (const char* property : {"text", "plainText", "placeholderText", "title", "currentText"}) {
                const auto* edit = qobject_cast<QLineEdit*>(widget);
                if (!edit || edit->echoMode() == QLineEdit::Normal)
                    texts << widget->property(property).toString();
            }
            for (const QString& text : texts) {
                if (m_canary.isIn(text.toUtf8()))
                    found << u"%1: %2"_s.arg(QLatin1String(widget->metaObject()->className()), text);
            }
        }
        return found;
    }
    QString urlWithPassword() const
    {
        return QString(m_server->url()).replace(u"redis://"_s, u"redis://:%1@"_s.arg(m_canary.text()));
    }
    static QLineEdit& field(const QWidget& dialog, const QString& name)
    {
        for (auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->accessibleName() == name)
                return *edit;
        }
        qFatal("there is no field %s", qPrintable(name));
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
        m_server = std::make_unique<RedisServer>(
            RedisServer::Options{.tcp = true, .aof = false, .password = m_canary.password(), .arguments = {}});
    }

    // Checks that the search finds the password where it does occur. Otherwise, the other tests would prove nothing.
    void theCanaryIsFoundWhereItIs()
    {
        QLineEdit edit(m_canary.text());
        QVERIFY(!widgetsWithIt().isEmpty());
        QFile file(m_folder->filePath(u"f"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("x" + m_canary.password() + "x");
        file.close();
        QCOMPARE(m_canary.filesWithIt(m_folder->path()).size(), 1);
        QProcess process;
        process.start(u"tail"_s, {u"-f"_s, u"/dev/null"_s, m_canary.text()});
        QVERIFY(process.waitForStarted());
        QTRY_COMPARE(m_canary.processFilesWithIt(process.processId()).size(), 1);
        process.kill();
        process.waitForFinished();
    }

    void connectingTestingSavingAndExporting()
    {
        KeychainStore keychain(Millis(5'000));
        Profiles profiles(ProfileStore(m_folder->filePath(u"profiles.json"_s)), keychain, Credentials());
        QVERIFY(profiles.load().ok());
        OpenWindow open(*m_theme);
        open.window.rememberIn(m_folder->filePath(u"settings.ini"_s));
        ProfileCommands tools(*m_theme, profiles, open.window, nullptr);
        ConnectDialog dialog(*m_theme, &profiles, &open.window);
        field(dialog, u"URL"_s).setText(urlWithPassword());
        field(dialog, u"Name"_s).setText(u"shop"_s);
        dialog.show();
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == u"Test"_s)
                button->click();
        }
        QTRY_VERIFY(m_server->call({"INFO", "commandstats"}).bytes.contains("cmdstat_evalsha"));
        QCOMPARE(widgetsWithIt(), QStringList());
        dialog.accept();
        QVERIFY(profiles.find(u"shop"_s));
        QVERIFY(tools.exportTo(m_folder->filePath(u"export.json"_s)).ok());

        Credentials credentials;
        QTRY_COMPARE((credentials = profiles.secrets().waitFor(*profiles.find(u"shop"_s)).credentials).password.bytes(),
            m_canary.password()); // The keyring hasn't finished storing the password.
        auto connection = Connection::open(*profiles.find(u"shop"_s), credentials);
        QVERIFY(connection.ok());
        Connection& opened = **connection;
        open.bench.connections().add(std::move(*connection));
        open.part<Dock>().open(u"commands"_s);
        QTRY_VERIFY(opened.session().isOnline());
        auto& commands = open.part<CommandsPanel>();
        QTRY_VERIFY(commands.model().rowCount() > 0);
        DoctorDialog doctor(*m_theme, opened, nullptr);
        doctor.setAttribute(Qt::WA_DeleteOnClose, false);
        doctor.show();
        QTRY_VERIFY(!doctor.isBusy());
        // Reconnecting sends AUTH, which is recorded in the command log.
        m_server->call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        QTRY_VERIFY([&commands] {
            for (int row = 0; row < commands.model().rowCount(); ++row) {
                if (commands.model().rowAt(row)->name == "AUTH")
                    return true;
            }
            return false;
        }());
        for (int row = 0; row < commands.model().rowCount(); ++row)
            QVERIFY(!m_canary.isIn(commands.model().rowAt(row)->text.toUtf8()));
        open.window.actions()["tools.copyDiagnostics"]->trigger();
        QVERIFY(!QApplication::clipboard()->text().isEmpty());
        QVERIFY(!m_canary.isIn(QApplication::clipboard()->text().toUtf8()));
        QCOMPARE(widgetsWithIt(), QStringList());
        QCOMPARE(m_canary.filesWithIt(m_folder->path()), QStringList());
    }

    void aWrongPasswordIsNotRepeated()
    {
        RedisServer other({.tcp = true, .aof = false, .password = "another", .arguments = {}});
        OpenWindow open(*m_theme);
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = other.url();
        auto connection = Connection::open(profile, {Secret(m_canary.password()), {}});
        QVERIFY(connection.ok());
        Connection& opened = **connection;
        open.bench.connections().add(std::move(*connection));
        QTRY_VERIFY(opened.session().connection().kind == ConnectionState::Kind::Offline);
        QVERIFY(!m_canary.isIn(opened.session().connection().error.message.toUtf8()));
        QVERIFY(!m_canary.isIn(opened.session().connection().error.detail.toUtf8()));
        QCOMPARE(widgetsWithIt(), QStringList());
    }

    void theProgramShowsItNowhere_data()
    {
        QTest::addColumn<bool>("inUrl");
        QTest::newRow("in the URL") << true;
        QTest::newRow("in the environment") << false;
    }
    void theProgramShowsItNowhere()
    {
        QFETCH(bool, inUrl);
        QProcess program;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "HOME"})
            environment.insert(QLatin1String(name), m_folder->filePath(QString::fromLatin1(name)));
        environment.insert(u"QT_LOGGING_RULES"_s, u"dueline*.debug=true"_s);
        if (!inUrl)
            environment.insert(u"REDISCLI_AUTH"_s, m_canary.text());
        program.setProcessEnvironment(environment);
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(qEnvironmentVariable("DUELINE"), {u"--connect"_s, inUrl ? urlWithPassword() : m_server->url()});
        QVERIFY(program.waitForStarted());
        // One of these connections is the test's own.
        QTRY_VERIFY_WITH_TIMEOUT(m_server->call({"CLIENT", "LIST"}).bytes.count("name=dueline") >= 3, 15'000);
        QVERIFY(!PasswordCanary::contentsOf(u"/proc/%1/environ"_s.arg(program.processId())).isEmpty());
        QCOMPARE(m_canary.processFilesWithIt(program.processId()), QStringList());
        program.terminate();
        QVERIFY(program.waitForFinished(15'000));
        QVERIFY(!m_canary.isIn(program.readAll()));
        QCOMPARE(m_canary.filesWithIt(m_folder->path()), QStringList());
    }
};

QTEST_MAIN(TestCanary)
#include "tst_canary.moc"
