// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/board/boardpane.h"
#include "ui/board/boardtable.h"
#include "ui/sidebar/sidebar.h"
#include "ui/timeline/timelinepane.h"
#include "ui/widgets/environmentstripe.h"
#include "ui/widgets/tasks/filterline.h"
#include "ui/widgets/tasks/taskpane.h"
#include "ui/widgets/tasks/tasktable.h"
#include "ui/widgets/toasts.h"

#include <QAbstractItemModelTester>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests several connections in one window, on real servers. Their queues, lanes and access are independent.
class TestWindowConnections : public QObject
{
    Q_OBJECT

    std::unique_ptr<Theme> m_theme;
    std::unique_ptr<Shop> m_mail;
    std::unique_ptr<Shop> m_bills;
    std::unique_ptr<OpenWindow> m_open;
    Connection* m_first = nullptr;
    Connection* m_second = nullptr;

    SidebarModel::Row rowOf(const Connection& connection)
    {
        const QModelIndex index = m_open->bench.sidebar().find({connection.id(), {}, {}});
        return index.data(SidebarModel::RowRole).value<SidebarModel::Row>();
    }
    QStringList queueNames(const Connection& connection)
    {
        QStringList names;
        for (int i = 0; i < m_open->bench.sidebar().rowCount(); ++i) {
            const SidebarModel::Row& row = m_open->bench.sidebar().row(i);
            if (row.kind == SidebarModel::Kind::Queue && row.place.connection == connection.id())
                names << row.text;
        }
        return names;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_theme = std::make_unique<Theme>(*qobject_cast<QApplication*>(QCoreApplication::instance()));
    }
    void cleanupTestCase() { m_theme.reset(); }
    void init()
    {
        m_mail = std::make_unique<Shop>("mail.send");
        m_mail->add(3);
        m_bills = std::make_unique<Shop>("bill.close");
        m_bills->add(5, 1h, "billing");
        m_bills->add(1, 1h, "audit");
        m_open = std::make_unique<OpenWindow>(*m_theme);
        m_first = &m_open->open(m_mail->profile(u"orders"_s));
        m_second = &m_open->open(m_bills->profile(u"shop"_s, Environment::Production));
        QTRY_COMPARE(queueNames(*m_first), QStringList{u"mail"_s});
        QTRY_COMPARE(queueNames(*m_second), (QStringList{u"audit"_s, u"billing"_s}));
    }
    void cleanup()
    {
        m_open.reset();
        m_mail.reset();
        m_bills.reset();
    }

    void eachHasItsOwnQueuesAndTheTableFollowsThePlace()
    {
        QAbstractItemModelTester sidebar(
            &m_open->bench.sidebar(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_open->bench.view().show({m_first->id(), "mail", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 3);
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("mail.send#1") >= 0);
        m_open->bench.view().show({m_second->id(), "billing", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("bill.close#1") >= 0);
        QCOMPARE(m_open->bench.list().tasks().rowOf("mail.send#1"), -1);
    }

    /// A filter for one server must not hide another server's tasks.
    void aFilterStaysWithItsConnection()
    {
        auto& line = m_open->part<FilterLine>();
        m_open->bench.view().show({m_first->id(), "mail", {}});
        line.apply(u"id:*#1"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        m_open->bench.view().show({m_second->id(), "billing", {}});
        QCOMPARE(line.text(), QString());
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
        line.apply(u"id:*#2"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        // The filter stays for the same server's other queues.
        m_open->bench.view().show({m_second->id(), "audit", {}});
        QCOMPARE(line.text(), u"id:*#2"_s);
        m_open->bench.view().show({m_first->id(), "mail", {}});
        QCOMPARE(line.text(), u"id:*#1"_s);
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
    }

    void theConnectionItselfShowsTheTimelineOfAllItsQueuesAndTheWayToEach()
    {
        m_open->bench.view().show({m_second->id(), "billing", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
        auto& sidebar = m_open->part<Sidebar>();
        const QModelIndex row = m_open->bench.sidebar().find({m_second->id(), {}, {}});
        QVERIFY(row.isValid());
        QTest::mouseClick(sidebar.viewport(), Qt::LeftButton, {}, sidebar.visualRect(row).center());
        QVERIFY(m_open->bench.view().place().queue.isEmpty());
        QCOMPARE(m_open->bench.view().current(), m_second);
        auto& board = m_open->part<BoardPane>();
        QTRY_VERIFY(board.isVisible() && board.model().rowCount() == int(m_second->queues().size()));
        QVERIFY(m_open->says(u"all queues"_s));
        qint64 all = 0;
        for (const QueueInfo& queue : m_second->queues())
            all += queue.counts.pending();
        const TimelineWidget& timeline = m_open->window.timelinePane().timeline();
        m_open->window.actions()["view.fit"]->trigger();
        QTRY_COMPARE(timeline.data().totals.pending(), all);
        const auto& rows = board.model().rows();
        const auto billing
            = std::find_if(rows.begin(), rows.end(), [](const BoardItem& item) { return item.row.queue == "billing"; });
        QVERIFY(billing != rows.end());
        board.table().setCurrentIndex(board.model().index(int(billing - rows.begin()), BoardModel::Queue));
        QTest::keyClick(&board.table(), Qt::Key_Return);
        QCOMPARE(m_open->bench.view().place().queue, QueueName("billing"));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
    }

    void theStripeAndWhatMayBeDoneAreThoseOfTheConnectionLookedAt()
    {
        auto& stripe = m_open->part<EnvironmentStripe>();
        m_open->bench.view().show({m_second->id(), "billing", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
        QVERIFY(stripe.isVisible());
        QVERIFY(m_open->says(u"PRODUCTION"_s));
        QTRY_VERIFY(m_open->bench.list().tasks().taskAt(0));
        m_open->table().select("bill.close#1");
        QVERIFY(!m_open->window.actions()["task.discard"]->isEnabled());
        m_open->bench.view().show({m_first->id(), "mail", {}});
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("mail.send#1") >= 0);
        QVERIFY(!stripe.isVisible());
        m_open->table().select("mail.send#1");
        QTRY_VERIFY(m_open->window.actions()["task.discard"]->isEnabled());
    }

    void unlockingOneUnlocksNoOther()
    {
        m_open->open(m_bills->profile(u"shop again"_s, Environment::Production));
        QVERIFY(m_second->session().unlock(true, false).ok());
        QVERIFY(m_second->mayWrite());
        QVERIFY(!m_open->bench.connections().all().back()->mayWrite());
        QVERIFY(!m_second->mayWork());
    }

    void oneThatIsKilledAndComesBackLeavesTheOtherUntouched()
    {
        m_open->bench.view().show({m_first->id(), "mail", {}});
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("mail.send#2") >= 0);
        m_open->table().select("mail.send#2");
        const int lanes = m_first->session().generation();
        m_bills->server.kill9();
        m_second->refresher().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(!m_second->session().isOnline(), 15'000);
        QTRY_COMPARE(int(rowOf(*m_second).status), int(SidebarConnection::Status::Failed));
        QVERIFY(!rowOf(*m_second).problem.isEmpty());
        // The last known data stays visible, and the other connection still works.
        QCOMPARE(queueNames(*m_second).size(), 2);
        QVERIFY(m_first->session().isOnline());
        QCOMPARE(int(rowOf(*m_first).status), int(SidebarConnection::Status::Online));
        QCOMPARE(m_open->table().currentTask()->id, TaskId("mail.send#2"));
        QVERIFY(!m_open->says(u"Stale since"_s));
        m_open->table().setFocus();
        QTest::keyClick(&m_open->table(), Qt::Key_Delete);
        QTRY_COMPARE(m_mail->stateOf("mail.send#2"), TaskState::Trash);

        m_bills->server.start();
        QTRY_VERIFY_WITH_TIMEOUT(m_second->session().isOnline(), 15'000);
        QTRY_COMPARE(int(rowOf(*m_second).status), int(SidebarConnection::Status::Online));
        QCOMPARE(m_first->session().generation(), lanes);
        QVERIFY(m_open->bench.view().current() == m_first);
    }

    void undoActsOnTheConnectionInViewAlone()
    {
        m_open->bench.view().show({m_first->id(), "mail", {}});
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("mail.send#1") >= 0);
        m_open->table().select("mail.send#1");
        m_open->table().setFocus();
        QTest::keyClick(&m_open->table(), Qt::Key_Delete);
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        QTRY_VERIFY(m_open->bench.actions().undo().isPossible());
        m_open->bench.view().show({m_second->id(), "billing", {}});
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 5);
        m_open->bench.actions().undo().undoLast();
        QVERIFY(m_open->window.messages().notice().text.startsWith(u"Nothing was undone"_s));
        QCOMPARE(m_mail->stateOf("mail.send#1"), TaskState::Trash);
        m_open->bench.view().show({m_first->id(), "mail", {}});
        m_open->bench.actions().undo().undoLast();
        QTRY_COMPARE(m_mail->stateOf("mail.send#1"), TaskState::Scheduled);
    }

    void closingOneLeavesTheOtherOpenAndClosingAllShowsTheFirstPage()
    {
        m_open->bench.connections().close(m_second->id());
        QTRY_VERIFY(m_open->bench.view().current() == m_first);
        QTRY_VERIFY(m_open->bench.list().tasks().rowOf("mail.send#1") >= 0);
        QVERIFY(m_first->session().isOnline());
        m_open->bench.connections().close(m_first->id());
        QVERIFY(!m_open->bench.view().current());
        QVERIFY(m_open->says(u"See every delayed task on one timeline"_s));
    }
};

QTEST_MAIN(TestWindowConnections)
#include "tst_window_connections.moc"
