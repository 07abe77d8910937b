// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/redisserver.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/connect/connectdialog.h"
#include "ui/dialogs/connect/designsdialog.h"
#include "ui/dialogs/connect/layoutdialog.h"
#include "ui/dialogs/connect/layoutlist.h"
#include "ui/text/language.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/times/durationedit.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

using namespace dueline;
using namespace Qt::StringLiterals;

namespace {

/// Returns the visible widget with this accessible name, or null.
template <typename Widget> Widget* shown(const QWidget& dialog, const QString& name)
{
    for (auto* widget : dialog.findChildren<Widget*>()) {
        if (widget->accessibleName() == name && widget->isVisible())
            return widget;
    }
    return nullptr;
}

bool says(const QWidget& dialog, const QString& words)
{
    for (const auto* label : dialog.findChildren<PlainLabel*>()) {
        if (label->isVisible() && label->fullText().contains(words))
            return true;
    }
    return false;
}

QPushButton* button(const QWidget& dialog, const QString& begin)
{
    for (auto* button : dialog.findChildren<QPushButton*>()) {
        if (button->text().remove(u'&').startsWith(begin))
            return button;
    }
    return nullptr;
}

} // namespace

/// Tests the dialog for hand-written layouts, which selects keys by name and checks them before they are used.
class TestLayoutDialog : public QObject
{
    Q_OBJECT

    Language m_language;
    std::unique_ptr<Theme> m_theme;
    Formatting m_formatting{QTimeZone::utc()};

    /// Selects the list entry that starts with this text.
    static void choose(LayoutDialog& dialog, const QString& design)
    {
        auto* box = shown<QComboBox>(dialog, u"Design"_s);
        const int index = box->findText(design, Qt::MatchStartsWith);
        QVERIFY2(index >= 0, qPrintable(design));
        box->setCurrentIndex(index);
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus");
        m_language.use(u"en"_s); // plural forms need the English translation
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }

    void aDesignShowsItsFieldsAndNoOthers_data()
    {
        QTest::addColumn<QString>("design");
        QTest::addColumn<QStringList>("fields");
        QTest::newRow("native") << u"Native"_s << QStringList();
        QTest::newRow("zset") << u"ZSET scored by time, polled"_s << QStringList{u"Key"_s, u"Type"_s};
        QTest::newRow("lock") << u"ZSET scored by time, with a lock"_s
                              << QStringList{u"Key"_s, u"Lock key"_s, u"Locked for"_s, u"Type"_s};
        QTest::newRow("cron") << u"Cron"_s << QStringList{u"Key"_s};
        QTest::newRow("list") << u"LIST with LPUSH"_s << QStringList{u"Key"_s, u"Results channel"_s, u"Type"_s};
        QTest::newRow("resend") << u"LIST of JSON"_s << QStringList{u"Key"_s, u"Type"_s};
        QTest::newRow("pubsub") << u"SET and PUBLISH"_s << QStringList{u"Channel"_s, u"Task keys"_s, u"Type"_s};
        QTest::newRow("bullmq") << u"BullMQ"_s << QStringList{u"Prefix"_s};
        QTest::newRow("bull") << u"Bull 3"_s << QStringList{u"Prefix"_s};
        QTest::newRow("sidekiq") << u"Sidekiq"_s << QStringList{u"Namespace"_s};
        QTest::newRow("celery") << u"Celery"_s << QStringList{u"Prefix"_s};
        QTest::newRow("laravel") << u"Laravel"_s << QStringList{u"Prefix"_s, u"Horizon's prefix"_s};
        QTest::newRow("rq") << u"RQ"_s << QStringList();
        QTest::newRow("asynq") << u"asynq"_s << QStringList();
    }
    void aDesignShowsItsFieldsAndNoOthers()
    {
        QFETCH(QString, design);
        QFETCH(QStringList, fields);
        LayoutDialog dialog(*m_theme, m_formatting, u"native"_s, nullptr);
        dialog.show();
        choose(dialog, design);
        QStringList found;
        for (const auto* edit : dialog.findChildren<QLineEdit*>()) {
            if (edit->isVisible() && !edit->accessibleName().isEmpty())
                found << edit->accessibleName();
        }
        found.sort();
        fields.sort();
        QCOMPARE(found, fields);
        QCOMPARE(shown<QSpinBox>(dialog, u"Resend at most"_s) != nullptr, design == u"LIST of JSON"_s);
        QVERIFY(dialog.height() <= 600); // fits into a window 640 pixels high
    }

    void everyLayoutIsShownAndWrittenBackAsItWas_data()
    {
        QTest::addColumn<QString>("layout");
        for (const char* layout : {"native", "cron:delayed", "zset:jobs", "zset:jobs?unit=ms&type=send",
                 "zset:tasks?lock=lock_%1&lockfor=30s&type=t", "list:task_queue?results=done", "resend:q?max=7",
                 "pubsub:new_job?keys=job*&type=run", "zset:a%3Fb%FF%0Ac", "auto", "bullmq", "bullmq:shop:eu",
                 "bullmq?major=5", "bullmq:shop?major=5", "bull", "bull:shop", "bull?stamped=yes",
                 "bull:a%3Fb?stamped=yes", "sidekiq", "sidekiq:shop", "sidekiq:a%25b", "celery", "celery:shop_", "rq",
                 "asynq", "laravel", "laravel:", "laravel:shop_database_",
                 "laravel?horizon=shop_horizon:", "laravel:?horizon=a%3Fb", "laravel:a%3Fb"})
            QTest::newRow(layout) << QString::fromLatin1(layout);
    }
    void everyLayoutIsShownAndWrittenBackAsItWas()
    {
        QFETCH(QString, layout);
        const LayoutDialog dialog(*m_theme, m_formatting, layout, nullptr);
        QCOMPARE(dialog.chosen(), layout);
    }

    void whatIsMissingIsSaidOnceSomebodyHasBegun()
    {
        LayoutDialog dialog(*m_theme, m_formatting, u"native"_s, nullptr);
        dialog.show();
        choose(dialog, u"SET and PUBLISH"_s);
        QVERIFY(!button(dialog, u"Use this layout"_s)->isEnabled());
        QVERIFY(!says(dialog, u"pattern for the task keys"_s));
        shown<QLineEdit>(dialog, u"Channel"_s)->setText(u"new_job"_s);
        QVERIFY(says(dialog, u"pattern for the task keys"_s));
        shown<QLineEdit>(dialog, u"Task keys"_s)->setText(u"job*"_s);
        QVERIFY(button(dialog, u"Use this layout"_s)->isEnabled());
        QCOMPARE(dialog.chosen(), u"pubsub:new_job?keys=job*"_s);
    }

    void aFrameworksLayoutIsEntered()
    {
        RedisServer server;
        server.call({"HSET", "shop:mail:meta", "version", "bullmq:6.7.0", "opts.maxLenEvents", "10000"});
        server.call({"XADD", "shop:mail:events", "*", "event", "added"});
        server.call({"LPUSH", "shop:mail:wait", "1"});
        server.call({"HSET", "shop:mail:1", "name", "send", "data", "{}"});
        LayoutDialog dialog(*m_theme, m_formatting, u"native"_s, nullptr);
        dialog.show();
        dialog.setConnection({server.config(), defaultLayout(), "dueline"});
        choose(dialog, u"BullMQ"_s);
        auto* prefix = shown<QLineEdit>(dialog, u"Prefix"_s);
        QCOMPARE(prefix->text(), u"bull"_s);
        QCOMPARE(dialog.chosen(), u"bullmq"_s);
        QVERIFY(button(dialog, u"Use this layout"_s)->isEnabled());
        QTRY_VERIFY(says(dialog, u"No BullMQ queues found."_s));
        prefix->clear();
        QVERIFY(says(dialog, u"Enter the key prefix"_s));
        QVERIFY(!button(dialog, u"Use this layout"_s)->isEnabled());
        QTest::keyClicks(prefix, u"shop"_s);
        QCOMPARE(dialog.chosen(), u"bullmq:shop"_s);
        QTRY_VERIFY(says(dialog, u"1 queue, 1 tasks"_s));
        auto* version = shown<QComboBox>(dialog, u"Worker version"_s);
        QCOMPARE(version->currentIndex(), 0);
        version->setCurrentIndex(1);
        QCOMPARE(dialog.chosen(), u"bullmq:shop?major=5"_s);
        choose(dialog, u"Bull 3"_s);
        QCOMPARE(dialog.chosen(), u"bull:shop"_s); // the value is kept if the new layout has this field too
        shown<QComboBox>(dialog, u"Queues that BullMQ has also opened"_s)->setCurrentIndex(1);
        QCOMPARE(dialog.chosen(), u"bull:shop?stamped=yes"_s);
        choose(dialog, u"Sidekiq"_s);
        auto* nameSpace = shown<QLineEdit>(dialog, u"Namespace"_s);
        nameSpace->clear();
        QCOMPARE(dialog.chosen(), u"sidekiq"_s);
        QVERIFY(button(dialog, u"Use this layout"_s)->isEnabled());
        QTest::keyClicks(nameSpace, u"crm"_s);
        QCOMPARE(dialog.chosen(), u"sidekiq:crm"_s);
    }

    /// Laravel's queue prefix has a default and may be empty. Horizon's prefix is optional.
    void laravelsPrefixesAreEntered()
    {
        RedisServer server;
        server.call({"RPUSH", "queues:mail",
            R"({"uuid":"1","job":"Illuminate\\Queue\\CallQueuedHandler@call","data":{},"attempts":0})"});
        LayoutDialog dialog(*m_theme, m_formatting, u"native"_s, nullptr);
        dialog.show();
        dialog.setConnection({server.config(), defaultLayout(), "dueline"});
        choose(dialog, u"Sidekiq"_s); // Sidekiq has no namespace.
        choose(dialog, u"Laravel"_s);
        auto* prefix = shown<QLineEdit>(dialog, u"Prefix"_s);
        auto* horizon = shown<QLineEdit>(dialog, u"Horizon's prefix"_s);
        QCOMPARE(prefix->text(), u"laravel_database_"_s);
        QCOMPARE(horizon->text(), QString());
        QCOMPARE(dialog.chosen(), u"laravel"_s);
        QTRY_VERIFY(says(dialog, u"No Laravel queues found."_s));
        prefix->clear();
        QCOMPARE(dialog.chosen(), u"laravel:"_s);
        QVERIFY(button(dialog, u"Use this layout"_s)->isEnabled());
        QTRY_VERIFY(says(dialog, u"1 queue, 1 tasks"_s));
        QTest::keyClicks(horizon, u"shop_horizon:"_s);
        QCOMPARE(dialog.chosen(), u"laravel:?horizon=shop_horizon:"_s);
        choose(dialog, u"RQ"_s);
        QCOMPARE(dialog.chosen(), u"rq"_s);
        choose(dialog, u"asynq"_s);
        QCOMPARE(dialog.chosen(), u"asynq"_s);
        QVERIFY(button(dialog, u"Use this layout"_s)->isEnabled());
    }

    void whatIsFoundThereIsShownWhileTyping()
    {
        RedisServer server;
        const QByteArray due = QByteArray::number(toMs(SystemClock().now()) / 1000 + 3600);
        for (const char* id : {"order-1", "order-2", "order-3"})
            server.call({"ZADD", "jobs", due, id});
        server.call({"SET", "text", "x"});
        LayoutDialog dialog(*m_theme, m_formatting, u"native"_s, nullptr);
        dialog.show();
        dialog.setConnection({server.config(), defaultLayout(), "dueline"});
        QTRY_VERIFY(says(dialog, u"No queues yet"_s));
        choose(dialog, u"ZSET scored by time, polled"_s);
        QLineEdit& key = *shown<QLineEdit>(dialog, u"Key"_s);
        key.setText(u"jobs"_s);
        QTRY_VERIFY(says(dialog, u"Sorted set, 3 tasks waiting"_s));
        const auto* first = shown<QTableWidget>(dialog, u"First tasks found"_s);
        QCOMPARE(first->rowCount(), 3);
        QVERIFY(first->item(0, 2)->text().contains(u"order-1"_s));
        key.setText(u"text"_s);
        QTRY_VERIFY(!says(dialog, u"Looking"_s) && !says(dialog, u"tasks waiting"_s));
        QCOMPARE(first->rowCount(), 0);
        key.setText(u"nowhere"_s);
        QTRY_VERIFY(says(dialog, u"No tasks yet"_s));
        server.stop();
        key.setText(u"jobs"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!says(dialog, u"Checking…"_s), 10'000);
        QVERIFY(!says(dialog, u"tasks waiting"_s));
        QVERIFY(button(dialog, u"Use this layout"_s)->isEnabled()); // enabled even if the server is down
    }

    void aGuessIsTakenOnlyWhenSomebodySaysSo()
    {
        RedisServer server;
        const QByteArray due = QByteArray::number(toMs(SystemClock().now()) / 1000 + 3600);
        server.call({"ZADD", "tasks", due, "a", due, "b"});
        server.call({"SET", "lock_a", "1", "EX", "60"});
        LayoutDialog dialog(*m_theme, m_formatting, u"native"_s, nullptr);
        dialog.show();
        dialog.setConnection({server.config(), defaultLayout(), "dueline"});
        auto* guesses = shown<QTableWidget>(dialog, u"Keys that look like queues"_s);
        QTRY_COMPARE(guesses->rowCount(), 1);
        QCOMPARE(guesses->item(0, 0)->text(), u"zset:tasks?lock=lock_%1"_s);
        QCOMPARE(dialog.chosen(), u"native"_s);
        QVERIFY(!button(dialog, u"Use this"_s)->isEnabled());
        guesses->selectRow(0);
        button(dialog, u"Use this"_s)->click();
        QCOMPARE(dialog.chosen(), u"zset:tasks?lock=lock_%1"_s);
        QCOMPARE(shown<QLineEdit>(dialog, u"Lock key"_s)->text(), u"lock_%1"_s);
    }

    void aProfileKeepsTheLayout()
    {
        ConnectDialog dialog(*m_theme, nullptr, nullptr);
        Profile profile;
        profile.url = u"redis://127.0.0.1:6379/0"_s;
        profile.layout = u"list:task_queue"_s;
        dialog.edit(profile, {});
        QCOMPARE(dialog.profile().layout, u"list:task_queue"_s);
        auto* layouts = dialog.findChild<LayoutList*>();
        QCOMPARE(layouts->findChild<QListWidget*>()->item(0)->text(), u"list:task_queue"_s);
        layouts->setChosen(u"zset:jobs"_s);
        QCOMPARE(dialog.profile().layout, u"zset:jobs"_s);
    }

    void addingAsksForWhatTheDesignCanHold_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<bool>("times");
        QTest::addColumn<bool>("id");
        QTest::addColumn<bool>("payload");
        QTest::addColumn<bool>("copies");
        QTest::newRow("native") << u"native"_s << true << true << true << true;
        QTest::newRow("zset") << u"zset:k"_s << true << true << true << true;
        QTest::newRow("cron") << u"cron:k"_s << true << false << false << false;
        QTest::newRow("list") << u"list:k"_s << false << false << true << true;
        QTest::newRow("resend") << u"resend:k"_s << false << false << true << true;
        QTest::newRow("pubsub") << u"pubsub:k?keys=job*"_s << true << true << false << false;
        QTest::newRow("bullmq") << u"bullmq"_s << true << true << true << true;
        QTest::newRow("bull") << u"bull"_s << true << true << true << true;
        QTest::newRow("sidekiq") << u"sidekiq"_s << true << true << true << true;
        QTest::newRow("bee-queue") << u"bee-queue"_s << true << true << true << true;
        QTest::newRow("webman") << u"webman"_s << true << true << true << true;
    }
    void addingAsksForWhatTheDesignCanHold()
    {
        QFETCH(QString, layout);
        QueueInfo queue;
        queue.name = "k";
        AddTaskDialog dialog(*m_theme, m_formatting, queue, {}, u"k"_s, Environment::Development, Millis(0), nullptr,
            AddTaskRules::of(*parseLayout(layout)));
        dialog.show();
        QTEST(shown<DurationEdit>(dialog, u"In"_s) != nullptr, "times");
        QTEST(shown<QLineEdit>(dialog, u"ID"_s) != nullptr, "id");
        QTEST(shown<QPlainTextEdit>(dialog, u"Payload"_s) != nullptr, "payload");
        QTEST(shown<QSpinBox>(dialog, u"Copies"_s) != nullptr, "copies");
        const bool isBull = layout.startsWith(u"bull"_s);
        QCOMPARE(shown<QSpinBox>(dialog, u"Attempts"_s) != nullptr, layout == u"native"_s || isBull);
        QCOMPARE(shown<QLineEdit>(dialog, u"Lease"_s) != nullptr, layout == u"native"_s);
        QCOMPARE(shown<QSpinBox>(dialog, u"Priority"_s) != nullptr, isBull);
        QCOMPARE(shown<QComboBox>(dialog, u"Queue"_s) != nullptr, layout == u"sidekiq"_s || layout == u"webman"_s);
        QCOMPARE(says(dialog, u"stored exactly as you enter it"_s), layout == u"bee-queue"_s || layout == u"webman"_s);
        QCOMPARE(says(dialog, u"· name"_s), isBull);
        QCOMPARE(shown<QLineEdit>(dialog, u"Unique key"_s) != nullptr, layout == u"native"_s);
    }

    void aUniqueKeyIsGivenToTheTask()
    {
        QueueInfo queue;
        queue.name = "q";
        AddTaskDialog dialog(
            *m_theme, m_formatting, queue, {u"mail"_s}, u"q"_s, Environment::Development, Millis(0), nullptr);
        dialog.show();
        QVERIFY(!dialog.tasks().front().unique);
        shown<QLineEdit>(dialog, u"Unique key"_s)->setText(u"daily"_s);
        QVERIFY(button(dialog, u"Add task"_s)->isEnabled());
        QCOMPARE(dialog.tasks().front().unique, (UniqueKey{"daily", std::chrono::hours(1)}));
        QLineEdit* holds = shown<QLineEdit>(dialog, u"How long the unique key is held"_s);
        holds->setText(u"2d"_s);
        QVERIFY(dialog.command().contains(u"--unique 'daily' --unique-for '2d'"_s));
        holds->setText(u"0s"_s);
        QVERIFY(!button(dialog, u"Add task"_s)->isEnabled());
        QVERIFY(says(dialog, u"1 ms to 366 days"_s));
        holds->setText(u"2d"_s);
        shown<QSpinBox>(dialog, u"Copies"_s)->setValue(2);
        QVERIFY(says(dialog, u"only the first is added"_s));
    }

    void whatIsAddedHasTheDesignsType()
    {
        QueueInfo queue;
        queue.name = "jobs";
        AddTaskDialog dialog(*m_theme, m_formatting, queue, {u"other"_s}, u"jobs"_s, Environment::Development,
            Millis(0), nullptr, AddTaskRules::of(*parseLayout(u"zset:jobs?type=send"_s)));
        dialog.show();
        QVERIFY(!shown<QComboBox>(dialog, u"Type"_s)->isEnabled());
        shown<QLineEdit>(dialog, u"ID"_s)->setText(u"order-7"_s);
        QCOMPARE(dialog.tasks().front().id, QByteArray("send#order-7"));
        QVERIFY(dialog.tasks().front().options == TaskOptions());
        QVERIFY(dialog.command().startsWith(u"duectl add 'jobs' 'send'"_s));
        shown<QPlainTextEdit>(dialog, u"Payload"_s)->setPlainText(u"text"_s);
        QVERIFY(says(dialog, u"to use as the ZSET member"_s));
        QVERIFY(!button(dialog, u"Add task"_s)->isEnabled());
    }

    void anIdHasToMatchThePatternOfItsKeys()
    {
        const AddTaskRules rules = AddTaskRules::of(*parseLayout(u"pubsub:c?keys=job*"_s));
        QVERIFY(!rules.problemOf({}, false, 1).isEmpty());
        QVERIFY(!rules.problemOf(u"other"_s, false, 1).isEmpty());
        QVERIFY(rules.problemOf(u"job7"_s, false, 1).isEmpty());
    }

    void theHelpSaysOfEachDesignWhatIsLost()
    {
        DesignsDialog dialog(*m_theme, nullptr);
        dialog.show();
        const auto* table = dialog.findChild<QTableWidget*>();
        // Automatic detection and native, framework and described layouts don't count as hand-written.
        const auto& choices = LayoutWords::choices();
        QCOMPARE(table->rowCount(),
            std::count_if(choices.begin(), choices.end(), [](const auto& each) { return each.second.isOneQueue; }));
        QVERIFY(table->rowCount() >= 5);
        for (int row = 0; row < table->rowCount(); ++row) {
            for (int column = 0; column < 4; ++column)
                QVERIFY(table->item(row, column)->text().size() > 3);
        }
    }
};

QTEST_MAIN(TestLayoutDialog)
#include "tst_layoutdialog.moc"
