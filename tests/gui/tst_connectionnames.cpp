// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "tests/gui/openwindow.h"
#include "ui/presenters/settings/profiles.h"

#include <QPushButton>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace Qt::StringLiterals;

/// Tests naming unnamed connections, and the hint for a server without Dueline queues.
class TestConnectionNames : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    QTemporaryDir m_folder;
    KeychainStore m_keychain{Millis(2'000)};

    static QPushButton* button(const OpenWindow& open, const QString& words)
    {
        for (auto* button : open.window.findChildren<QPushButton*>()) {
            if (button->isVisible() && button->text() == words)
                return button;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void twoThatNobodyNamedAreToldApart()
    {
        const RedisServer::Options onPort{.tcp = true, .aof = false, .password = {}, .arguments = {}};
        RedisServer one(onPort);
        RedisServer two(onPort);
        Profiles profiles(ProfileStore(m_folder.filePath(u"profiles.json"_s)), m_keychain, Credentials());
        QVERIFY(profiles.load().ok());
        OpenWindow open(*m_theme);
        const auto add = [&](const RedisServer& server, const QString& path) {
            const QString url = u"redis://127.0.0.1:%1%2"_s.arg(server.port()).arg(path);
            const QString name = open.open(profiles.unsaved(url).value()).profile().name;
            return name;
        };
        QCOMPARE(add(one, {}), u"127.0.0.1:%1"_s.arg(one.port()));
        QCOMPARE(add(two, {}), u"127.0.0.1:%1"_s.arg(two.port()));
        QCOMPARE(add(two, u"/3"_s), u"127.0.0.1:%1/3"_s.arg(two.port()));
        QCOMPARE(add(two, {}), u"127.0.0.1:%1 (2)"_s.arg(two.port()));
        QTRY_VERIFY2(open.window.windowTitle().contains(u"127.0.0.1:%1 (2)"_s.arg(two.port())),
            qPrintable(open.window.windowTitle()));
        QStringList rows;
        for (int i = 0; i < open.bench.sidebar().rowCount(); ++i) {
            const SidebarModel::Row& row = open.bench.sidebar().row(i);
            if (row.kind == SidebarModel::Kind::Connection)
                rows << row.text;
        }
        QCOMPARE(rows.size(), 4);
        rows.removeDuplicates();
        QCOMPARE(rows.size(), 4);
    }

    /// An unnamed connection's name gets a number if a saved connection already has that name.
    void whatIsSavedKeepsItsName()
    {
        Profiles profiles(ProfileStore(m_folder.filePath(u"saved.json"_s)), m_keychain, Credentials());
        QVERIFY(profiles.load().ok());
        Profile saved;
        saved.name = u"redis.example:6380"_s;
        saved.url = u"redis://elsewhere.example"_s;
        QVERIFY(profiles.save(saved, {}, {}).ok());
        QCOMPARE(profiles.unsaved(u"redis://redis.example:6380"_s).value().name, u"redis.example:6380 (2)"_s);
        QCOMPARE(profiles.unsaved(u"redis://redis.example"_s).value().name, u"redis.example"_s);
    }

    void whatOtherFrameworksKeepIsNoEmptiness()
    {
        RedisServer server;
        server.call({"HSET", "bull:mail:meta", "version", "bullmq:5.81.5", "opts.maxLenEvents", "10000"});
        server.call({"LPUSH", "bull:mail:wait", "1"});
        server.call({"SET", "stat:processed", "7"});
        server.call({"SADD", "queues", "default", "low"});
        server.call({"LPUSH", "queue:default", "{}"});
        server.call({"LPUSH", "queue:low", "{}"});
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = server.url();
        OpenWindow open(*m_theme);
        open.open(profile);
        QTRY_VERIFY(open.says(u"No native queues here"_s));
        QVERIFY(!open.says(u"No queue yet"_s));
        QString told;
        for (const auto* label : open.window.findChildren<PlainLabel*>()) {
            if (label->isVisible() && label->fullText().startsWith(u"Queues from other"_s))
                told = label->fullText();
        }
        QVERIFY2(told.contains(u"BullMQ (1), Sidekiq (2)"_s), qPrintable(told));
        QPushButton* way = button(open, u"Open mail · BullMQ 5.81.5"_s);
        QVERIFY(way);
        QTest::mouseClick(way, Qt::LeftButton);
        QTRY_COMPARE(open.bench.connections().all().size(), 2U);
        QVERIFY(open.bench.view().current()->spec().layout.text().startsWith(u"bullmq"_s));
        QTRY_COMPARE(open.bench.view().place().queue, QueueName("mail"));
    }

    void anEmptyServerHasNoQueueYet()
    {
        RedisServer server;
        Profile profile;
        profile.name = u"shop"_s;
        profile.url = server.url();
        OpenWindow open(*m_theme);
        open.open(profile);
        QTRY_VERIFY(open.says(u"No queue yet"_s));
    }
};

QTEST_MAIN(TestConnectionNames)
#include "tst_connectionnames.moc"
