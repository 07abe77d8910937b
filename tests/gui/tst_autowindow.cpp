// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/console/profiles/keychainstore.h"
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/dialogs/connect/layoutlist.h"
#include "ui/presenters/embeddedworker.h"
#include "ui/presenters/settings/profiles.h"
#include "ui/sidebar/sidebar.h"
#include "ui/text/language.h"
#include "ui/timeline/timelinelegend.h"
#include "ui/widgets/tasks/tasktable.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QDir>
#include <QListWidget>
#include <QTemporaryDir>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests a connection that detects layouts: the sidebar groups queues by framework, and discovery blocks nothing. If
/// DUELINE_PICTURES is set to a folder, saves screenshots of the window there, in the light and dark themes.
class TestAutoWindow : public QObject
{
    Q_OBJECT

    QTemporaryDir m_home;
    Language m_language;
    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_shop;

    Profile profile(const QString& layout = u"auto"_s) const
    {
        Profile profile = m_shop->profile(u"shop"_s);
        profile.layout = layout;
        return profile;
    }
    void addBullmq(const QByteArray& path, const QByteArray& version)
    {
        m_shop->server.call({"HSET", path + ":meta", "version", "bullmq:" + version, "opts.maxLenEvents", "10000"});
        m_shop->server.call({"XADD", path + ":events", "*", "event", "added"});
        m_shop->server.call({"LPUSH", path + ":wait", "1"});
        m_shop->server.call({"ZADD", path + ":failed", "1795236791229", "2"});
        for (const char* id : {"1", "2"})
            m_shop->server.call(
                {"HSET", path + ':' + id, "name", "send", "data", "{}", "failedReason", "ETIMEDOUT", "atm", "3"});
    }
    static std::vector<SidebarModel::Row> rowsOf(OpenWindow& open)
    {
        std::vector<SidebarModel::Row> rows;
        for (int i = 0; i < open.bench.sidebar().rowCount(); ++i)
            rows.push_back(open.bench.sidebar().row(i));
        return rows;
    }
    /// Returns the sidebar's rows: headings in brackets, and queues with their marks.
    static QStringList wordsOf(OpenWindow& open)
    {
        QStringList words;
        for (const SidebarModel::Row& row : rowsOf(open)) {
            if (row.kind == SidebarModel::Kind::Layout)
                words << u'[' + row.text + u']';
            else if (row.kind == SidebarModel::Kind::Queue)
                words << (row.mark.isEmpty() ? row.text : row.text + u' ' + row.mark);
            else if (row.kind == SidebarModel::Kind::Foreign)
                words << u'(' + row.text + u')';
        }
        return words;
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
        qputenv("XDG_STATE_HOME", m_home.path().toLocal8Bit());
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
        m_theme->choose(ThemeChoice::Light);
    }
    void init()
    {
        m_shop = std::make_unique<Shop>();
        m_shop->add(3, 1h);
    }
    void cleanup() { m_shop.reset(); }
    void cleanupTestCase() { m_theme.reset(); }

    void statesThatAreKeptElsewhereAreNoRows()
    {
        m_shop->server.call({"RPUSH", "laravel_database_queues:post",
            R"({"uuid":"a","displayName":"Mail","job":"x","data":{},"attempts":0})"});
        OpenWindow open(*m_theme);
        open.open(profile());
        SidebarModel& model = open.bench.sidebar();
        const auto rowOf = [&](QStringView text) {
            const auto rows = rowsOf(open);
            return std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.text == text; })
                - rows.begin();
        };
        QTRY_VERIFY(rowOf(u"post") < model.rowCount());
        model.setOpen(model.row(int(rowOf(u"post"))).place, true);
        QTRY_VERIFY(rowOf(u"Due") < model.rowCount());
        const int queue = int(rowOf(u"post"));
        QStringList states;
        for (int i = queue + 1; i < model.rowCount() && model.row(i).kind != SidebarModel::Kind::Queue; ++i) {
            if (model.row(i).kind == SidebarModel::Kind::State)
                states << model.row(i).text;
        }
        QCOMPARE(states, (QStringList{u"Scheduled"_s, u"Due"_s, u"Leased"_s, u"Trash"_s}));
        const QString tip = model.index(queue, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(tip.contains(u"Laravel keeps failed jobs in its own database"), qPrintable(tip));

        // The legend above the timeline has no tiles for states that the queue's framework lacks. For a native queue,
        // it has all tiles, even those with zero tasks.
        const auto tiles = [&open] {
            QStringList words;
            for (const auto* tile : open.part<TimelineLegend>().findChildren<QAbstractButton*>()) {
                if (tile->isVisible())
                    words << tile->accessibleName();
            }
            words.sort();
            return words;
        };
        open.bench.view().show({open.bench.view().current()->id(), "post@laravel", {}});
        QTRY_COMPARE(tiles(), (QStringList{u"Due: 1 in view"_s, u"Leased: 0 in view"_s, u"Scheduled: 0 in view"_s}));
        open.bench.view().show({open.bench.view().current()->id(), "mail", {}});
        QTRY_COMPARE(tiles().size(), 6);
        QTRY_VERIFY(tiles().contains(u"Failed: 0 in view"_s) && tiles().contains(u"Done: 0 in view"_s));
    }

    void queuesStandBelowTheirFramework()
    {
        addBullmq("bull:mail", "6.7.0");
        addBullmq("bull:report", "6.7.0");
        addBullmq("shop:mail", "5.81.5");
        m_shop->server.call({"SADD", "queues", "mail"});
        m_shop->server.call({"LPUSH", "queue:mail", "{\"jid\":\"j\",\"class\":\"Mail\",\"args\":[]}"});
        m_shop->server.call({"ZADD", "dead", "1795236791.2", "{\"jid\":\"r\",\"class\":\"Mail\",\"args\":[]}"});
        m_shop->server.call({"SADD", "asynq:queues", "high"});
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile());
        const QStringList expected{u"[Native]"_s, u"mail"_s, u"[asynq]"_s, u"high asynq"_s, u"[BullMQ 6.7.0]"_s,
            u"mail BullMQ"_s, u"report BullMQ"_s, u"[BullMQ 5.81.5 (bullmq:shop)]"_s, u"mail BullMQ"_s, u"[Sidekiq]"_s,
            u"@sidekiq Sidekiq"_s, u"mail Sidekiq"_s};
        QTRY_COMPARE(wordsOf(open), expected);
        QVERIFY(connection.discovered().isRound);
        // Screen readers read the headings, which can't be selected.
        auto& sidebar = open.part<Sidebar>();
        for (int i = 0; i < open.bench.sidebar().rowCount(); ++i) {
            if (open.bench.sidebar().row(i).kind != SidebarModel::Kind::Layout)
                continue;
            const QModelIndex index = open.bench.sidebar().index(i);
            QVERIFY(!index.data(Qt::AccessibleTextRole).toString().isEmpty());
            QVERIFY(!(index.flags() & Qt::ItemIsSelectable));
        }
        const QModelIndex row = open.bench.sidebar().find({connection.id(), "mail@bullmq", {}});
        QVERIFY(row.isValid());
        QCOMPARE(row.data(Qt::AccessibleTextRole).toString(), u"mail, BullMQ, 2 tasks, 1 failed"_s);
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, sidebar.visualRect(row).center());
        QTRY_VERIFY(open.bench.list().tasks().rowOf("2") >= 0);
        // The capabilities are known even though the queue was found after the connection opened.
        QTRY_COMPARE(connection.session().capabilities("mail@bullmq").layout, QByteArray("bullmq"));
        QVERIFY(!connection.session().capabilities("mail@bullmq").leases);
        QVERIFY(connection.session().capabilities("mail").leases);
        const QString folder = qEnvironmentVariable("DUELINE_PICTURES");
        for (const ThemeChoice choice : {ThemeChoice::Dark, ThemeChoice::Light}) {
            m_theme->choose(choice);
            QVERIFY(test::isSettled());
            const QString file = choice == ThemeChoice::Dark ? u"auto-dark.png"_s : u"auto-light.png"_s;
            QVERIFY(folder.isEmpty() || open.window.grab().save(QDir(folder).filePath(file)));
        }
    }

    void withoutAFrameworkNothingIsAdded()
    {
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile());
        QTRY_COMPARE(wordsOf(open), QStringList{u"mail"_s});
        QTRY_VERIFY(connection.discovered().isRound);
        QCOMPARE(wordsOf(open), QStringList{u"mail"_s});
    }

    void aQueueThatComesLaterIsShown()
    {
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile());
        QTRY_VERIFY(connection.discovered().isRound);
        addBullmq("later:jobs", "6.7.0");
        connection.setRefreshPeriod(Millis(500));
        QTRY_VERIFY_WITH_TIMEOUT(wordsOf(open).contains(u"jobs BullMQ"_s), 15'000);
        QTRY_COMPARE(connection.session().capabilities("jobs@bullmq:later").layout, QByteArray("bullmq"));
    }

    void aServerOfManyKeysSaysHowFarItWasLookedThrough()
    {
        m_shop->server.call({"EVAL", "for i = 1, 300000 do redis.call('SET', 'session:' .. i, i) end", "0"});
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile());
        QTRY_VERIFY(!connection.queues().empty());
        QVERIFY(connection.discovered().lookedAt < 200'000); // The list must not wait for the scan to finish.
        const auto says = [&open](const QString& words) {
            const QStringList all = wordsOf(open);
            return std::any_of(all.begin(), all.end(), [&words](const QString& row) { return row.contains(words); });
        };
        QTRY_VERIFY(says(u"of 300,"_s));
        // The scan continues even though nothing changes and no requests are sent.
        connection.setRefreshPeriod(Millis(60'000));
        QTRY_VERIFY_WITH_TIMEOUT(connection.discovered().isComplete(), 30'000);
        QTRY_VERIFY(!says(u"Scanned"_s));
    }

    /// Before all keys have been scanned, "No queue yet" would be wrong.
    void whileItLooksTheMiddleDoesNotSayThatThereIsNoQueue()
    {
        m_shop->server.call({"FLUSHALL"});
        m_shop->server.call({"EVAL", "for i = 1, 400000 do redis.call('SET', 'session:' .. i, i) end", "0"});
        // Find a queue that the initial scan doesn't reach.
        QByteArrayList far;
        for (int i = 0; i < 40; ++i) {
            far << "far" + QByteArray::number(i) + ":jobs";
            m_shop->server.call({"SET", far.last() + ":meta", ""});
        }
        QByteArray cursor = "0";
        for (int i = 0; i < 220; ++i) {
            const Reply page = m_shop->server.call({"SCAN", cursor, "COUNT", "1000"});
            cursor = page.items[0].bytes;
            for (const Reply& key : page.items[1].items)
                far.removeOne(key.bytes.chopped(5));
        }
        QVERIFY(!far.isEmpty());
        for (int i = 0; i < 40; ++i)
            m_shop->server.call({"DEL", "far" + QByteArray::number(i) + ":jobs:meta"});
        addBullmq(far.first(), "6.7.0");
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile());
        const auto titles = [&open] {
            QStringList texts;
            for (const auto* label : open.window.findChildren<PlainLabel*>()) {
                if (label->isVisible())
                    texts << label->fullText();
            }
            return texts.join(u'|');
        };
        QString seen;
        QStringList told;
        const auto isOver = [&] {
            const QString now = titles();
            if (now != seen)
                told << now;
            seen = now;
            return connection.queues().size() == 1;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isOver(), 60'000);
        QVERIFY2(told.filter(u"Searching for queues"_s).size() > 0, qPrintable(told.join(u'\n')));
        QVERIFY2(told.filter(u"No queue yet"_s).isEmpty(), qPrintable(told.join(u'\n')));
        QTRY_VERIFY_WITH_TIMEOUT(connection.discovered().isComplete(), 60'000);

        m_shop->server.call({"FLUSHALL"});
        QTRY_VERIFY_WITH_TIMEOUT(titles().contains(u"No queue yet"_s), 60'000);
    }

    /// The scan also finishes if the connection opens only one layout.
    void aLayoutOpenedAloneIsSearchedToTheEnd()
    {
        m_shop->server.call({"FLUSHALL"});
        m_shop->server.call({"EVAL", "for i = 1, 300000 do redis.call('SET', 'session:' .. i, i) end", "0"});
        for (int i = 0; i < 20; ++i)
            addBullmq("bull:jobs" + QByteArray::number(i), "6.7.0");
        OpenWindow open(*m_theme);
        Connection& connection = open.open(profile(u"bullmq"_s));
        connection.setRefreshPeriod(Millis(60'000));
        QTRY_VERIFY_WITH_TIMEOUT(connection.discovered().isComplete(), 30'000);
        QTRY_COMPARE(connection.queues().size(), std::size_t(20));
    }

    void theWorkerLeavesQueuesOfFrameworksAlone()
    {
        OpenWindow open(*m_theme);
        auto sandbox = Connection::openSandbox();
        QVERIFY(sandbox.ok());
        Connection& connection = **sandbox;
        open.bench.connections().add(std::move(*sandbox));
        QTRY_COMPARE(connection.queues().size(), std::size_t(11));
        open.bench.view().show({connection.id(), "orders@bullmq", {}});
        QTRY_VERIFY(open.bench.view().queue());
        QAction* start = open.window.actions()["worker.start"];
        QTRY_VERIFY(start->isEnabled()); // The sandbox's worker serves every queue, not just the selected one.
        start->trigger();
        EmbeddedWorker& worker = open.bench.connections().worker();
        QTRY_VERIFY(worker.isRunning());
        std::vector<QueueName> queues = worker.queues();
        std::sort(queues.begin(), queues.end());
        const std::vector<QueueName> native{"billing", "exports", "images", "mail", "reports", "webhooks"};
        QCOMPARE(queues, native);
        worker.stop();
        QTRY_VERIFY(!worker.isRunning());
    }

    void aNewConnectionOpensWhatIsThere()
    {
        ConnectDialog dialog(*m_theme, nullptr, nullptr);
        QCOMPARE(dialog.profile().layout, u"auto"_s);
        auto* list = dialog.findChild<LayoutList*>()->findChild<QListWidget*>();
        QCOMPARE(list->count(), 1);
        QCOMPARE(list->item(0)->text(), u"auto"_s);
        dialog.edit(profile(u"auto,zset:jobs"_s), {});
        QCOMPARE(list->count(), 2);
        QCOMPARE(dialog.profile().layout, u"auto,zset:jobs"_s);
        dialog.edit(profile(u"native"_s), u"shop"_s); // the dialog keeps a saved layout
        QCOMPARE(dialog.profile().layout, u"native"_s);
        LayoutDialog layout(*m_theme, Formatting(), u"auto"_s, nullptr);
        QVERIFY(layout.findChild<QComboBox*>()->itemText(0).startsWith(u"Auto"_s));
        QCOMPARE(layout.chosen(), u"auto"_s);
        KeychainStore keychain;
        const Profiles profiles(ProfileStore(m_home.filePath(u"none.json"_s)), keychain, {});
        const auto unsaved = profiles.unsaved(u"redis://127.0.0.1:1"_s);
        QVERIFY(unsaved.ok());
        QCOMPARE(unsaved->layout, u"auto"_s);
    }
};

QTEST_MAIN(TestAutoWindow)
#include "tst_autowindow.moc"
