// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/openwindow.h"
#include "ui/dialogs/addtaskdialog.h"
#include "ui/dialogs/doctordialog.h"
#include "ui/dialogs/namedialog.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/toasts.h"

#include <QComboBox>
#include <QLineEdit>

using namespace dueline;
using namespace dueline::test;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

/// Tests the messages and links that the window shows after the server has restarted.
class TestWindowRestart : public OrdersWindow
{
    Q_OBJECT

private Q_SLOTS:
    void init() { openOrders(); }
    void cleanup() { closeOrders(); }

    /// After data loss, an empty list must not look as if all tasks were done.
    void aRestartedServerThatLostItsTasksIsSaidLoudly()
    {
        const Toasts& bar = m_open->window.messages();
        m_shop->add(4, 1h, "orders");
        QTRY_COMPARE(m_connection->queues().size(), 2U);
        m_shop->server.kill9(); // The server doesn't save to disk.
        m_shop->server.start();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible() && bar.notice().kind == Notice::Kind::Failure, 15'000);
        // The text starts with the connection's name.
        QCOMPARE(bar.notice().text, u"orders: Redis was restarted and has lost tasks"_s);
        QCOMPARE(bar.notice().detail,
            u"7 task(s) no longer exist. orders now has 0 of 4 tasks; mail now has 0 of 3 tasks"_s);
        QCOMPARE(bar.notice().brief, u"7 task(s) no longer exist."_s);
        // Lost data is not shown, no other queue gets selected, and new tasks can be added.
        QTRY_VERIFY(m_open->says(u"No queue yet"_s));
        QCOMPARE(m_open->bench.view().place(), (SidebarPlace{m_connection->id(), {}, {}}));
        const auto chosen
            = m_open->part<Sidebar>().currentIndex().data(SidebarModel::RowRole).value<SidebarModel::Row>();
        QCOMPARE(chosen.kind, SidebarModel::Kind::Connection);
        QVERIFY(m_open->says(u"all queues"_s) && !m_open->says(u"mail  ·"_s));
        QTimer::singleShot(0, this, [this] {
            auto* name = qobject_cast<NameDialog*>(QApplication::activeModalWidget());
            QVERIFY(name);
            name->findChild<QLineEdit*>()->setText(u"first"_s);
            QTimer::singleShot(0, this, [] {
                auto* add = qobject_cast<AddTaskDialog*>(QApplication::activeModalWidget());
                QVERIFY(add);
                for (auto* type : add->findChildren<QComboBox*>()) {
                    if (type->isEditable())
                        type->setEditText(u"mail.send"_s);
                }
                add->accept();
            });
            name->accept();
        });
        QVERIFY(m_open->window.actions()["task.add"]->isEnabled());
        const Notice lost = bar.notice();
        m_open->window.actions()["task.add"]->trigger();
        QTRY_COMPARE(m_open->bench.view().place().queue, QueueName("first"));
        QTRY_COMPARE(m_open->bench.list().tasks().rowCount(), 1);
        QCOMPARE(lost.links.size(), 1U);
        lost.links.front().act();
        auto* doctor = m_open->window.findChild<DoctorDialog*>();
        QVERIFY(doctor && doctor->isVisible());
        QTRY_VERIFY(!doctor->isBusy());
        QVERIFY(!doctor->diagnosis().isFine()); // The cause: the server doesn't save to disk.
    }

    /// Workers of custom designs delete completed tasks, so the notice says that the tasks might not have been lost.
    void soIsOneWithADesignThatWasWrittenByHand()
    {
        RedisServer server;
        server.call({"ZADD", "jobs", "4000000000", "a", "4000000000", "b"});
        Profile profile;
        profile.name = u"theirs"_s;
        profile.url = server.url();
        profile.layout = u"zset:jobs"_s;
        Connection& connection = m_open->open(profile);
        QTRY_COMPARE(connection.queues().size(), 1U);
        const Toasts& bar = m_open->window.messages();
        server.kill9();
        server.start();
        QTRY_VERIFY_WITH_TIMEOUT(
            bar.isVisible() && bar.notice().text == u"theirs: Redis was restarted and has lost tasks"_s, 15'000);
        QCOMPARE(bar.notice().detail,
            u"2 task(s) no longer exist. Other programs' workers may have finished some of these tasks in the "
            u"meantime. jobs now has 0 of 2 tasks"_s);
    }

    void aRestartedServerThatKeptItsTasksIsSaidWithoutAlarm()
    {
        RedisServer durable({.tcp = false, .aof = true, .password = {}, .arguments = {}});
        const auto backend = openLayout(defaultLayout(), durable.config(), "dueline", "tester", Access::Operate);
        NewTask task;
        task.id = "mail.send#1";
        task.dueIn = 1h;
        QVERIFY(backend && (*backend)->editor()->add("mail", {task}).ok());
        Profile profile;
        profile.name = u"durable"_s;
        profile.url = durable.url();
        Connection& connection = m_open->open(profile);
        QTRY_COMPARE(connection.queues().size(), 1U);
        const Toasts& bar = m_open->window.messages();
        durable.restart();
        QTRY_VERIFY_WITH_TIMEOUT(bar.isVisible() && bar.notice().text == u"durable: Redis was restarted"_s, 15'000);
        QVERIFY(bar.notice().kind == Notice::Kind::Result && bar.notice().links.empty());
    }
};

QTEST_MAIN(TestWindowRestart)
#include "tst_window_restart.moc"
