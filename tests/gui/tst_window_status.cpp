// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/facts.h"
#include "tests/gui/openwindow.h"
#include "tests/gui/overflow.h"
#include "ui/commands/contextmenus.h"
#include "ui/panels/activity/activitypanel.h"
#include "ui/panels/dock.h"
#include "ui/sidebar/sidebar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/connectionbar.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/messagebar.h"
#include "ui/widgets/paneltable.h"
#include "ui/widgets/statusline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"
#include "ui/widgets/toolbar.h"

#include <QElapsedTimer>
#include <QLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests messages about the connection, the server and the age of the data.
class TestWindowStatus : public OrdersWindow
{
    Q_OBJECT

    bool statusSays(const QString& pattern)
    {
        QStringList words;
        for (const PlainLabel* label : m_open->part<StatusLine>().findChildren<PlainLabel*>()) {
            if (label->isVisible() && !label->fullText().isEmpty())
                words << label->fullText();
        }
        return words.join(u" | "_s).contains(QRegularExpression(pattern));
    }
    QToolButton* button(const QString& words)
    {
        for (QToolButton* found : m_open->part<Toolbar>().findChildren<QToolButton*>()) {
            if (found->text().contains(words))
                return found;
        }
        return nullptr;
    }
    QString timeOf(int row)
    {
        TaskTableModel& tasks = m_open->bench.list().tasks();
        return tasks.index(row, TaskTableModel::DueTime).data().toString();
    }
    /// Adds a message bar below the table.
    MessageBar& addBar()
    {
        auto* bar = new MessageBar(*m_theme, Qt::TopEdge);
        m_open->part<TaskPane>().parentWidget()->layout()->addWidget(bar);
        return *bar;
    }

private Q_SLOTS:
    void init() { openOrders(); }
    void cleanup() { closeOrders(); }

    void theStatusLineNamesServerVersionRoundTripClockAndAge()
    {
        const QByteArray version = m_shop->server.call({"INFO", "server"}).bytes;
        const QRegularExpression number(u"redis_version:(\\S+)"_s);
        const QString expected = number.match(QString::fromLatin1(version)).captured(1);
        QVERIFY(!expected.isEmpty());
        QTRY_VERIFY(statusSays(u"^Connected \\| "_s));
        QTRY_VERIFY(statusSays(u"Redis "_s + QRegularExpression::escape(expected)));
        QTRY_VERIFY(statusSays(u"\\| \\d+(\\.\\d)? ms \\|"_s));
        QTRY_VERIFY(statusSays(u"clock skew [+−]\\d"_s));
        QTRY_VERIFY(statusSays(u"refreshed (just now|\\d+ s ago)$"_s));
    }

    void aNarrowWindowLeavesVersionAndClockOutAndNothingIsCut()
    {
        m_open->window.resize(1024, 640);
        QTRY_VERIFY(!statusSays(u"Redis "_s));
        QVERIFY(statusSays(u"Connected"_s));
        for (const PlainLabel* label : m_open->part<StatusLine>().findChildren<PlainLabel*>()) {
            if (label->isVisible() && !label->fullText().isEmpty())
                QVERIFY2(label->width() >= label->fontMetrics().horizontalAdvance(label->fullText()),
                    qPrintable(label->fullText()));
        }
    }

    void nothingChangesAndTheDataIsFreshAllTheSame()
    {
        QTRY_VERIFY(m_connection->refreshedAt() != TimePoint{});
        const TimePoint first = m_connection->refreshedAt();
        m_connection->refresher().refresh();
        QTRY_VERIFY(m_connection->refreshedAt() > first);
    }

    void aLostServerIsSaidWithACountdownAndTheDataStaysDimmed()
    {
        auto& bar = m_open->part<ConnectionBar>();
        QVERIFY(!bar.isVisible());
        m_connection->session().setRetryDelays(3s, 3s);
        m_shop->server.kill9();
        m_open->bench.view().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible(), 15'000);
        // A link is disabled together with its action.
        m_open->window.messages().show({Notice::Kind::Result, u"info"_s, u"done"_s, {},
            {{u"Undo"_s, u"Ctrl+Z"_s, [] {}, "edit.undo"}, {u"Details"_s, {}, [] {}}}});
        for (const auto* link : m_open->window.messages().findChildren<QPushButton*>()) {
            if (link->isVisible())
                QCOMPARE(link->isEnabled(), link->text() != u"Undo"_s);
        }
        m_open->window.messages().clear();
        static const QRegularExpression since(u"^Stale since \\d\\d:\\d\\d:\\d\\d$"_s);
        QVERIFY2(bar.notice().text.contains(since), qPrintable(bar.notice().text));
        QTRY_VERIFY(bar.notice().detail.contains(u"reconnecting in"_s));
        const QString before = bar.notice().detail;
        QTRY_VERIFY(bar.notice().detail != before); // The text counts down.
        QVERIFY(statusSays(u"Connection lost"_s));
        QVERIFY(statusSays(u"last data \\d\\d:\\d\\d:\\d\\d"_s));
        QVERIFY(m_open->table().isStale());
        QCOMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QVERIFY(button(u"Waiting"_s));

        m_shop->server.start();
        Q_EMIT bar.reconnectRequested();
        QTRY_VERIFY_WITH_TIMEOUT(m_connection->session().isOnline(), 15'000);
        QTRY_VERIFY(!bar.isVisible());
        QVERIFY(!m_open->table().isStale());
        QVERIFY(button(u"Live"_s));
    }

    /// A frame may be painted before the next layout pass.
    void aMessageThatGoesLeavesNoEmptyStrip()
    {
        auto& bar = m_open->part<ConnectionBar>();
        const auto& timeline = m_open->part<TimelinePane>();
        const auto top = [&] { return timeline.mapTo(bar.parentWidget(), QPoint()).y(); };
        bar.show({Notice::Kind::Warning, u"warning"_s, u"Not connected"_s, {}, {}});
        QVERIFY(top() >= MessageBar::lineHeight);
        bar.clear();
        QCOMPARE(top(), 0);
    }

    /// A visible bar that requested a new layout in each layout pass would keep the processor busy.
    void aMessageIsLaidOutOnceAndStandsStill()
    {
        auto& messages = m_open->window.messages();
        const QString words = u"Nobody answers. "_s.repeated(40);
        for (const QString& detail : {QString(), u"To three tasks."_s, words}) {
            messages.show({Notice::Kind::Result, u"info"_s, u"It was done."_s, detail,
                {{u"Undo"_s, u"Ctrl+Z"_s, [] {}, "edit.undo"}}});
            QVERIFY(messages.isVisible());
            QVERIFY2(isSettled(), qPrintable(detail));
        }
        messages.clear();
    }

    /// Covers a server that dies while no requests are pending.
    void aServerThatDiesIsNoticedAtOnceAndWhatIsStaleIsAsOldAsItSays()
    {
        QTRY_VERIFY(m_connection->refreshedAt() != TimePoint{});
        // Startup is complete after two refreshes in which nothing changes.
        int looks = 0;
        connect(&m_connection->refresher(), &Refresher::refreshed, this,
            [&looks](Refresher::Subject subject) { looks += subject == Refresher::Subject::Queues; });
        QTRY_VERIFY_WITH_TIMEOUT(looks >= 2, 20'000);
        QVERIFY(isAnswered(*m_connection));
        const QImage before = m_open->table().viewport()->grab().toImage();
        m_connection->session().setRetryDelays(4s, 4s);
        m_shop->server.kill9();
        auto& bar = m_open->part<ConnectionBar>();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible(), 4'000);
        const QString age = m_open->formatting.clock(m_connection->refreshedAt(), 1s);
        QCOMPARE(bar.notice().text, u"Stale since "_s + age);
        QTRY_VERIFY(statusSays(u"last data "_s + age));
        QTRY_VERIFY(statusSays(u"^Connection lost, reconnecting in [234] s"_s));
        QVERIFY(m_open->window.actions()["connection.reconnect"]->isEnabled());
        QVERIFY(m_open->table().isStale());
        QVERIFY(!m_open->table().graphicsEffect());
        const auto darkest = [](const QImage& image) {
            int least = 255;
            for (int y = 0; y < std::min(image.height(), 96); ++y) {
                for (int x = 60; x < image.width(); ++x)
                    least = std::min(least, qGray(image.pixel(x, y)));
            }
            return least;
        };
        QVERIFY(darkest(m_open->table().viewport()->grab().toImage()) > darkest(before) + 40);
    }

    void aReplicaOpensReadOnlyAndSaysWhy_data()
    {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QByteArray>("queue");
        QTest::newRow("native") << u"native"_s << QByteArray("mail");
        QTest::newRow("a design written by hand") << u"zset:jobs?type=mail.send"_s << QByteArray("jobs");
    }

    void aReplicaOpensReadOnlyAndSaysWhy()
    {
        QFETCH(QString, layout);
        QFETCH(QByteArray, queue);
        RedisServer master({.tcp = true, .aof = false, .password = {}, .arguments = {}});
        RedisServer replica({.tcp = true,
            .aof = false,
            .password = {},
            .arguments = {u"--replicaof"_s, u"127.0.0.1"_s, QString::number(master.port())}});
        const auto backend
            = openLayout(parseLayout(layout).value(), master.config(), "dueline", "tester", Access::Operate);
        NewTask task;
        task.id = "mail.send#1";
        task.dueIn = 1h;
        QVERIFY(backend && (*backend)->editor()->add(queue, {task}).ok());
        const TaskId id = (*backend)->editor()->idFor(QueueName(), task);
        QTRY_VERIFY(replica.call({"INFO", "replication"}).bytes.contains("master_link_status:up"));
        Profile profile;
        profile.name = u"copy"_s;
        profile.url = replica.url();
        profile.layout = layout;
        Connection& connection = m_open->open(profile);
        QTRY_COMPARE(connection.queues().size(), 1U);
        m_open->bench.view().show({connection.id(), queue, {}});
        QTRY_VERIFY(m_open->table().select(id));
        QTRY_VERIFY(m_open->says(u"This Redis is a replica, so the connection is read-only"_s));
        QVERIFY(m_open->part<EnvironmentStripe>().isVisible());
        QVERIFY(!connection.mayWrite());
        QVERIFY(!m_open->window.actions()["task.discard"]->isEnabled());
        QVERIFY(!m_open->window.actions()["task.add"]->isEnabled());
        // A replica promoted to master accepts writes as soon as the connection is restored.
        replica.call({"REPLICAOF", "NO", "ONE"});
        replica.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        QTRY_VERIFY_WITH_TIMEOUT(!m_open->part<EnvironmentStripe>().isVisible(), 15'000);
    }

    void aConnectionsMenuIsAboutTheConnectionAlone()
    {
        auto& menus = m_open->part<ContextMenus>();
        const auto idsFor = [&](const SidebarModel::Row& row) {
            QMenu menu;
            menus.fillSidebarMenu(menu, &row);
            QStringList ids;
            for (const QAction* action : menu.actions()) {
                if (!action->isSeparator())
                    ids << action->objectName();
            }
            return ids;
        };
        SidebarModel::Row row;
        row.kind = SidebarModel::Kind::Connection;
        row.place.connection = m_connection->id();
        QCOMPARE(idsFor(row),
            (QStringList{
                u"connection.reconnect"_s, u"connection.doctor"_s, u"connection.describe"_s, u"connection.close"_s}));
        row.kind = SidebarModel::Kind::Queue;
        row.place.queue = "mail";
        QVERIFY(idsFor(row).contains(u"queue.pause"_s));
        row.kind = SidebarModel::Kind::Head;
        QVERIFY(!idsFor(row).contains(u"queue.pause"_s));
    }

    void aFrozenServerIsToldWithinSecondsAndItsReturnTakesTheWordsAway()
    {
        QTRY_VERIFY(statusSays(u"Connected"_s));
        QElapsedTimer frozen;
        m_shop->server.freeze();
        frozen.start();
        auto& bar = m_open->part<ConnectionBar>();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible() && bar.notice().text.startsWith(u"No response since"_s), 6'000);
        QVERIFY2(frozen.elapsed() < 5'000, qPrintable(QString::number(frozen.elapsed())));
        QVERIFY(m_connection->session().isOnline());
        QVERIFY(statusSays(u"No response since \\d\\d:\\d\\d:\\d\\d"_s));
        QVERIFY(m_open->table().isStale());
        const QModelIndex row = m_open->bench.sidebar().find({m_connection->id(), {}, {}});
        const auto spoken = [&row] { return row.data(Qt::AccessibleTextRole).toString(); };
        QTRY_VERIFY2(spoken().endsWith(u", no response"_s), qPrintable(spoken()));
        m_shop->server.thaw();
        QTRY_VERIFY(!bar.isVisible() && !m_open->table().isStale());
        QTRY_VERIFY2(spoken().endsWith(u", connected"_s), qPrintable(spoken()));
        QVERIFY(statusSays(u"Connected"_s));
    }

    /// A request sent after a second of silence shows "Waiting". The text must go away without further events.
    void theLiveButtonDoesNotWaitOnceTheServerAnswers()
    {
        auto& toolbar = m_open->part<Toolbar>();
        QToolButton* live = button(u"Live"_s);
        const int width = live->width();
        for (const Millis period : {Millis(1s), Millis(15s), Millis(60s)}) {
            toolbar.showLive(true, period, false);
            QCOMPARE(live->width(), width);
        }
        toolbar.showLive(false, 5s, false);
        QCOMPARE(live->width(), width);
        toolbar.showLive(true, 5s, true);
        QCOMPARE(live->text(), u"Waiting"_s);
        QCOMPARE(live->width(), width);
        QTRY_COMPARE(live->text(), u"Live · 5 s"_s);
    }

    void whatHappenedIsNeverCut()
    {
        MessageBar& bar = addBar();
        m_open->window.resize(820, 600);
        const QString what
            = u"The keyring does not give the password of shop, since it is locked; unlock it and open the connection again."_s;
        bar.show({Notice::Kind::Failure, u"warning"_s, what, u"What it means takes some words, too."_s,
            {{u"Open the settings"_s, {}, [] {}}}});
        QTRY_VERIFY(bar.height() > MessageBar::lineHeight);
        QTRY_COMPARE(Overflow::in(m_open->window).filter(u"MessageBar"_s).join(u'\n'), QString());
        auto* details = bar.findChild<QPushButton*>(u"details"_s);
        QVERIFY(details->isVisible());
        QTest::mouseClick(details, Qt::LeftButton);
        QTRY_VERIFY(m_open->says(u"What it means takes some words, too."_s));
        QTRY_COMPARE(Overflow::in(m_open->window).filter(u"MessageBar"_s).join(u'\n'), QString());
        QTest::mouseClick(details, Qt::LeftButton);
        m_open->window.resize(1600, 600);
        QTRY_COMPARE(bar.height(), MessageBar::lineHeight);
        QVERIFY(!details->isVisible());
        QVERIFY(m_open->says(what) && m_open->says(u"What it means takes some words, too."_s));
        bar.clear();
    }

    void whatDoesNotFitIntoTheMessageIsUnfoldedByItsLink()
    {
        MessageBar& bar = addBar();
        auto* details = bar.findChild<QPushButton*>(u"details"_s);
        bar.show({Notice::Kind::Failure, u"warning"_s, u"It went wrong."_s, u"For a reason."_s, {}});
        QVERIFY(!details->isVisible());
        QCOMPARE(bar.height(), MessageBar::lineHeight);
        // The short form survives a repaint.
        bar.show({Notice::Kind::Failure, u"warning"_s, u"It went wrong."_s, u"mail has 0 of 5,693. "_s.repeated(12), {},
            u"Tasks are gone."_s});
        QVERIFY(m_open->says(u"Tasks are gone."_s));
        Q_EMIT m_theme->changed();
        QVERIFY(m_open->says(u"Tasks are gone."_s) && details->isVisible());
        const QString reason = u"for a reason that takes many words "_s.repeated(12).trimmed();
        bar.show({Notice::Kind::Failure, u"warning"_s, u"It went wrong."_s, reason, {}});
        QTRY_VERIFY(details->isVisible());
        QTest::mouseClick(details, Qt::LeftButton);
        QTRY_VERIFY(bar.height() > MessageBar::lineHeight);
        QVERIFY(m_open->says(reason));
        QCOMPARE(details->text(), u"Less"_s);
        QTest::mouseClick(details, Qt::LeftButton);
        QTRY_COMPARE(bar.height(), MessageBar::lineHeight);
        // The next message is collapsed again, and has no link if there is nothing to expand.
        QTest::mouseClick(details, Qt::LeftButton);
        bar.show({Notice::Kind::Result, u"info"_s, u"Done."_s, {}, {}});
        QTRY_COMPARE(bar.height(), MessageBar::lineHeight);
        QVERIFY(!details->isVisible());
    }

    void detailsOfAnOperationAreItsRowInTheActivity()
    {
        QVERIFY(m_open->table().select("mail.send#1"));
        QTRY_VERIFY(m_open->window.actions()["task.discard"]->isEnabled());
        m_open->window.actions()["task.discard"]->trigger();
        const auto link = [this]() -> const Notice::Link* {
            for (const Notice::Link& found : m_open->window.messages().notice().links) {
                if (found.text == u"Details"_s)
                    return &found;
            }
            return nullptr;
        };
        QTRY_VERIFY(link());
        link()->act();
        QCOMPARE(m_open->window.dock().currentId(), u"activity"_s);
        auto& activity = m_open->part<ActivityPanel>();
        QTRY_VERIFY(activity.table().currentIndex().isValid());
        QCOMPARE(activity.model().rowAt(activity.table().currentIndex().row())->record.kind, QByteArray("discard"));
    }

    void anActionThatAppliesToNoneOfTheTasksCannotBePressed()
    {
        const Actions& actions = m_open->window.actions();
        QVERIFY(m_open->table().select("mail.send#1"));
        QTRY_VERIFY(actions["task.reschedule"]->isEnabled());
        QVERIFY(actions["task.discard"]->isEnabled() && !actions["task.restore"]->isEnabled());
        actions["task.discard"]->trigger();
        QTRY_COMPARE(m_shop->stateOf("mail.send#1"), TaskState::Trash);
        m_open->bench.view().show({m_connection->id(), "mail", TaskState::Trash});
        QTRY_VERIFY(m_open->table().select("mail.send#1"));
        QTRY_VERIFY(actions["task.restore"]->isEnabled());
        QVERIFY(!actions["task.reschedule"]->isEnabled() && !actions["task.discard"]->isEnabled());
    }

    void theSidebarShowsAPlaceAsSoonAsItHasARow()
    {
        m_open->bench.view().show({m_connection->id(), "later", {}});
        m_shop->add(1, 1h, "later");
        auto& sidebar = m_open->part<Sidebar>();
        QTRY_COMPARE(m_open->bench.sidebar().row(sidebar.currentIndex().row()).place.queue, QByteArray("later"));
    }

    void theZoneButtonChangesEveryTime()
    {
        m_open->formatting.setZone(QTimeZone("Asia/Shanghai"));
        const QString there = timeOf(0);
        m_open->window.actions()["view.zoneUtc"]->trigger();
        const QString utc = timeOf(0);
        QVERIFY(there != utc);
        QVERIFY(button(u"UTC"_s));
        QVERIFY(m_open->window.actions()["view.zoneUtc"]->isChecked());
        QVERIFY(!m_open->window.actions()["view.zoneLocal"]->isChecked());
        m_open->window.actions()["view.zoneLocal"]->trigger();
        QVERIFY(m_open->window.actions()["view.zoneLocal"]->isChecked());
        QCOMPARE(m_open->formatting.zone(), QTimeZone::systemTimeZone());
    }

    void theRefreshPeriodIsChosenOnTheButton()
    {
        QToolButton* live = button(u"Live · 5 s"_s);
        QVERIFY(live);
        QAction* slow = nullptr;
        QAction* still = nullptr;
        for (QAction* choice : live->menu()->actions()) {
            if (choice->data().toLongLong() == 60'000)
                slow = choice;
            if (choice->data().isValid() && choice->data().toLongLong() == 0)
                still = choice;
        }
        QVERIFY(slow && still);
        slow->trigger();
        QCOMPARE(m_open->bench.view().refreshPeriod(), Millis(60s));
        QCOMPARE(live->text(), u"Live · 1 min"_s);
        still->trigger();
        QVERIFY(!m_open->bench.view().isLive());
        QCOMPARE(live->text(), u"Paused"_s);
        // While updates are paused, F5 refreshes once.
        m_shop->add(1, 30min, "mail", 50);
        m_open->table().setFocus();
        QTest::keyClick(&m_open->table(), Qt::Key_F5);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 4);
        QTRY_COMPARE(m_open->bench.view().queue()->counts[TaskState::Scheduled], 4);
        QTest::keyClick(&m_open->table(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(m_open->bench.view().isLive());
        QCOMPARE(live->text(), u"Live · 1 min"_s);
    }
};

QTEST_MAIN(TestWindowStatus)
#include "tst_window_status.moc"
