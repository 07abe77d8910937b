// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "tests/gui/openwindow.h"
#include "tests/support/frameworkwriter.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/payloadview.h"
#include "ui/text/language.h"
#include "ui/widgets/errortext.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests that the window shows the details that frameworks store about failed jobs, and lists each queue once.
class TestFrameworkDetails : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    Language m_language;
    std::unique_ptr<Theme> m_theme;

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_home.path().toLocal8Bit());
        m_language.use(u"en"_s);
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aFailedJobShowsItsStackAndLogs_data()
    {
        QTest::addColumn<QByteArray>("layout");
        for (const char* layout : {"bullmq", "bull", "rq"})
            QTest::newRow(layout) << QByteArray(layout);
    }
    /// The inspector shows the complete stack trace below the message, and the job's log in the details.
    void aFailedJobShowsItsStackAndLogs()
    {
        QFETCH(QByteArray, layout);
        Shop shop;
        const auto writer = FrameworkWriter::of(layout, shop.server);
        const QByteArray frame = "at charge (/srv/app/charge.js:12:9)";
        writer->write("mail",
            {.id = "77",
                .state = TaskState::Failed,
                .at = SystemClock().now() - Millis(1min),
                .error = "Error: card declined\n    " + frame});
        if (layout != "rq")
            shop.server.call({"RPUSH", "bull:mail:77:logs", "asking the bank", "the bank said no"});
        OpenWindow open(*m_theme);
        Profile profile = shop.profile(u"shop"_s);
        profile.layout = QString::fromLatin1(layout);
        const Connection& connection = open.open(profile);
        open.bench.view().show({connection.id(), "mail", {}});
        QTRY_VERIFY(open.bench.list().tasks().rowOf("77") >= 0);
        QVERIFY(open.table().select("77"));
        auto& inspector = open.part<Inspector>();
        QTRY_COMPARE(inspector.shownTask(), TaskId("77"));
        QTRY_VERIFY(inspector.findChild<ErrorText*>()->isVisible());
        const QString error = inspector.findChild<ErrorText*>()->toPlainText();
        QVERIFY2(error.contains(QString::fromLatin1(frame)), qPrintable(error));
        const auto details = [&inspector] { return QString::fromUtf8(inspector.payload().details()); };
        QTRY_VERIFY2(details().contains(QString::fromLatin1(frame)), qPrintable(details()));
        QCOMPARE(details().contains(u"asking the bank\nthe bank said no"_s), layout != "rq");
    }

    void aQueueOfAnOpenLayoutIsListedOnce_data()
    {
        QTest::addColumn<QByteArray>("layout");
        for (const QByteArray& layout : FrameworkWriter::layouts())
            QTest::newRow(layout.constData()) << layout;
        QTest::newRow("with a parameter") << QByteArray("bullmq?major=6");
    }
    /// Discovered queues from other layouts are listed unless the connection already lists them.
    void aQueueOfAnOpenLayoutIsListedOnce()
    {
        QFETCH(QByteArray, layout);
        Shop shop;
        const QByteArray framework = layout.split('?').front();
        FrameworkWriter::of(framework, shop.server)->fill("mail", 1);
        FrameworkWriter::of(framework == "asynq" ? "sidekiq" : "asynq", shop.server)->fill("other", 1);
        OpenWindow open(*m_theme);
        Profile profile = shop.profile(u"shop"_s);
        profile.layout = QString::fromLatin1(layout);
        const Connection& connection = open.open(profile);
        QTRY_VERIFY_WITH_TIMEOUT(connection.knowsForeign(), 15'000);
        QByteArrayList found;
        for (const ForeignQueue& queue : connection.foreign().queues)
            found << queue.name;
        QVERIFY2(found.contains("other") && !found.contains("mail"), found.join(' ').constData());
    }
};

QTEST_MAIN(TestFrameworkDetails)
#include "tst_frameworkdetails.moc"
