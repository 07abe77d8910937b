// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/firstqueue.h"
#include "tests/gui/openwindow.h"
#include "ui/dialogs/consentdialog.h"
#include "ui/widgets/environmentstripe.h"

#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests that the window asks before a user's own layout file may change tasks.
class TestConsentDialog : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;
    std::unique_ptr<OpenWindow> m_open;

    /// Opens the window with a layout file for the sorted set `orders`.
    void open(Environment environment = Environment::Development)
    {
        m_shop = std::make_unique<Shop>();
        m_shop->server.call({"ZADD", "orders", "1900000000", "a"});
        Profile profile = m_shop->profile(u"shop"_s, environment);
        profile.layout = u"file:"_s + m_folder.filePath(u"orders.toml"_s);
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->window.show();
        m_open->open(profile);
        QTRY_VERIFY(connection().session().isOnline());
    }
    Connection& connection() const { return *m_open->bench.view().current(); }
    bool canDiscard() const { return connection().session().capabilities("orders").can(ActionKind::Discard); }
    QToolButton& change() const { return *m_open->part<EnvironmentStripe>().findChild<QToolButton*>(); }
    /// Clicks the button in the message bar and answers the dialog. Returns the dialog's text.
    QString answer(bool accepts)
    {
        QString shown;
        QTimer::singleShot(0, this, [&] {
            auto* dialog = qobject_cast<ConsentDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            shown = dialog->findChild<QPlainTextEdit*>()->toPlainText();
            if (accepts)
                dialog->accept();
            else
                dialog->reject();
        });
        QTest::mouseClick(&change(), Qt::LeftButton);
        return shown;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QFile file(m_folder.filePath(u"orders.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("dueline-layout = 1\nname = \"orders\"\n[queues]\nnames = [\"orders\"]\n[place.later]\n"
                   "state = \"scheduled\"\nzset = \"orders\"\nscore = \"s\"\n");
        qputenv("XDG_STATE_HOME", m_folder.filePath(u"state"_s).toUtf8());
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanup()
    {
        m_open.reset();
        m_shop.reset();
    }
    void cleanupTestCase() { m_theme.reset(); }

    void tasksAreReadOnlyUntilTheFileIsAllowed()
    {
        open();
        QTRY_VERIFY(change().isVisible());
        QCOMPARE(change().text(), u"Allow changes…"_s);
        QVERIFY(!canDiscard());
        answer(false);
        QVERIFY(!canDiscard() && change().isVisible());
        const QString shown = answer(true);
        QVERIFY2(shown.contains(u"may change these keys: orders."), qPrintable(shown));
        QTRY_VERIFY(canDiscard());
        QTRY_VERIFY(!m_open->part<EnvironmentStripe>().isVisible());
    }

    /// The dialog lists the keys of the queues on the server, those of the displayed queue first.
    void theKeysOfTheQueuesAreListed()
    {
        QFile file(m_folder.filePath(u"orders.toml"_s));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray before = file.readAll();
        file.close();
        const auto write = [&file](const QByteArray& text) {
            return file.open(QIODevice::WriteOnly) && file.write(text) > 0 && (file.close(), true);
        };
        const auto restored = qScopeGuard([&] { write(before); });
        QVERIFY(write("dueline-layout = 1\nname = \"orders\"\n[queues]\nscan = \"q:<queue>\"\n[place.later]\n"
                      "state = \"scheduled\"\nzset = \"q:<queue>\"\nscore = \"s\"\n"));
        m_shop = std::make_unique<Shop>();
        for (const char* queue : {"q:a", "q:b"})
            m_shop->server.call({"ZADD", queue, "1900000000", "x"});
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = u"file:"_s + file.fileName();
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_open->window.show();
        m_open->open(profile);
        QTRY_COMPARE(connection().queues().size(), std::size_t(2));
        m_open->bench.view().show({connection().id(), "b", {}});
        QTRY_VERIFY(change().isVisible());
        const QString shown = answer(false);
        QVERIFY2(shown.contains(u"may change these keys: q:<queue>."), qPrintable(shown));
        QVERIFY2(shown.contains(u"On this server, these keys include q:b, q:a."), qPrintable(shown));
    }

    void aLockedConnectionAsksAfterItIsUnlocked()
    {
        open(Environment::Production);
        QTRY_VERIFY(change().isVisible());
        QCOMPARE(change().text(), u"Allow changes"_s);
        QTest::mouseClick(&change(), Qt::LeftButton);
        QTRY_COMPARE(change().text(), u"Allow changes…"_s);
        answer(true);
        QTRY_VERIFY(canDiscard());
        QTRY_COMPARE(change().text(), u"Lock"_s);
    }
};

QTEST_MAIN(TestConsentDialog)
#include "tst_consentdialog.moc"
